public import Foundation

/// The notebooks of `Samples/conformance`, whole or made by a recipe, and what is to be found in them.
public enum ConformanceKit {
    /// Where they stand.
    public static let folder = Project.samples.appending(path: "conformance")

    /// The table of all notebooks.
    public struct Table: Decodable, Sendable {
        /// The rules of each level.
        public let levels: [String: [String]]
        /// Its rows.
        public let notebooks: [Row]
    }

    /// What is to be found in a notebook.
    public struct Row: Decodable, Sendable, CustomStringConvertible {
        /// The name of the notebook.
        public let notebook: String
        /// The level that it needs.
        public let level: String
        /// Whether it is valid.
        public let valid: Bool
        /// All findings, in order.
        public let findings: [Found]

        /// The name of the notebook.
        public var description: String { notebook }
    }

    /// A finding.
    public struct Found: Decodable, Hashable, Sendable {
        /// The rule.
        public let rule: String
        /// Its severity.
        public let severity: String
        /// The file.
        public let path: String
        /// The line, from 1.
        public let line: Int?
        /// The column, from 1.
        public let column: Int?

        /// Whether two findings are the same, with paths in the same normalisation.
        public static func == (one: Found, other: Found) -> Bool { one.bytes == other.bytes }

        /// Hashes what is compared.
        public func hash(into hasher: inout Hasher) { hasher.combine(bytes) }

        private var bytes: [UInt8] {
            Array("\(rule) \(severity) \(line ?? 0) \(column ?? 0) \(path)".utf8)
        }

        /// A finding.
        public init(rule: String, severity: String, path: String, line: Int?, column: Int?) {
            self.rule = rule
            self.severity = severity
            self.path = path
            self.line = line
            self.column = column
        }
    }

    /// How notebooks are made that git or some systems cannot hold.
    public struct Recipes: Decodable, Sendable {
        /// The notebook of which each is a copy.
        public let base: String
        /// The recipes by the names of notebooks.
        public let notebooks: [String: Recipe]
    }

    /// What is put into a copy.
    public struct Recipe: Decodable, Sendable {
        let put: [String: String]?
        let `repeat`: [String: Repeated]?
        let links: [String: String]?
        let fifos: [String]?

        /// Whether it makes a file of many megabytes.
        public var isLarge: Bool { `repeat`?.values.contains { $0.times > 1_000_000 } == true }
    }

    struct Repeated: Decodable, Sendable {
        let head: String?
        let text: String
        let times: Int
    }

    /// Reads the table.
    public static func table() throws -> Table { try theTable.get() }

    /// Reads the recipes.
    public static func recipes() throws -> Recipes { try theRecipes.get() }

    private static let theTable = Result { try decode("expected.json") as Table }
    private static let theRecipes = Result { try decode("recipes.json") as Recipes }

    private static func decode<Value: Decodable>(_ name: String) throws -> Value {
        try JSONDecoder().decode(Value.self, from: try Data(contentsOf: folder.appending(path: name)))
    }

    /// Makes a notebook in a directory, and gives its path.
    ///
    /// - Parameter newName: What it is to be called there.
    public static func make(_ name: String, in directory: URL, as newName: String? = nil) throws -> URL {
        let recipes = try recipes()
        // Not `appending(path:)`, which would change the normalisation of names.
        let place = URL(filePath: "\(directory.path)/\(newName ?? name)")
        let recipe = recipes.notebooks[name]
        let source = folder.appending(path: recipe == nil ? name : recipes.base)
        try FileManager.default.copyItem(atPath: source.path, toPath: place.path)
        for (path, text) in recipe?.put ?? [:] {
            try Data(text.utf8).write(to: try parent(of: path, in: place))
        }
        for (path, text) in recipe?.repeat ?? [:] {
            let bytes = Data((text.head ?? "").utf8) + Data(String(repeating: text.text, count: text.times).utf8)
            try bytes.write(to: try parent(of: path, in: place))
        }
        for path in recipe?.fifos ?? [] {
            _ = try Command.run(["mkfifo", try parent(of: path, in: place).path])
        }
        for (path, target) in recipe?.links ?? [:] {
            let file = try parent(of: path, in: place)
            try FileManager.default.createSymbolicLink(atPath: file.path, withDestinationPath: target)
        }
        return place
    }

    private static func parent(of path: String, in place: URL) throws -> URL {
        let file = URL(filePath: place.path + "/" + path)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        return file
    }
}
