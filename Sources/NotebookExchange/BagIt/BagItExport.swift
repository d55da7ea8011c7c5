import NotebookFiles
import NotebookFormat
package import NotebookStore
import NotebookText

/// The Markdown export in a bag (BagIt 1.0, RFC 8493): with digests of every file, for archives.
package struct BagItExport: ItemExporter {
    package let name = "bagit"
    package let isOneFile = false

    package init() {}

    package func write(
        _ items: [Item], of notebook: ExportedNotebook, to write: ExportedNotebook.Writer
    ) throws -> [String] {
        var rows: [(path: String, digests: BagDigests)] = []
        var size = 0
        let names = BagNames(notebook)
        let left = try MarkdownFormat().write(items, of: notebook) { path, content in
            let place = "data/\(names.path(path))"
            var digests = BagDigests([.sha256, .sha512])
            let changed = try names.text(content, of: path)
            try write(place) { sink in
                func add(_ bytes: [UInt8]) throws {
                    digests.update(bytes)
                    size += bytes.count
                    try sink(bytes)
                }
                if let changed { try add(changed) } else { try content { try add($0) } }
            }
            rows.append((place, digests))
            if names.path(path) != path {
                notebook.losses.lose(
                    .noteChanged, "its name lost its percent signs, which not every program reads", at: path,
                    target: place)
            }
        }
        let newest = items.map(\.modified).max() ?? notebook.notebook.description.created
        let title = notebook.notebook.description.title
        let info = """
            Bag-Software-Agent: notebundle
            Bagging-Date: \("\(newest)".prefix(10))
            External-Identifier: urn:uuid:\(notebook.notebook.description.uuid)
            Internal-Sender-Description: \(title.split(whereSeparator: \.isNewline).joined(separator: " "))
            Payload-Oxum: \(size).\(rows.count)

            """
        var tags: [(path: String, digests: BagDigests)] = []
        func add(_ name: String, _ text: String) throws {
            let bytes = Array(text.utf8)
            var digests = BagDigests([.sha256, .sha512])
            digests.update(bytes)
            tags.append((name, digests))
            try write(name) { try $0(bytes) }
        }
        try add("bagit.txt", "BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n")
        try add("bag-info.txt", info)
        try add("manifest-sha256.txt", Self.list(rows, .sha256))
        try add("manifest-sha512.txt", Self.list(rows, .sha512))
        let own = tags
        for algorithm in [BagDigests.Algorithm.sha256, .sha512] {
            try write("tagmanifest-\(algorithm).txt") { try $0(Array(Self.list(own, algorithm).utf8)) }
        }
        return left
    }

    private static func list(
        _ rows: [(path: String, digests: BagDigests)], _ algorithm: BagDigests.Algorithm
    ) -> String {
        rows.sorted { $0.path < $1.path }.map { row in
            // No name has a percent sign: some programs decode it as RFC 8493 says, and others do not.
            let path = row.path.replacing("\n", with: "%0A").replacing("\r", with: "%0D")
            return "\(row.digests[algorithm])  \(path)\n"
        }.joined()
    }
}

/// The names of files in a bag, without percent signs, and links to them.
private struct BagNames {
    /// The parts of paths that get another name.
    private var names: [String: String] = [:]

    init(_ notebook: ExportedNotebook) {
        let parts = Set(notebook.manifest.entries.flatMap { $0.path.text.split(separator: "/").map(String.init) })
        var unique = UniqueNames(beside: Set(parts.map { ComparisonKey($0) }))
        for part in parts.sorted() where part.contains("%") {
            let ending = part.hasSuffix(".md") ? ".md" : ""
            let stem = String(part.dropLast(ending.count)).replacing("%", with: "_")
            names[part] = unique.unique(stem, ending: ending)
        }
    }

    func path(_ path: String) -> String {
        guard path.contains("%") else { return path }
        return path.split(separator: "/").map(String.init).map { names[$0] ?? $0.replacing("%", with: "_") }
            .joined(separator: "/")
    }

    /// A text with links to the new names; `nil` if it stays as it is.
    func text(_ content: ExportedNotebook.Content, of path: String) throws -> [UInt8]? {
        guard !names.isEmpty, path.hasSuffix(".md") else { return nil }
        var bytes: [UInt8] = []
        try content { bytes += $0 }
        var text = String(decoding: bytes, as: UTF8.self)
        for (old, new) in names.sorted(by: { $0.key.count > $1.key.count }) {
            text = text.replacing(PercentEncoding.encode(old), with: PercentEncoding.encode(new))
        }
        return Array(text.utf8)
    }
}
