import Foundation
import TestSupport
import Testing

/// The two texts of real notebooks, judged by a validator of others.
@Suite(.waitsForPrograms) struct `The JSON schemas` {
    private static func schema(_ name: String) -> URL { Project.root.appending(path: "docs/\(name).schema.json") }

    @Test(.enabled(if: JSONSchema.isInstalled, "\(JSONSchema.absent)"))
    func `accept what is valid`() throws {
        let conformance = Project.samples.appending(path: "conformance")
        let samples = try FileManager.default.contentsOfDirectory(atPath: conformance.path)
            .filter { $0.hasPrefix("valid-") && $0.hasSuffix(".notebundle") }.map { conformance.appending(path: $0) }
        #expect(samples.count >= 4)
        try Self.expectValid(samples + [Project.samples.appending(path: "Field Guide.notebundle")])
    }

    @Test(
        .enabled(if: JSONSchema.isInstalled && Corpora.has("foam-docs"), "\(JSONSchema.absent), or \(Corpora.absent)"))
    func `accept what is made of real notes`() throws {
        try TemporaryFolder.with { folder in
            let bundles = ["foam-docs", "kepano-vault"].map { folder.appending(path: $0 + ".notebundle") }
            for bundle in bundles {
                let corpus = bundle.deletingPathExtension().lastPathComponent
                try Tool.succeed("create", bundle.path, "--from", try #require(Corpora.folder(corpus)).path)
            }
            try Self.expectValid(bundles)
        }
    }

    private static func expectValid(_ bundles: [URL]) throws {
        for name in ["manifest", "notebook"] {
            let texts = try bundles.map { try String(contentsOf: $0.appending(path: name + ".json"), encoding: .utf8) }
            #expect(try JSONSchema.problems(of: texts, schema: schema(name)) == [], "\(name) of \(bundles)")
        }
    }

    static let broken: [(String, String, String)] = [
        ("manifest", "\"version\": 1", "\"version\": 2"), ("manifest", "\"type\": \"note\"", "\"type\": \"page\""),
        ("manifest", "\"sha256\": \"", "\"sha256\": \"X"), ("manifest", "\"path\"", "\"paths\""),
        ("notebook", "\"title\": \"", "\"title\": 1, \"x\": \""), ("notebook", "\"created\": \"2", "\"created\": \"x"),
        ("notebook", "\"uuid\": \"", "\"uuid\": \"g"), ("notebook", "\"sort\": \"name\"", "\"sort\": \"size\""),
    ]

    @Test(.enabled(if: JSONSchema.isInstalled, "\(JSONSchema.absent)"), arguments: broken)
    func `refuse what is not`(name: String, text: String, other: String) throws {
        let file = Project.samples.appending(path: "Field Guide.notebundle/\(name).json")
        let valid = try String(contentsOf: file, encoding: .utf8)
        let range = try #require(valid.firstRange(of: text))
        let problems = try JSONSchema.problems(
            of: [valid.replacingCharacters(in: range, with: other)], schema: Self.schema(name))
        #expect(problems != [])
    }
}
