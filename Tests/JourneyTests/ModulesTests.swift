import Foundation
import TestSupport
import Testing

/// What the sources import, since a target can also import what is only built before it.
struct `The modules` {
    /// What each target names in Package.swift, as SwiftPM reads it.
    static let named = Result { () throws -> [String: Set<String>] in
        try TemporaryFolder.with { folder in
            let dump = try Command.run([
                "swift", "package", "--package-path", Project.root.path, "--scratch-path", folder.path, "dump-package",
            ])
            let package = try JSONDecoder().decode(Package.self, from: dump.bytes)
            return Dictionary(uniqueKeysWithValues: package.targets.map { ($0.name, Set($0.dependencies.map(\.name))) })
        }
    }

    private struct Package: Decodable {
        let targets: [Target]

        struct Target: Decodable {
            let name: String
            let dependencies: [Dependency]
        }

        struct Dependency: Decodable {
            let byName: [String?]
            var name: String { byName[0] ?? "" }
        }
    }

    /// The modules of the system; of Foundation no more than its essentials, where these are apart.
    static let system: Set<String> = [
        "Glibc", "Musl", "Darwin", "FoundationEssentials", "Swift", "Synchronization", "Observation", "Dispatch",
        "SwiftUI",
        "UniformTypeIdentifiers",
    ]

    @Test func `import only what Package.swift says, and no package`() throws {
        let sources = Project.root.appending(path: "Sources")
        let paths = FileManager.default.enumerator(atPath: sources.path)?.compactMap { $0 as? String } ?? []
        let named = try Self.named.get()
        #expect(paths.count > 500 && named.count > 20)
        for path in paths where path.hasSuffix(".swift") {
            let text = try String(contentsOf: sources.appending(path: path), encoding: .utf8)
            let module = String(path.prefix { $0 != "/" })
            let allowed = (named[module] ?? []).union(Self.system)
            for match in text.matches(of: /(?m)^(#else\n)?[ @\w]*\bimport (\w+)/) {
                let isInsteadOfEssentials = match.output.2 == "Foundation" && match.output.1 != nil
                #expect(isInsteadOfEssentials || allowed.contains(String(match.output.2)), "\(path): \(match.output.0)")
            }
        }
        let manifest = try String(contentsOf: Project.root.appending(path: "Package.swift"), encoding: .utf8)
        #expect(!manifest.contains(".package("))
    }

    @Test func `name all modules that they reach, since SwiftPM compiles them again for no others`() throws {
        let named = try Self.named.get()
        for (target, names) in named {
            let missing = names.reduce(into: Set()) { $0.formUnion(named[$1] ?? []) }.subtracting(names)
            #expect(missing.isEmpty, "\(target)")
        }
    }

    @Test func `for the command line are the library, the server for editors and the terminal`() throws {
        let sources = Project.root.appending(path: "Sources/BundleCLI")
        let paths = FileManager.default.enumerator(atPath: sources.path)?.compactMap { $0 as? String } ?? []
        var imported: Set<String> = []
        for path in paths where path.hasSuffix(".swift") {
            let text = try String(contentsOf: sources.appending(path: path), encoding: .utf8)
            imported.formUnion(text.matches(of: /(?m)^[ @\w]*\bimport (\w+)/).map { String($0.output.1) })
        }
        imported.subtract(Self.system.union(["Foundation"]))
        #expect(imported == ["NotebookBundle", "LanguageServer", "TerminalIO"])
    }
}
