import Foundation
import NotebookBundle
import Synchronization
import Testing

@testable import BundleCLI

struct `The terminal of the process` {
    @Test func `has the variables that Foundation knows`() {
        let variables = ProcessInfo.processInfo.environment
        #expect(!variables.isEmpty && Terminal.system().terminal.environment == variables)
    }
}

struct `What a verb says on the screen of another` {
    @Test func `has one line for each message, whatever the width of the terminal`() throws {
        var terminal = Terminal(
            output: { _ in }, errors: { _ in }, input: { _ in [] }, workingDirectory: "/", environment: .system,
            edit: { _, _, _ in 0 })
        (terminal.outputIsTerminal, terminal.errorsAreTerminal, terminal.width) = (true, true, 20)
        let session = Session(
            tool: "bundle", terminal: terminal, verbs: BundleTool.verbs, rules: [], settings: UserSettings())
        let said = Mutex<[UInt8]>([])
        let collect: Terminal.Writer = { bytes in said.withLock { $0 += bytes } }
        let inner = session.saying(output: collect, errors: collect)
        try inner.note("note: a sentence that is longer than twenty columns")
        try inner.printRow("left for today: many cards", wrappedWith: 2)
        let lines = String(decoding: said.withLock { $0 }, as: UTF8.self)
        #expect(lines == "note: a sentence that is longer than twenty columns\nleft for today: many cards\n")
    }
}
