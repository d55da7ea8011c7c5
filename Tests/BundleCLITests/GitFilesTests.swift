import NotebookBundle
import Synchronization
import TerminalIO
import Testing

@testable import BundleCLI

struct `Files of git` {
    /// Names of files that git was asked for, and a git that gives each file its name as its content.
    private final class Questions: Sendable {
        private let asked = Mutex<[[String]]>([])

        var all: [[String]] { asked.withLock { $0 } }

        func git() -> Git {
            var terminal = Terminal(
                output: { _ in }, errors: { _ in }, input: { _ in [] }, workingDirectory: "/", environment: .system,
                edit: { _, _, _ in 0 })
            terminal.run = { [self] words, _ in
                let names = words.drop { $0 != "sh" }.dropFirst(4)
                asked.withLock { $0.append(Array(names)) }
                let text = names.map { line in
                    let name = line.prefix { $0 != " " }
                    return "\(name) blob \(name.utf8.count)\n\(name)\n"
                }.joined()
                return Program.Result(output: Array(text.utf8), errors: "", status: 0)
            }
            return Git(
                session: Session(
                    tool: "bundle", terminal: terminal, verbs: BundleTool.verbs, rules: [], settings: UserSettings()))
        }
    }

    @Test(arguments: [40, 64]) func `are read once`(digits: Int) throws {
        let names = "0a9f".map { String(repeating: $0, count: digits) }
        let questions = Questions()
        let git = questions.git()
        for some in [names.prefix(2), names.dropFirst(), names[...]] {
            let contents = try git.contents(of: Array(some), in: "/")
            #expect(contents == some.map { Array($0.utf8) })
        }
        #expect(questions.all == [Array(names.prefix(2)), Array(names.suffix(2))])
    }

    @Test(arguments: [
        "HEAD:a.md", ":./notebook.json", String(repeating: "g", count: 40), String(repeating: "a", count: 39),
    ])
    func `are read each time if their names are no digests`(name: String) throws {
        let questions = Questions()
        let git = questions.git()
        for _ in 0..<2 { #expect(try git.contents(of: [name], in: "/") == [Array(name.utf8)]) }
        #expect(questions.all == [[name], [name]])
    }

    @Test func `are read each time where a filter makes their content`() throws {
        let name = String(repeating: "a", count: 40)
        let questions = Questions()
        let git = questions.git()
        for path in [nil, "a.md", nil, "a.md"] { _ = try git.contents(of: [(name, path)], in: "/") }
        #expect(questions.all == [[name], [name + " a.md"], [name + " a.md"]])
    }

    @Test func `are kept up to a limit`() {
        let memory = GitFileMemory()
        let names = "abc".map { String(repeating: $0, count: 40) }
        let long = [UInt8](repeating: 0, count: 10 << 20)
        for name in names.prefix(2) { memory.keep(long, named: name) }
        memory.keep([1], named: names[2])
        #expect(memory[names[0]] == long && memory[names[1]] == nil && memory[names[2]] == [1])
    }
}
