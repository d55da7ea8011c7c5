import Archives
import Foundation
import NotebookFormat
import TestSupport

@testable import NotebookBundle

/// The notebooks of `Samples/conformance`, whole or made by a recipe, and what is to be found in them.
struct ConformanceKit {
    static let folder = Project.samples.appending(path: "conformance")

    static let world = World(
        now: FixedClock.now, random: { 4 }, open: { path, _, _ in try DirectoryFiles(path) })

    struct Table: Decodable {
        let notebooks: [Row]
    }

    struct Row: Decodable, Sendable, CustomStringConvertible {
        let notebook: String
        let valid: Bool
        let findings: [Found]

        var description: String { notebook }
    }

    struct Found: Decodable, Hashable, Sendable {
        let rule: String
        let severity: String
        let path: String
        let line: Int?
        let column: Int?
    }

    struct Recipes: Decodable {
        let base: String
        let notebooks: [String: Recipe]
    }

    struct Recipe: Decodable {
        let put: [String: String]?
        let `repeat`: [String: Repeated]?
        let links: [String: String]?
        let fifos: [String]?
    }

    struct Repeated: Decodable {
        let head: String?
        let text: String
        let times: Int
    }

    static func table() throws -> Table { try decode("expected.json") }

    static func recipes() throws -> Recipes { try decode("recipes.json") }

    private static func decode<Value: Decodable>(_ name: String) throws -> Value {
        try JSONDecoder().decode(Value.self, from: try Data(contentsOf: folder.appending(path: name)))
    }

    /// Makes a notebook in a directory, and gives its path.
    static func make(_ name: String, in directory: URL) throws -> URL {
        let recipes = try recipes()
        let place = directory.appending(path: name)
        let recipe = recipes.notebooks[name]
        try FileManager.default.copyItem(at: folder.appending(path: recipe == nil ? name : recipes.base), to: place)
        for (path, text) in recipe?.put ?? [:] {
            let file = try parent(of: path, in: place)
            try Data(text.utf8).write(to: file)
        }
        for (path, text) in recipe?.repeat ?? [:] {
            let bytes = Data((text.head ?? "").utf8) + Data(String(repeating: text.text, count: text.times).utf8)
            try bytes.write(to: try parent(of: path, in: place))
        }
        for path in recipe?.fifos ?? [] {
            _ = try Command.run(["/usr/bin/env", "mkfifo", try parent(of: path, in: place).path])
        }
        for (path, target) in recipe?.links ?? [:] {
            let file = try parent(of: path, in: place)
            try FileManager.default.createSymbolicLink(atPath: file.path, withDestinationPath: target)
        }
        return place
    }

    private static func parent(of path: String, in place: URL) throws -> URL {
        // Not `appending(path:)`, which would change the normalisation of the name.
        let file = URL(filePath: place.path + "/" + path)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        return file
    }

    /// Validates a notebook or an archive.
    static func findings(in place: URL) throws -> [Found] {
        let inspection =
            if place.pathExtension == "notebundle" {
                try NotebookDirectory(place.path, world: world).inspect(collectsLinks: true)
            } else {
                try NotebookArchive(place.path, world: world).inspect(collectsLinks: true)
            }
        return try RuleBook.findings(in: inspection).map(Found.init)
    }

    /// Packs all files of a directory as they are, in whatever state they are; `nil` if an archive cannot hold them.
    static func pack(_ place: URL, _ format: ArchiveFormat) throws -> [UInt8]? {
        let sink = MemorySink()
        let writer = try ArchiveWriter(format, to: sink)
        // As a writer orders them (Format, clause 17.2).
        let all = try FileManager.default.subpathsOfDirectory(atPath: place.path)
        let rest = all.filter { $0 != "manifest.json" && $0 != "notebook.json" }
            .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        let paths = ["manifest.json", "notebook.json"].filter(all.contains) + rest
        for path in paths {
            let file = place.path + "/" + path
            let type = try FileManager.default.attributesOfItem(atPath: file)[.type] as? FileAttributeType
            if type == .typeDirectory { continue }
            guard type == .typeRegular else { return nil }
            let bytes = [UInt8](try Data(contentsOf: URL(filePath: file)))
            try writer.add("\(place.lastPathComponent)/\(path)", bytes: bytes)
        }
        try writer.finish()
        return sink.bytes
    }
}

extension ConformanceKit.Found {
    init(_ finding: Finding) {
        self.init(
            rule: finding.rule.description, severity: finding.severity.rawValue, path: finding.path,
            line: finding.position?.line, column: finding.position?.column)
    }
}
