import ForeignData
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
        let left = try MarkdownFormat().write(items, of: notebook) { path, content in
            let place = "data/\(path)"
            var digests = BagDigests()
            try withoutActuallyEscaping(content) { content in
                try write(place) { sink in
                    try withoutActuallyEscaping(sink) { sink in
                        try content { bytes in
                            digests.update(bytes)
                            size += bytes.count
                            try sink(bytes)
                        }
                    }
                }
            }
            rows.append((place, digests))
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
            var digests = BagDigests()
            digests.update(bytes)
            tags.append((name, digests))
            try write(name) { try $0(bytes) }
        }
        try add("bagit.txt", "BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n")
        try add("bag-info.txt", info)
        try add("manifest-sha256.txt", Self.list(rows, \.sha256))
        try add("manifest-sha512.txt", Self.list(rows, \.sha512))
        let own = tags
        for (name, key) in [("tagmanifest-sha256.txt", \BagDigests.sha256), ("tagmanifest-sha512.txt", \.sha512)] {
            try write(name) { try $0(Array(Self.list(own, key).utf8)) }
        }
        return left
    }

    private static func list(
        _ rows: [(path: String, digests: BagDigests)], _ digest: KeyPath<BagDigests, String>
    ) -> String {
        rows.sorted { $0.path < $1.path }.map { row in
            let path = row.path.replacing("%", with: "%25").replacing("\n", with: "%0A").replacing("\r", with: "%0D")
            return "\(row.digests[keyPath: digest])  \(path)\n"
        }.joined()
    }
}

/// The digests of a file of a bag.
private struct BagDigests {
    private var first = SHA256()
    private var second = SHA512()

    mutating func update(_ bytes: [UInt8]) {
        first.update(bytes)
        second.update(bytes)
    }

    var sha256: String {
        let copy = first
        return "\(copy.finish())"
    }
    var sha512: String { second.hexadecimal() }
}
