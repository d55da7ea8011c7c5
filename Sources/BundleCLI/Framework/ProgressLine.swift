import NotebookBundle
import Synchronization

/// A line on the terminal that shows the progress of long work, and disappears when the work is done.
final class ProgressLine: WorkProgress, Sendable {
    private let session: Session
    private let verb: String
    private let state = Mutex(State())

    private struct State {
        var bytes = 0
        var shownAt: ContinuousClock.Instant = .now
        var isShown = false
    }

    init(_ session: Session, _ verb: String) {
        self.session = session
        self.verb = verb
    }

    deinit { finish() }

    func advance(_ bytes: Int, _ path: @autoclosure () -> String) {
        guard session.terminal.errorsAreTerminal else { return }
        let line = state.withLock { state -> String? in
            state.bytes += bytes
            let now = ContinuousClock.now
            guard now - state.shownAt > .milliseconds(100) else { return nil }
            state.shownAt = now
            state.isShown = true
            let text = "\(verb) \(PrintableText.escaped(path())) (\(Wording.size(state.bytes)))"
            return "\r\u{1B}[K" + text.cut(to: max(20, session.terminal.width - 1))
        }
        if let line { try? session.terminal.errors(Array(line.utf8)) }
    }

    func finish() {
        let wasShown = state.withLock { state in
            defer { state.isShown = false }
            return state.isShown
        }
        if wasShown { try? session.terminal.errors(Array("\r\u{1B}[K".utf8)) }
    }
}
