import CSystem
import Synchronization

/// Ctrl-C and other signals that ask the process to end, while something unfinished must be removed first.
///
/// Signals belong to the program. The library catches them only in a program that allows it, and only between `begin` and
/// `end`; then they make reading and writing of files fail, so that the unfinished work is removed.
package enum Interruptions {
    private struct State {
        var areAllowed = false
        var holds = 0
    }

    private static let state = Mutex(State())

    /// Lets unfinished work be removed before a signal ends this process.
    ///
    /// The program must end itself where `SystemCall.isInterrupted` is true.
    package static func allow() { state.withLock { $0.areAllowed = true } }

    /// The signal that asked the process to end; 0 if none has.
    package static var signal: Int32 { csystem_interruption() }

    /// Begins something that must be removed if it is not finished.
    package static func begin() {
        state.withLock { state in
            state.holds += 1
            if state.areAllowed, state.holds == 1 { csystem_catch_interruptions() }
        }
    }

    /// Ends something, finished or removed.
    package static func end() {
        state.withLock { state in
            state.holds -= 1
            if state.areAllowed, state.holds == 0 { csystem_release_interruptions() }
        }
    }
}
