import Foundation
import NotebookTestSupport
import TestSupport
import Testing

@testable import BundleCLI

/// The library speaks of notebooks, the tool of its verbs.
struct `The words of the library` {
    static let verbs = Set(BundleTool.verbs.map(\.name))

    /// The sources below the command line, each with its strings.
    private static let strings: [(place: String, text: String)] = {
        let sources = Project.root.appending(path: "Sources")
        let paths = (FileManager.default.enumerator(atPath: sources.path)?.compactMap { $0 as? String } ?? []).sorted()
        let below = paths.filter { path in
            path.hasSuffix(".swift") && !["BundleCLI/", "bundle/"].contains(where: path.hasPrefix)
        }
        return below.flatMap { path -> [(String, String)] in
            let text = (try? String(contentsOf: sources.appending(path: path), encoding: .utf8)) ?? ""
            var isLong = false
            return text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().compactMap {
                number, line in
                let code = line.drop { $0 == " " }
                defer { if code.components(separatedBy: "\"\"\"").count == 2 { isLong.toggle() } }
                if code.hasPrefix("//") || !isLong && !code.contains("\"") { return nil }
                let quoted =
                    isLong
                    ? String(code)
                    : code.split(separator: "\"", omittingEmptySubsequences: false).enumerated().filter {
                        $0.offset % 2 == 1
                    }.map { String($0.element) }.joined(separator: " ")
                return ("\(path):\(number + 1)", quoted)
            }
        }
    }()

    @Test func `name no verb and no option of the tool`() {
        #expect(Self.strings.count > 1_000 && Self.verbs.count > 40)
        let quoted = /‘([a-z-]+)(?:’| (?!==))/
        let option = /(^|[ (‘])--(?!en-)[a-z]/
        for (place, text) in Self.strings {
            #expect(!text.contains("‘bundle ") && !text.contains("`bundle "), "\(place): \(text)")
            for match in text.matches(of: quoted) {
                #expect(!Self.verbs.contains(String(match.output.1)), "\(place): \(text)")
            }
            // The names of values in the style of pages look like options.
            if place.contains("/HTML/Page"), place.contains("Style.swift") { continue }
            // An option is a word of the tool; a line of dashes is none, nor is the first line of git's patches,
            // nor a property of Evernote's styles.
            let namesOption = text.contains(option)
            #expect(text.hasPrefix("diff --git ") || !namesOption, "\(place): \(text)")
        }
    }

    @Test func `stand in a document for every verb, with the call that does the same`() throws {
        let page = try String(contentsOf: Project.root.appending(path: "docs/Library.md"), encoding: .utf8)
        let section = try #require(page.components(separatedBy: "\n## The verbs of the tool\n").last)
        let rows = section.prefix { $0 != "#" }.split(separator: "\n").compactMap { line in
            line.firstMatch(of: /^\| `([a-z-]+)` \| (.+) \|$/).map { (String($0.output.1), String($0.output.2)) }
        }
        #expect(rows.map(\.0) == BundleTool.verbs.map(\.name))
        // What is called is public.
        let list = Project.root.appending(path: "Tests/JourneyTests/Schemas/public-symbols.txt")
        let names = Set(
            try String(contentsOf: list, encoding: .utf8).split(separator: "\n").flatMap { line in
                line.split(separator: ".").map { $0.prefix { $0 != "(" } }.map(String.init)
            })
        for (verb, calls) in rows where !["completion", "git-setup", "merge-driver", "setup"].contains(verb) {
            let called = calls.matches(of: /`([^`]+)`/).flatMap { $0.output.1.matches(of: /([A-Za-z]+)(?:\(|$|\.)/) }
            let values: Set = ["notebook", "draft", "snapshot"]
            let functions = called.map { String($0.output.1) }.filter { !values.contains($0) }
            #expect(!functions.isEmpty, "\(verb)")
            for function in functions { #expect(names.contains(function), "\(verb): \(function)") }
        }
    }
}
