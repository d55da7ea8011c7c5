import CTerminal
package import NotebookFiles

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// System calls for terminals and for running programs.
enum TerminalCall {
    /// The kind and size of the file behind an open descriptor; `nil` on an error.
    static func status(_ descriptor: Int32) -> stat? {
        var result = stat()
        return unsafe fstat(descriptor, &result) == 0 ? result : nil
    }

    /// The number of the first argument of the process that is not UTF-8; `nil` if all are.
    static var argumentThatIsNotText: Int? {
        (1..<max(1, Int(CommandLine.argc))).first { number in
            guard let word = unsafe CommandLine.unsafeArgv[number] else { return false }
            return unsafe String(validatingCString: word) == nil
        }
    }

    /// The variables of the process by their names; U+FFFD stands for what is not UTF-8.
    static var environment: [String: String] {
        guard let start = unsafe cterminal_environment() else { return [:] }
        var count = 0
        while unsafe start[count] != nil { count += 1 }
        var variables: [String: String] = [:]
        variables.reserveCapacity(count)
        for index in 0..<count {
            guard let variable = unsafe start[index].map({ unsafe String(cString: $0) }),
                let equals = variable.utf8.firstIndex(of: UInt8(ascii: "="))
            else { continue }
            variables[String(variable[..<equals])] = String(variable[variable.utf8.index(after: equals)...])
        }
        return variables
    }

    /// Watches which files of a folder are opened; negative if the system does not report it.
    static func watchOpening(in folder: String) -> Int32 {
        unsafe SystemCall.withName(Array(folder.utf8)) { unsafe cterminal_watch_opening($0) }
    }

    static func close(_ descriptor: Int32) { _ = closeCall(descriptor) }

    /// Waits for input or its end; false if the process is asked to end meanwhile, even if another thread receives the
    /// signal.
    static func awaitInput(_ descriptor: Int32) -> Bool {
        while !SystemCall.isInterrupted {
            var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            if unsafe poll(&request, 1, 100) != 0 { return !SystemCall.isInterrupted }
        }
        return false
    }

    /// Does nothing for some milliseconds; false if the process is asked to end.
    static func pause(milliseconds: Int32) -> Bool {
        _ = poll(nil, 0, milliseconds)
        return !SystemCall.isInterrupted
    }

    /// Asks for a line on the terminal without showing it; `nil` on an error.
    static func askSecret(_ prompt: String) -> [UInt8]? {
        var count = 0
        let line = unsafe [UInt8](unsafeUninitializedCapacity: 4_096) { buffer, initialized in
            count = unsafe SystemCall.withName(Array(prompt.utf8)) { prompt in
                unsafe cterminal_ask_secret(prompt, buffer.baseAddress, buffer.count)
            }
            initialized = max(count, 0)
        }
        return count < 0 ? nil : line
    }

    /// Whether something can be read within some milliseconds.
    static func hasInput(_ descriptor: Int32, within milliseconds: Int32) -> Bool {
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return unsafe poll(&request, 1, milliseconds) > 0
    }

    /// Sets the last bytes that a terminal in key-by-key mode receives, whatever ends the process.
    static func endKeys(with bytes: [UInt8]) {
        unsafe bytes.withUnsafeBufferPointer { unsafe cterminal_end_keys_with($0.baseAddress, $0.count) }
    }

    /// Starts a program in a directory; returns its process and the pipes of its output, or `nil` on an error.
    static func start(_ words: [String], in directory: String) -> (process: pid_t, output: Int32, errors: Int32)? {
        var (output, errors): (Int32, Int32) = (-1, -1)
        let copies = unsafe words.map { unsafe strdup($0) }
        defer { unsafe copies.forEach { unsafe free($0) } }
        let pointers = unsafe copies.map { unsafe UnsafePointer($0) } + [nil]
        let process = unsafe SystemCall.withName(Array(directory.utf8)) { directory in
            unsafe cterminal_start(pointers, directory, &output, &errors)
        }
        return process < 0 ? nil : (process, output, errors)
    }

