import Foundation
import TestSupport

/// Somebody uses the tool at a terminal, which Python's `pty` provides.
enum TypedSession {
    /// Runs a program in a terminal of 80 columns; types each text of `steps` once the text before it was shown.
    ///
    /// After a step that is `kill`, the program is killed; `SIGNAL NUMBER` sends it another signal; `SIZE WIDTH HEIGHT` gives the
    /// terminal another size; `RUN COMMAND` runs something beside it.
    private static let script = """
        import fcntl, json, os, pty, select, signal, struct, subprocess, sys, termios, time
        steps, words = json.loads(sys.argv[1]), sys.argv[2:]
        pid, terminal = pty.fork()
        if pid == 0:
            time.sleep(0.1)
            # Threads of the tests block signals.
            signal.pthread_sigmask(signal.SIG_SETMASK, [])
            os.execv(words[0], words)
        fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        before = termios.tcgetattr(terminal)[3]
        output, seen, killed = b"", 0, False
        end = time.time() + 120
        while time.time() < end:
            if not select.select([terminal], [], [], 1)[0]:
                continue
            try:
                part = os.read(terminal, 65536)
            except OSError:
                break
            if not part:
                break
            output += part
            while steps and steps[0][0].encode() in output[seen:]:
                seen = output.index(steps[0][0].encode(), seen) + len(steps[0][0].encode())
                keys = steps.pop(0)[1]
                if keys == "kill":
                    os.kill(pid, signal.SIGKILL)
                    killed = True
                elif keys.startswith("SIGNAL "):
                    os.kill(pid, int(keys.split()[1]))
                elif keys.startswith("RUN "):
                    subprocess.run(keys[4:], shell=True, stdout=subprocess.DEVNULL)
                elif keys.startswith("SIZE "):
                    width, height = map(int, keys.split()[1:])
                    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))
                else:
                    os.write(terminal, keys.encode())
        else:
            os.kill(pid, 9)
        status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
        try:
            same = killed or termios.tcgetattr(terminal)[3] == before
        except termios.error:
            same = True
        sys.stdout.buffer.write(output)
        sys.exit(9 if killed else 99 if not same else status if status >= 0 else 128 - status)
        """

    /// Runs the tool; its status is 99 if it left the terminal in another state, and 9 if it was killed.
    static func run(
        _ words: [String], _ steps: [[String]], in folder: URL, environment: [String: String] = [:]
    ) throws -> Command.Result {
        let steps = String(decoding: try JSONEncoder().encode(steps), as: UTF8.self)
        return try Python.run(
            .text(script), [steps, Tool.path] + words, in: folder,
            environment: ["TERM": "xterm", "NO_COLOR": "1"].merging(environment) { $1 })
    }
}
