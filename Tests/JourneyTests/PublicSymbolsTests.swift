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
            struct Identifier: Decodable { let precise: String }
            struct Fragment: Decodable { let spelling: String }
            struct Comment: Decodable {
                struct Line: Decodable { let text: String }
                let lines: [Line]
            }

            let kind: Kind
            let identifier: Identifier
            let pathComponents: [String]
            let declarationFragments: [Fragment]?
            let docComment: Comment?

            var name: String { pathComponents.joined(separator: ".") }
            var declaration: String { (declarationFragments ?? []).map(\.spelling).joined() }
            /// The type that it is declared in.
            var parent: String { pathComponents.dropLast().joined(separator: ".") }
            var text: String { (docComment?.lines ?? []).map(\.text).joined(separator: "\n") }

            /// Whether it is a function or an initializer.
            var isCall: Bool { ["swift.method", "swift.type.method", "swift.init"].contains(kind.identifier) }
            var isAsync: Bool { isCall && outside.contains(" async") }
            /// Whether it says that it waits for the disk or for others.
            var saysThatItBlocks: Bool { text.contains(/\b[Bb]locks\b/) }
            var saysThatItDoesNotBlock: Bool { text.contains(/\b[Dd]oes not block\b/) }

            /// The declaration without what an async version adds to it.
            var withoutAsync: String {
                let words = ["@escaping ", "@Sendable ", "@discardableResult ", " async"]
                let plain = words.reduce(declaration) { $0.replacing($1, with: "") }
                return plain.firstRange(of: " where ").map { String(plain[..<$0.lowerBound]) } ?? plain
            }

            /// Whether a call of it can throw; closures among its parameters do not count.
            var isThrowing: Bool { isCall && outside.split(separator: "->").first?.contains("throws") == true }

            /// The declaration without its parameters.
            private var outside: String {
                var depth = 0
                return declaration.filter { character in
                    if character == "(" { depth += 1 }
                    if character == ")" { depth -= 1 }
                    return depth == 0
                }
            }
        }

        struct Relationship: Decodable {
            let kind: String
            let source: String
            let target: String
        }

        let symbols: [Symbol]
        let relationships: [Relationship]
    }

    static func symbols() throws -> [Graph.Symbol] { try graphs().flatMap(\.symbols) }

    static func graphs() throws -> [Graph] {
        let files = try FileManager.default.contentsOfDirectory(
            at: try documentation.get().folder.appending(path: "graphs"), includingPropertiesForKeys: nil)
        return try files.map { try JSONDecoder().decode(Graph.self, from: Data(contentsOf: $0)) }
    }

    /// The folder into which `.ci/documentation` wrote, and what that said; written once.
    static let documentation = Result {
        let folder = try TemporaryFolder.lasting().url
        let script = Project.root.appending(path: ".ci/documentation").path
        let said = try Command.run(["/bin/bash", script, folder.path, Project.products.path])
        try #require(said.status == 0, "\(said.errors)")
        return (folder: folder, said: said)
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

    /// What touches files, of which a caller must know whether it waits for them.
    static let waiting: Set<String> = [
        "NotebookReading", "NotebookStorage", "NotebookDirectory", "NotebookArchive", "MemoryNotebook",
        "BackendNotebook", "NotebookBackend", "Autosave", "LibraryFolder", "SettingsFile", "StudyFolder", "EditedItem",
        "Place",
    ]

    /// What only a `body` gets that runs on a thread that may block; the types say that all their calls do.
    static let inBodies: Set<String> = ["NotebookSnapshot", "Draft"]

    @Test func `say what they throw, and for how long they block`() throws {
        let symbols = try Self.symbols()
        for type in symbols where Self.inBodies.contains(type.name) {
            #expect(type.text.contains(/\bblock\b/), "\(type.name)")
        }
        let throwing = symbols.filter { $0.isThrowing && $0.name != "ItemRecord.init(from:)" }
        #expect(throwing.count > 100)
        for symbol in throwing {
            #expect(symbol.text.contains("- Throws:"), "\(symbol.name)")
            guard let type = symbol.pathComponents.first, Self.waiting.contains(type) else { continue }
            // Each symbol by itself: the async version of a call has the same name.
            #expect(
                symbol.saysThatItDoesNotBlock || !symbol.isAsync && symbol.saysThatItBlocks, "\(symbol.declaration)")
        }
    }

    /// The calls that storages implement, with the calls for programs that have an async version.
    ///
    /// Swift prefers a requirement to an extension of the same name, so they have other names.
    static let requirements = [
        "withSnapshot(_:)": "read(_:)", "inspection(collectsLinks:progress:)": "inspect(collectsLinks:progress:)",
        "change(keepingInverse:_:)": "edit(keepingInverse:_:)", "stamps(of:)": "readStamps(of:)",
    ]

    @Test func `that block have an async version with the same parameters`() throws {
        let symbols = try Self.symbols()
        let versions = Dictionary(grouping: symbols.filter(\.isAsync), by: \.name)
        let names = Set(versions.values.joined().compactMap(\.pathComponents.last))
        let blocking = symbols.filter { symbol in
            symbol.isCall && !symbol.isAsync && symbol.saysThatItBlocks && !symbol.saysThatItDoesNotBlock
                && !Self.inBodies.contains(symbol.parent) && symbol.parent != "NotebookBackend"
        }
        #expect(blocking.count > 60)
        for symbol in blocking {
            if let name = symbol.pathComponents.last, let other = Self.requirements[name] {
                #expect(names.contains(other), "\(symbol.name)")
                continue
            }
            let declarations = Set((versions[symbol.name] ?? []).map(\.withoutAsync))
            #expect(declarations.contains(symbol.withoutAsync), "\(symbol.declaration)\n\(declarations)")
        }
    }

    @Test func `have no type of errors that is not a failure`() throws {
        let graphs = try Self.graphs()
        let names = Dictionary(graphs.flatMap(\.symbols).map { ($0.identifier.precise, $0.name) }) { first, _ in first }
        let conformances = graphs.flatMap(\.relationships).filter { $0.kind == "conformsTo" }
        let failure = try #require(names.first { $0.value == "Failure" }?.key)
        let failures = Set(conformances.filter { $0.target == failure }.map(\.source))
        // `Swift.Error` by its mangled name.
        let errors = Set(conformances.filter { $0.target == "s:s5ErrorP" }.map(\.source)).subtracting([failure])
        #expect(errors.count >= 20)
        #expect(errors.subtracting(failures).map { names[$0] ?? $0 } == [])
    }

    @Test(.enabled(if: Command.path(of: "docc") != nil, "docc is not installed"))
    func `make a documentation without warnings`() throws {
        let (folder, said) = try Self.documentation.get()
        let complaints = (said.output + said.errors).split(separator: "\n").filter {
            $0.contains("warning:") || $0.contains("error:")
        }
        #expect(complaints == [])
        #expect(FileManager.default.fileExists(atPath: folder.path + "/pages/data/documentation/notebookbundle.json"))
    }
}
