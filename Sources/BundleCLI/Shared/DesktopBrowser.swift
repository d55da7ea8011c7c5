import NotebookBundle
import TerminalIO

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The browser of the user's desktop.
struct DesktopBrowser {
    private let session: Session

    init(_ session: Session) { self.session = session }

    private static let opener = SystemCall.isApple ? "open" : "xdg-open"

    /// Opens an address, and waits half a second at most; false if the desktop has no program for it.
    func open(_ address: String) throws -> Bool {
        let folders = (session.terminal.environment["PATH"] ?? "").split(separator: ":")
        guard folders.contains(where: { FileManager.default.isExecutableFile(atPath: "\($0)/\(Self.opener)") }) else {
            return false
        }
        // The shell lets it continue in the background, and keeps Ctrl-C from it; its output would keep the pipes open.
        let script = """
            \(Self.opener) "$1" > /dev/null 2>&1 < /dev/null &
            for turn in 1 2 3 4 5; do sleep 0.1; kill -0 $! 2> /dev/null || { wait $!; exit; }; done
            """
        return try session.terminal.run(["sh", "-c", script, "sh", address], "/").status == 0
    }
}
