import Foundation
import NotebookTestSupport
import TestSupport
import Testing

@testable import BundleCLI

/// The sessions that README.md and docs/ show; `BUNDLE_RECORD=1 swift test --filter 'A document of the tool'` writes
/// them anew.
struct `A document of the tool` {
    static let names: [String] =
        ["README.md"]
        + ((try? FileManager.default.contentsOfDirectory(atPath: Project.root.appending(path: "docs").path)) ?? [])
        .filter { $0.hasSuffix(".md") }.sorted().map { "docs/" + $0 }

    @Test func `is one of several`() { #expect(Self.names.count >= 7) }

    @Test(arguments: names)
    func `shows what the tool prints`(name: String) throws {
        let file = Project.root.appending(path: name)
        let text = try String(contentsOf: file, encoding: .utf8)
        let workplace = try Workplace(seed: 11)
        try Self.furnish(workplace)
        let replayed = try Fences(text).replacing("console") { session in
            try Transcript(session).replay(in: workplace, marksErrors: false)
        }
        if Environment["BUNDLE_RECORD"] == "1" {
            try replayed.write(to: file, atomically: true, encoding: .utf8)
        } else if text != replayed {
            Issue.record("\(name) should say:\n\(replayed)")
        }
    }

    @Test(arguments: names)
    func `has no command that nothing runs`(name: String) throws {
        let text = try String(contentsOf: Project.root.appending(path: name), encoding: .utf8)
        let ci = try String(contentsOf: Project.root.appending(path: ".ci/run"), encoding: .utf8)
        let readme = try String(contentsOf: Project.root.appending(path: "README.md"), encoding: .utf8)
        let kinds = Set(Fences(text).blocks.map(\.language))
        #expect(
            kinds.subtracting([
                "", "abnf", "bash", "console", "elisp", "json", "lua", "make", "sh", "swift", "text", "toml", "xml",
                "yaml",
            ])
                == [])
        let commands = Fences(text).blocks.filter { $0.language == "sh" }
        if name == "README.md" {
            #expect(commands.count == 3)
            for number in 1...3 { #expect(ci.contains("$(block \(number))")) }
        } else {
            for line in commands.flatMap({ $0.content.split(separator: "\n") }) {
                #expect(ci.contains("\n\(line)\n") || readme.contains("\n\(line)\n"), "\(line)")
            }
        }
    }

    @Test(arguments: names)
    func `links to what is there`(name: String) throws {
        let file = Project.root.appending(path: name)
        let text = try String(contentsOf: file, encoding: .utf8)
        for link in text.replacing(/`[^`\n]*`/, with: "code").matches(of: /\]\(([^)#:]+)(#[^)]*)?\)/) {
            let path = String(link.output.1).removingPercentEncoding ?? ""
            let target = file.deletingLastPathComponent().appending(path: path)
            #expect(FileManager.default.fileExists(atPath: target.path), "\(path)")
        }
    }

    /// What the sessions find in their directory.
    private static func furnish(_ workplace: Workplace) throws {
        let picture = Data([0xFF, 0xD8, 0xFF, 0xE0] + Array(repeating: 0x20, count: 2_000) + [0xFF, 0xD9])
        try picture.write(to: workplace.directory.appending(path: "heron.jpg"))
        let vault = workplace.directory.appending(path: "Vault/Birds")
        try FileManager.default.createDirectory(at: vault, withIntermediateDirectories: true)
        try Data("---\ntags: [wetland]\ndate: 2026-03-01\n---\n# Heron\n\n![[heron.jpg]]\n".utf8)
            .write(to: vault.appending(path: "Heron.md"))
        try picture.write(to: vault.appending(path: "heron.jpg"))
        try Data("key\n".utf8).write(to: workplace.directory.appending(path: "Vault/todo.taskpaper"))
    }
}
