import Archives
import NotebookFiles
import NotebookFormat
package import NotebookStore
import NotebookText

/// A TextBundle or a TextPack for each item, in the folders of the notebook.
package struct TextBundleExport: ItemExporter {
    /// Whether each item is a zip.
    private let isPacked: Bool
    package let isOneFile = false

    package init(packed: Bool) { isPacked = packed }

    package var name: String { isPacked ? "textpack" : "textbundle" }

    package func write(
        _ items: [Item], of notebook: ExportedNotebook, to write: ExportedNotebook.Writer
    ) throws -> [String] {
        let linked = LinkedBlobs(notebook.manifest)
        let links = ExportedLinks(notebook)
        let paths = names(items)
        var blobs: Set<BundlePath> = []
        try notebook.read(items) { item, bytes in
            let file = try Draft.item(bytes, item.path)
            let place = paths[item.path] ?? item.shortPath
            let assets = Self.assets(linked.blobs(of: file, at: item.path))
            blobs.formUnion(assets.keys)
            var body = links.body(of: item, file, keepsWikiLinks: true) { target in
                if let name = assets[target] { return "assets/\(PercentEncoding.encode(name))" }
                return paths[target].map { PercentEncoding.encode(Self.relative($0, from: place)) }
            }
            notebook.losses.loseValues(of: item, file, keeping: ["reversed"], and: [.pinned])
            let hasHeading = body.starts(with: "# ".utf8)
            let addsHeading = item.type == .note && !hasHeading
            if addsHeading { body = Array("# \(item.title)\n\n".utf8) + body }
            let info = Self.info(item, file, addsHeading: addsHeading)
            guard isPacked else {
                try write("\(place)/info.json") { try $0(info) }
                try write("\(place)/text.md") { try $0(body) }
                for (path, name) in assets.sorted(by: { $0.value < $1.value }) {
                    try write("\(place)/assets/\(name)") { write in
                        try notebook.stream(path, write)
                    }
                }
                return
            }
            try write(place) { try pack(place, info, body, assets, notebook, to: $0) }
        }
        return try notebook.leftBehind(items, blobs)
    }

    private func pack(
        _ place: String, _ info: [UInt8], _ body: [UInt8], _ assets: [BundlePath: String], _ notebook: ExportedNotebook,
        to write: @escaping ([UInt8]) throws -> Void
    ) throws {
        let archive = try ArchiveWriter(.zip, to: PieceSink(write))
        let stem = place.split(separator: "/").last.map { $0.dropLast(9) } ?? "text"
        let folder = "\(stem).textbundle"
        try archive.add("\(folder)/info.json", bytes: info)
        try archive.add("\(folder)/text.md", bytes: body)
        for (path, name) in assets.sorted(by: { $0.value < $1.value }) {
            try archive.add(path, of: notebook, as: "\(folder)/assets/\(name)")
        }
        try archive.finish()
    }

    /// The places of the items in the export.
    private func names(_ items: [Item]) -> [BundlePath: String] {
        var names = UniqueNames()
        return Dictionary(items.map { ($0.path, names.unique($0.shortPath, ending: ".\(name)")) }) { first, _ in first }
    }

    private static func relative(_ target: String, from source: String) -> String {
        let steps = source.split(separator: "/").count - 1
        return String(repeating: "../", count: steps) + target
    }

    private static func assets(_ blobs: [BundlePath]) -> [BundlePath: String] {
        var taken: Set<ComparisonKey> = []
        var names: [BundlePath: String] = [:]
        for path in blobs {
            let name = AttachmentName.readable(path)
            names[path] = taken.insert(ComparisonKey(name)).inserted ? name : String(path.name)
        }
        return names
    }

    private static func info(_ item: Item, _ file: ItemFile, addsHeading: Bool) -> [UInt8] {
        var own: [JSONValue.Member] = [
            .init(key: "created", value: .text("\(item.created)")),
            .init(key: "folder", value: .text(item.folder.text)),
            .init(key: "heading", value: JSONValue(.boolean(addsHeading))),
            .init(key: "modified", value: .text("\(item.modified)")),
            .init(key: "pinned", value: JSONValue(.boolean(item.isPinned))),
            .init(key: "tags", value: JSONValue(.array(item.tags.map { .text($0.text) }))),
            .init(key: "type", value: .text(item.type.rawValue)),
        ]
        if item.type == .card {
            let isReversed = file.foreignValue(of: "reversed") == "true"
            own.append(.init(key: "reversed", value: JSONValue(.boolean(isReversed))))
        }
        if item.type == .note || file.metadata.title != nil {
            own.append(.init(key: "title", value: .text(item.title)))
        }
        if let uuid = item.uuid { own.append(.init(key: "uuid", value: .text(uuid.description))) }
        return CanonicalJSON.text(of: [
            .init(key: "version", value: .integer(2)), .init(key: "type", value: .text("net.daringfireball.markdown")),
            .init(key: "transient", value: JSONValue(.boolean(false))),
            .init(key: "creatorIdentifier", value: .text("notebundle")),
            .init(key: TextBundleSource.ourKey, value: JSONValue(.object(own))),
        ])
    }
}
