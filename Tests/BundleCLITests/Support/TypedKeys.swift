import BundleCLI
import NotebookBundle
import NotebookFiles
import NotebookText
import Synchronization
import TerminalIO
import TestSupport

/// A terminal at which somebody types keys, one after the other; the clock goes on with each.
final class TypedKeys: Sendable {
    private struct State {
        var keys: ArraySlice<String>
        var now: Int64
        var screens: [String] = []
        var printed: [UInt8] = []
        var suspensions = 0
        var ending: [UInt8] = []
    }

    /// Instead of a key: nobody presses one for some time.
    static let nothing = "\u{0}"

    private let state: Mutex<State>
    /// How many seconds pass before each key.
    private let pause: Int64
    /// Another one at each time of beginning, so that sessions in one notebook differ.
    private let chance: Chance

    /// Called before each key.
    private let before: @Sendable (String) -> Void

    init(
        _ keys: [String], from start: Int64 = 1_795_168_800, pause: Int64 = 5,
        before: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.before = before
        state = Mutex(State(keys: keys[...], now: start))
        self.pause = pause
        chance = Chance(seed: UInt64(start))
    }

    /// What was drawn, one text for each drawing.
    var screens: [String] { state.withLock { $0.screens } }
    /// What was printed on both streams.
    var printed: String { state.withLock { String(decoding: $0.printed, as: UTF8.self) } }
    /// How often the tool was stopped as by Ctrl-Z.
    var suspensions: Int { state.withLock { $0.suspensions } }
    /// What the terminal receives last, whatever ends the tool.
    var ending: String { state.withLock { String(decoding: $0.ending, as: UTF8.self) } }
    /// How many keys were not read.
    var keysLeft: Int { state.withLock { $0.keys.count } }

    private func next() -> String {
        let key = state.withLock { state in
            state.now += pause
            return state.keys.popFirst() ?? ""
        }
        before(key)
        return key
    }

    /// Runs the tool.
    ///
    /// - Parameter port: What stands between the tool and a bundle's directory.
    func run(
        _ words: [String], in directory: String, environment: [String: String] = [:],
        port: @escaping @Sendable (any FileOperations) -> any FileOperations = { $0 }
    ) -> ExitStatus {
        let notebookEnvironment = NotebookEnvironment(
            now: { Timestamp(clamping: self.state.withLock { $0.now }) }, random: { self.chance.next() },
            open: { path, mode, wait in port(try DirectoryFiles.locked(path, mode, wait: wait)) },
            history: HistoryLimits())
        let print: Terminal.Writer = { bytes in self.state.withLock { $0.printed += bytes } }
        var terminal = Terminal(
            output: print, errors: print, input: { _ in [] }, workingDirectory: directory,
            environment: notebookEnvironment,
            edit: { _, _, _ in 0 })
        terminal.environment = ["HOME": directory, "TMPDIR": directory].merging(environment) { $1 }
        terminal.inputIsTerminal = true
        terminal.withKeys = { body in
            try body(
                Keyboard(
                    next: { _ in Array(self.next().utf8) },
                    write: { bytes in
                        self.state.withLock { $0.screens.append(String(decoding: bytes, as: UTF8.self)) }
                    }, size: { Keyboard.Size(width: 80, height: 24) },
                    suspend: { self.state.withLock { $0.suspensions += 1 } },
                    event: { _, _ in
                        let key = self.next()
                        return key == Self.nothing ? .nothing : .keys(Array(key.utf8))
                    },
                    endWith: { bytes in self.state.withLock { $0.ending = bytes } }))
            return true
        }
        return BundleTool.run(words, in: terminal)
    }
}
