import Foundation
@testable import NotebookFormat
@testable import NotebookPacking
@testable import NotebookStore
@testable import NotebookText
import NotebookTestSupport
import TestSupport
import Testing

/// `manifests.json` of the kit: `BUNDLE_RECORD=1 swift test --filter 'manifests of the kit'` writes it anew.
struct `The manifests of the kit` {
    static let file = ConformanceKit.folder.appending(path: "manifests.json")

    /// The manifests of all valid notebooks, as JSON that every language reads.
    static func table() throws -> String {
        let rows = try `The conformance kit`.rows.filter(\.valid).map { row in
            let text = try Self.manifest(of: row.notebook)
            let fields = [
                ("notebook", row.notebook), ("fingerprint", Digest.of(text).description),
                ("manifest", String(decoding: text, as: UTF8.self)),
            ]
            return try "  {" + fields.map { try "\(quoted($0.0)): \(quoted($0.1))" }.joined(separator: ", ") + "}"
        }
        return "{\n \"version\": 1,\n \"notebooks\": [\n\(rows.joined(separator: ",\n"))\n ]\n}\n"
    }

    /// Makes the manifest from the files alone.
    static func manifest(of notebook: String) throws -> [UInt8] {
        try TemporaryFolder.with { folder in
            let place = try ConformanceKit.make(notebook, in: folder)
            let inspection =
                notebook.hasSuffix(".notebundle")
                ? try NotebookDirectory(place.path, environment: ConformanceKit.environment).inspect()
                : try NotebookArchive(place.path, environment: ConformanceKit.environment).inspect()
            let created = try #require(inspection.description.value?.created)
            let text = Manifest(of: inspection.files, notebookCreated: created).text
            guard case .read(_, let bytes) = inspection.manifest else { throw CocoaError(.fileReadNoSuchFile) }
            // A valid notebook has the one manifest that it can have, but for what another writer may leave out.
            #expect(bytes == text, "\(notebook)")
            return text
        }
    }

    private static func quoted(_ text: String) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        return String(decoding: try encoder.encode(text), as: UTF8.self)
    }

    @Test func `are those of its valid notebooks`() throws {
        let table = try Self.table()
        if Environment["BUNDLE_RECORD"] == "1" { try table.write(to: Self.file, atomically: true, encoding: .utf8) }
        #expect(try String(contentsOf: Self.file, encoding: .utf8) == table)
    }
}
