import Foundation
import TestSupport
import Testing

/// What the sources import and call, and what docs/Architecture.md shows of them.
@Suite(.waitsForPrograms) struct `The house` {
    /// What each module may import: its dependencies in Package.swift, since a module could also import what it reaches
    /// only through another.
    static let allowed: [String: Set<String>] = {
        let manifest = (try? String(contentsOf: Project.root.appending(path: "Package.swift"), encoding: .utf8)) ?? ""
        let targets = manifest.matches(
            of: /name: "(\w+)"(?:,\s*pkgConfig:|,\s*cSettings:|\),|,\s*dependencies: \[([^\]]*)\])/)
        return Dictionary(
            targets.map { target in
                let names = (target.output.2 ?? "").matches(of: /"(\w+)"/).map { String($0.output.1) }
                return (String(target.output.1), Set(names))
            },
            uniquingKeysWith: { $1 }
        ).merging(system) { $0.union($1) }
    }()

    /// What single modules may import of the system besides.
    static let system: [String: Set<String>] = [
        "Cores": ["Dispatch"], "NotebookStore": ["Dispatch"], "NotebookBundle": ["SwiftUI", "UniformTypeIdentifiers"],
    ]

    /// What every module may import: the system, the standard library's modules, and of Foundation no more than its
    /// essentials, where these are apart.
    static let common: Set<String> = ["Glibc", "Musl", "Darwin", "FoundationEssentials", "Swift", "Synchronization"]

    /// The folders in which C is called.
    static let unsafeFolders: Set<String> = [
        "Archives/Bytes", "Archives/Checksums", "Archives/Compression", "Archives/Problems", "Cores/Threads",
        "NotebookFormat/Digest", "NotebookStore/Files", "TerminalIO",
    ]

    static func module(of path: String) -> String { String(path.prefix { $0 != "/" }) }

    static let files: [(path: String, lines: [Substring])] = {
        let sources = Project.root.appending(path: "Sources")
        let paths = (FileManager.default.enumerator(atPath: sources.path)?.compactMap { $0 as? String } ?? []).sorted()
        return paths.filter { $0.hasSuffix(".swift") }.compactMap { path in
            (try? String(contentsOf: sources.appending(path: path), encoding: .utf8)).map {
                (path, $0.split(separator: "\n", omittingEmptySubsequences: false))
            }
        }
    }()

    @Test func `is drawn with all its modules`() throws {
        let page = try String(contentsOf: Project.root.appending(path: "docs/Architecture.md"), encoding: .utf8)
        let modules = Set(Self.files.map { Self.module(of: $0.path) })
        #expect(modules.count > 8 && Self.files.count > 150)
        for module in modules { #expect(page.contains("\n| `\(module)` |"), "\(module)") }
    }

    @Test func `imports only what Package.swift allows`() throws {
        for file in Self.files {
            let allowed = (Self.allowed[Self.module(of: file.path)] ?? []).union(Self.common)
            for (number, line) in file.lines.enumerated() {
                guard let name = Self.imported(by: line) else { continue }
                let isInsteadOfEssentials = name == "Foundation" && number > 0 && file.lines[number - 1] == "#else"
                #expect(isInsteadOfEssentials || allowed.contains(name), "\(file.path): \(line)")
            }
        }
    }

    /// The module that a line imports; of an import that is spelled in another way, the whole line.
    private static func imported(by line: Substring) -> String? {
        let anyImport = /(?:^|;)\s*(?:(?:@\S+|\w*(?:public|package|internal|private|open))\s+)*import(?:\s|$)/
        guard line.contains("import"), line.contains(anyImport) else { return nil }
        let known = line.wholeMatch(of: /\ *(?:(?:@\w+(?:\(\w+\))?|public|package|internal|private) )*import (\w+)/)
        return known.map { String($0.output.1) } ?? String(line)
    }

    @Test(arguments: [
        ("import Cores", "Cores"), ("    @_spi(X) package import Cores", "Cores"), ("// import Cores", nil),
        ("#if canImport(Darwin)", nil), ("ImportCommand.self, important", nil),
        ("fileprivate import Cores", "fileprivate import Cores"), ("import struct Cores.A", "import struct Cores.A"),
        ("import  Cores", "import  Cores"), ("import A; import Cores", "import A; import Cores"),
        ("@testable public import Cores.A", "@testable public import Cores.A"), ("before their import (others go", nil),
    ])
    func `reads every line that imports`(line: String, name: String?) { #expect(Self.imported(by: line[...]) == name) }

    @Test func `says ‘unsafe’ only where C is called, and never gives up`() {
        for file in Self.files {
            let folder = file.path.split(separator: "/").dropLast().prefix(2).joined(separator: "/")
            for line in file.lines where Self.forbidden.contains(where: { line.contains($0) }) {
                if line.drop(while: { $0 == " " }).hasPrefix("//") { continue }
                let mayBeUnsafe = Self.unsafeFolders.contains(folder)
                // An option of the tool is called so, too, and what a fix promises.
                let code = ["=unsafe", "\"unsafe\"", ".unsafe", "case unsafe"].reduce(String(line)) {
                    $0.replacing($1, with: "")
                }
                #expect(mayBeUnsafe || !code.contains(/\bunsafe\b/), "\(file.path): \(line)")
                #expect(
                    !line.contains(
                        /\btry!|\bas!|\bfatalError\(|\bpreconditionFailure\(|@unchecked|nonisolated\(unsafe\)/),
                    "\(file.path): \(line)")
            }
        }
    }

    /// What a line has that is looked at closely.
    static let forbidden = ["unsafe", "try!", "as!", "fatalError", "preconditionFailure", "@unchecked"]

    /// Otherwise nobody can try them any more (`Tests/Breakages/run.py`).
    @Test func `has the lines that the lists of breakages name, each once`() throws {
        let folder = Project.root.appending(path: "Tests/Breakages")
        let lists = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".txt") }
        #expect(
            Set(lists.map { String($0.dropLast(4)) }).isSubset(of: Set(Self.files.map { Self.module(of: $0.path) })))
        let lines = Dictionary(uniqueKeysWithValues: Self.files.map { ("Sources/\($0.path)", $0.lines) })
        for list in lists {
            let text = try String(contentsOf: folder.appending(path: list), encoding: .utf8)
            let rows = text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { $0.drop { $0 == " " } }
            try #require(rows.count.isMultiple(of: 4), "\(list)")
            for start in stride(from: 0, to: rows.count, by: 4) {
                let (path, line, expression) = (String(rows[start]), rows[start + 1], rows[start + 2])
                let count = lines[path]?.count { $0.drop { $0 == " " } == line }
                #expect(count == 1 && line.contains(expression), "\(list): \(path): \(line)")
            }
        }
    }

    @Test func `depends on no package`() throws {
        let manifest = try String(contentsOf: Project.root.appending(path: "Package.swift"), encoding: .utf8)
        #expect(!manifest.contains(".package("))
    }
}
