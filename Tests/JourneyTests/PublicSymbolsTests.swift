import Foundation
import TestSupport
import Testing

/// What `import NotebookBundle` shows to programs, read from the built module.
///
/// `BUNDLE_RECORD=1 swift test --filter PublicSymbols` writes the list anew; look at the difference: what is in it
/// stays.
@Suite(.waitsForPrograms) struct PublicSymbolsTests {
    static let list = Project.root.appending(path: "Tests/JourneyTests/Schemas/public-symbols.txt")

    struct Graph: Decodable {
        struct Symbol: Decodable {
            struct Kind: Decodable { let identifier: String }
            struct Fragment: Decodable { let spelling: String }
            struct Comment: Decodable {
                struct Line: Decodable { let text: String }
                let lines: [Line]
            }

            let kind: Kind
            let pathComponents: [String]
            let declarationFragments: [Fragment]?
            let docComment: Comment?

            var name: String { pathComponents.joined(separator: ".") }
            var declaration: String { (declarationFragments ?? []).map(\.spelling).joined() }
            var text: String { (docComment?.lines ?? []).map(\.text).joined(separator: "\n") }

            /// Whether a call of it can throw; closures among its parameters do not count.
            var isThrowing: Bool {
                var depth = 0
                let outside = declaration.filter { character in
                    if character == "(" { depth += 1 }
                    if character == ")" { depth -= 1 }
                    return depth == 0
                }
                return ["swift.method", "swift.type.method", "swift.init"].contains(kind.identifier)
                    && outside.split(separator: "->").first?.contains("throws") == true
            }
        }

        let symbols: [Symbol]
    }

    static func symbols() throws -> [Graph.Symbol] {
        try withGraphs { folder in
            let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            return try files.flatMap {
                try JSONDecoder().decode(Graph.self, from: Data(contentsOf: $0)).symbols
            }
        }
    }

    /// Calls `body` with a folder that holds the graphs of symbols.
    static func withGraphs<Result>(_ body: (URL) throws -> Result) throws -> Result {
        try TemporaryFolder.with { folder in
            let build = Project.products
            let sources = Project.root.appending(path: "Sources").path
            var words = [
                try #require(Command.path(of: "swift")), "symbolgraph-extract", "-module-name", "NotebookBundle",
                "-experimental-allowed-reexported-modules=NotebookStore,NotebookFormat,Archives,NotebookExchange",
                "-I", build.appending(path: "Modules").path, "-minimum-access-level", "public",
                "-skip-synthesized-members", "-target", Self.target, "-output-dir", folder.path,
                "-Xcc", "-fmodule-map-file=\(sources)/CLibArchive/module.modulemap",
            ]
            for module in ["CSystem", "CHashing"] {
                let map = build.appending(path: "\(module).build/module.modulemap").path
                words += ["-Xcc", "-fmodule-map-file=\(map)", "-Xcc", "-I\(sources)/\(module)/include"]
            }
            let result = try Command.run(words)
            #expect(result.status == 0, "\(result.errors)")
            return try body(folder)
        }
    }

    private static var target: String {
        #if arch(arm64)
            let machine = "aarch64"
        #else
            let machine = "x86_64"
        #endif
        #if os(macOS)
            return "arm64-apple-macosx26.0"
        #else
            return "\(machine)-unknown-linux-gnu"
        #endif
    }

    @Test func `are those of the list, and no others`() throws {
        let names = Set(try Self.symbols().map(\.name)).sorted()
        let text = names.joined(separator: "\n") + "\n"
        if Environment["BUNDLE_RECORD"] == "1" { try text.write(to: Self.list, atomically: true, encoding: .utf8) }
        let known = Set(try String(contentsOf: Self.list, encoding: .utf8).split(separator: "\n").map(String.init))
        #expect(Set(names).subtracting(known) == [], "new: if programs are to have them, record the list")
        #expect(known.subtracting(names) == [], "gone: programs may use them")
    }

    @Test func `have no name that Foundation has`() throws {
        // Types of Foundation that programs write without its name.
        let taken: Set<String> = [
            "Progress", "Operation", "Notification", "Process", "Thread", "Scanner", "Stream", "Host", "Port", "Bundle",
            "Data", "Date", "URL", "UUID", "Locale", "Calendar", "Measurement", "Unit", "Dimension", "Predicate",
            "Formatter", "Timer", "Pipe", "FileHandle", "FileManager", "FileWrapper", "IndexPath", "IndexSet",
            "CharacterSet", "Decimal", "Clock", "Duration", "Regex", "Mutex",
        ]
        #expect(taken.intersection(try Self.symbols().map(\.name)) == [])
    }

    @Test func `say what they throw, and for how long they block`() throws {
        let symbols = try Self.symbols()
        let blocking = Set(symbols.filter { $0.text.localizedCaseInsensitiveContains("block") }.map(\.name))
        // What touches files, of which a caller must know whether it waits for them.
        let waiting: Set<String> = [
            "NotebookReading", "NotebookStorage", "NotebookDirectory", "NotebookArchive", "MemoryNotebook",
            "BackendNotebook", "NotebookBackend", "NotebookSnapshot", "Draft", "Autosave", "LibraryFolder",
            "SettingsFile", "Place",
        ]
        let throwing = symbols.filter { $0.isThrowing && $0.name != "ItemRecord.init(from:)" }
        #expect(throwing.count > 100)
        for symbol in throwing {
            #expect(symbol.text.contains("- Throws:"), "\(symbol.name)")
            guard let type = symbol.pathComponents.first, waiting.contains(type) else { continue }
            #expect(blocking.contains(symbol.name) || blocking.contains(type), "\(symbol.name)")
        }
    }

    @Test(.enabled(if: Command.path(of: "docc") != nil, "docc is not installed"))
    func `make a documentation without warnings`() throws {
        try Self.withGraphs { graphs in
            try TemporaryFolder.with { folder in
                let catalogue = Project.root.appending(path: "Sources/NotebookBundle/NotebookBundle.docc").path
                let result = try Command.run([
                    try #require(Command.path(of: "docc")), "convert", catalogue,
                    "--additional-symbol-graph-dir", graphs.path, "--output-dir", folder.path + "/out",
                    "--fallback-display-name", "NotebookBundle", "--fallback-bundle-identifier",
                    "org.notebundle.library",
                ])
                #expect(result.status == 0)
                let complaints = (result.output + result.errors).split(separator: "\n").filter {
                    $0.contains("warning:") || $0.contains("error:")
                }
                #expect(complaints == [])
                #expect(
                    FileManager.default.fileExists(atPath: folder.path + "/out/data/documentation/notebookbundle.json"))
            }
        }
    }
}