    /// Reads two pipes to their ends, whichever has data, and closes them; also ends on an error.
    static func readAll(_ first: Int32, _ second: Int32) -> ([UInt8], [UInt8]) {
        let pipes = [first, second]
        var contents: [[UInt8]] = [[], []]
        var isOpen = [true, true]
        while isOpen.contains(true) {
            var waiting = pipes.indices.map {
                // poll(2) skips a closed descriptor.
                pollfd(fd: isOpen[$0] ? pipes[$0] : -1, events: Int16(POLLIN), revents: 0)
            }
            if unsafe poll(&waiting, nfds_t(waiting.count), -1) < 0 {
                if SystemCall.code == EINTR { continue }
                break
            }
            for index in pipes.indices where waiting[index].revents != 0 {
                let bytes = SystemCall.read(pipes[index], upTo: 1 << 16) ?? []
                contents[index] += bytes
                isOpen[index] = !bytes.isEmpty
            }
        }
        for pipe in pipes { _ = closeCall(pipe) }
        return (contents[0], contents[1])
    }

    /// Makes the process print a line when it crashes, and exit with a status.
    static func explainBreakdowns(tool: String, status: Int32) {
        unsafe SystemCall.withName(Array(tool.utf8)) { unsafe cterminal_explain_breakdowns($0, status) }
    }

    /// Runs a command with more words in the foreground of the terminal; -1 on an error.
    ///
    /// - Parameter tick: Called at this interval of milliseconds while it runs.
    static func runInForeground(
        _ command: String, _ words: [String], milliseconds: Int32, tick: () -> Void
    ) -> Int32 {
        let copies = unsafe words.map { unsafe strdup($0) }
        defer { unsafe copies.forEach { unsafe free($0) } }
        let pointers = unsafe copies.map { unsafe UnsafePointer($0) } + [nil]
        // The compiler puts this place into the tool, which is to have the same bytes whatever folder it is built in.
        #sourceLocation(file:"Ticking",line:1)
        return withoutActuallyEscaping(tick) { tick in
            let ticking = Ticking(tick)
            return withExtendedLifetime(ticking) {
                unsafe SystemCall.withName(Array(command.utf8)) { command in
                    unsafe cterminal_run_in_foreground(
                        command, pointers, milliseconds,
                        { context in
                            guard let context = unsafe context else { return }
                            unsafe Unmanaged<Ticking>.fromOpaque(context).takeUnretainedValue().tick()
                        }, Unmanaged.passUnretained(ticking).toOpaque())
                }
            }
        }
        #sourceLocation()
    }
}

/// Holds the function to call while a program runs, for the C code.
private final class Ticking {
    let tick: () -> Void

    init(_ tick: @escaping () -> Void) { self.tick = tick }
}

private func closeCall(_ descriptor: Int32) -> Int32 { close(descriptor) }

/// The files of a folder that programs open, as the system reports them (inotify(7)).
package struct OpenedFiles: ~Copyable {
    private let watch: Int32

    /// Watches a folder from now on; sees nothing where the system does not report it.
    package init(in folder: String) { watch = TerminalCall.watchOpening(in: folder) }

    deinit { if watch >= 0 { TerminalCall.close(watch) } }

    /// Whether any was opened since the last call.
    package func wereOpened() -> Bool { watch >= 0 && cterminal_was_opened(watch) != 0 }
}

/// Runs a program to its end and collects its output.
package struct Program: Sendable {
    /// The output and exit status of a program.
    package struct Result: Sendable {
        package let output: [UInt8]
        package let errors: String
        /// The exit status; 128 plus the signal number if a signal ended it.
        package let status: Int32

        package init(output: [UInt8], errors: String, status: Int32) {
            self.output = output
            self.errors = errors
            self.status = status
        }
    }

    /// Runs a program, found in the search path, in a directory; like env(1), it accepts `-u NAME` and `NAME=VALUE` before
    /// the program, and its status is 127 if there is no such program, 126 if it may not be run.
    ///
    /// - Throws: `SystemError` if it cannot be started.
    package static func run(_ words: [String], in directory: String) throws(SystemError) -> Result {
        guard let started = TerminalCall.start(words, in: directory) else {
            let code = SystemCall.code
            // The same errors say that the directory cannot be entered.
            if let status = [ENOENT: 127, EACCES: 126][code], unsafe access(directory, X_OK) == 0 {
                return Result(output: [], errors: "", status: Int32(status))
            }
            throw SystemError(.start, words.first ?? "", code: code)
        }
        // Read both pipes before waiting for the end: a full pipe would block the program.
        let (output, errors) = TerminalCall.readAll(started.output, started.errors)
        let text = String(decoding: errors, as: UTF8.self)
        return Result(output: output, errors: text, status: cterminal_wait(started.process))
    }
}
