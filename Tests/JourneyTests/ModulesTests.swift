import Foundation
import TestSupport
import Testing

/// What the sources import, since a target can also import what is only built before it.
struct `The modules` {
    /// What each module depends on, directly or through others, by Package.swift.
    static let allowed: [String: Set<String>] = {
        let manifest = (try? String(contentsOf: Project.root.appending(path: "Package.swift"), encoding: .utf8)) ?? ""
        let targets = manifest.matches(of: /arget\(\s*name: "(\w+)"(?:,\s*dependencies: \[([^\]]*)\])?/)
        var all = targets.reduce(into: [String: Set<String>]()) { all, target in
            all[String(target.output.1)] = Set(
                (target.output.2 ?? "").matches(of: /"(\w+)"/).map { String($0.output.1) })
        }
        for _ in all { all = all.mapValues { names in names.reduce(names) { $0.union(all[$1] ?? []) } } }
        return all
    }()

    /// The modules of the system; of Foundation no more than its essentials, where these are apart.
    static let system: Set<String> = [
        "Glibc", "Musl", "Darwin", "FoundationEssentials", "Swift", "Synchronization", "Observation", "Dispatch",
        "SwiftUI",
        "UniformTypeIdentifiers",
    ]

    @Test func `import only what Package.swift says, and no package`() throws {
        let sources = Project.root.appending(path: "Sources")
        let paths = FileManager.default.enumerator(atPath: sources.path)?.compactMap { $0 as? String } ?? []
        #expect(paths.count > 500 && Self.allowed.count > 20)
        for path in paths where path.hasSuffix(".swift") {
            let text = try String(contentsOf: sources.appending(path: path), encoding: .utf8)
            let module = String(path.prefix { $0 != "/" })
            let allowed = (Self.allowed[module] ?? []).union(Self.system)
            for match in text.matches(of: /(?m)^(#else\n)?[ @\w]*\bimport (\w+)/) {
                let isInsteadOfEssentials = match.output.2 == "Foundation" && match.output.1 != nil
                #expect(isInsteadOfEssentials || allowed.contains(String(match.output.2)), "\(path): \(match.output.0)")
            }
        }
        let manifest = try String(contentsOf: Project.root.appending(path: "Package.swift"), encoding: .utf8)
        #expect(!manifest.contains(".package("))
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
