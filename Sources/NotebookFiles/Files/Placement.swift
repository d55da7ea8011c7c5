import CSystem
import NotebookText
import Synchronization

/// A file or directory that appears completely or not at all.
///
/// It is made beside its place under a hidden name, and then renamed (Format, clause 25.8). Everything that is written
/// as a whole is written in this way.
///
/// The hidden name is locked while it is in use. If its process was killed, the next placement in that directory
/// removes the remains. Ends with `finish`; dropping it removes what was made.
package struct Placement: ~Copyable {
    /// Its temporary path below the directory.
    package let temporary: DiskPath
    private let files: any FileOperations
    private let place: DiskPath
    private let kind: FileKind
    private let hold: any FileHold
    private var isFinished = false

    /// Makes a directory that will get a name in another directory.
    ///
    /// - Throws: `SystemError`.
    package init(
        ofDirectory name: String, in files: any FileOperations, environment: NotebookEnvironment
    ) throws(SystemError) {
        let place = DiskPath(name)
        let made = try Self.make(place, files, environment) { path throws(SystemError) in try files.makeDirectory(path)
        }
        self.init(made.path, made.hold, place, .directory, files)
    }

    /// Writes a file to a path in a directory; returns the result of `body`, which writes it.
    ///
    /// - Parameters:
    ///   - replacing: Whether to replace an existing file, and keep its permissions and attributes.
    ///   - isDurable: Whether to wait until the disk has it; not for what can be made again, such as a cache.
    /// - Throws: `SystemError`, with a “name taken” code if something exists that is not replaced, or what `body`
    ///   throws.
    package static func file<Result>(
        _ place: DiskPath, in files: any FileOperations, environment: NotebookEnvironment, replacing: Bool,
        isDurable: Bool = true,
        _ body: (OpenFile) throws -> Result
    ) throws -> Result {
        let made = try make(place, files, environment) { path throws(SystemError) in try files.create(path) }
        let placement = Placement(made.path, made.hold, place, .file, files)
        let file = made.value
        defer { files.close(file) }
        if replacing { files.copyAttributes(of: place, to: made.path) }
        let result = try body(file)
        if isDurable { try files.synchronize(file) }
        try placement.finish(replacing: replacing, isDurable: isDurable)
        return result
    }

    private init(
        _ path: DiskPath, _ hold: any FileHold, _ place: DiskPath, _ kind: FileKind, _ files: any FileOperations
    ) {
        (temporary, self.hold, self.place, self.kind, self.files) = (path, hold, place, kind, files)
    }

    deinit {
        if !isFinished { Self.remove(temporary, kind, files) }
        Interruptions.end()
    }

    /// Moves what was made to its place.
    ///
    /// - Parameter replacing: Whether to replace an existing file.
    /// - Throws: `SystemError`, with a “name taken” code if something exists that is not replaced.
    package consuming func finish(replacing: Bool = false, isDurable: Bool = true) throws(SystemError) {
        if replacing {
            try files.rename(temporary, to: place)
        } else {
            try files.renameExclusively(temporary, to: place)
        }
        isFinished = true
        if isDurable { try files.synchronizeDirectory(place.parent) }
    }

    /// Moves what was made to its place, and removes what was there.
    ///
    /// - Parameter replace: Moves it, and returns the new path of what was there; `nil` if that stays.
    package consuming func finish(
        _ replace: (DiskPath) throws(SystemError) -> DiskPath?
    ) throws(SystemError) {
        let old = try replace(temporary)
        isFinished = true
        try files.synchronizeDirectory(place.parent)
        // The new file is in place, even if removing the old one fails.
        if let old { Self.remove(old, kind, files) }
    }

    private static func make<Value>(
        _ place: DiskPath, _ files: any FileOperations, _ environment: NotebookEnvironment,
        _ create: (DiskPath) throws(SystemError) -> Value
    ) throws(SystemError) -> (path: DiskPath, hold: any FileHold, value: Value) {
        clearAbandoned(in: place.parent, files)
        Interruptions.begin()
        var isMade = false
        defer { if !isMade { Interruptions.end() } }
        while true {
            let path = place.parent.appending(TemporaryName.new(for: place.name, environment))
            let value = try create(path)
            switch files.hold(path) {
            case .held(let hold):
                isMade = true
                return (path, hold, value)
            case .unsupported:
                isMade = true
                return (path, NoHold(), value)
            // Another process took it for abandoned before it was locked, and removes it.
            case .busy: if let file = value as? OpenFile { files.close(file) }
            case .failed(let error):
                if let file = value as? OpenFile {
                    files.close(file)
                    try? files.unlink(path)
                } else {
                    try? files.removeDirectory(path)
                }
                throw error
            }
        }
    }

    private static func remove(_ path: DiskPath, _ kind: FileKind, _ files: any FileOperations) {
        if kind == .directory { try? files.removeTree(path) } else { try? files.unlink(path) }
    }

    /// Removes the remains that killed processes left in a directory.
    private static func clearAbandoned(in directory: DiskPath, _ files: any FileOperations) {
        guard let entries = try? files.list(directory) else { return }
        for entry in entries where TemporaryName.matches(entry.name) {
            guard entry.kind == .directory || entry.kind == .file else { continue }
            let path = directory.appending(entry.name)
            guard case .held(let hold) = files.hold(path) else { continue }
            withExtendedLifetime(hold) { remove(path, entry.kind, files) }
        }
    }
}

extension Placement {
    /// Writes a file with a name in a directory.
    package static func file<Result>(
        _ name: String, in files: any FileOperations, environment: NotebookEnvironment, replacing: Bool,
        _ body: (OpenFile) throws -> Result
    ) throws -> Result {
        try file(DiskPath(name), in: files, environment: environment, replacing: replacing, body)
    }
}

extension DirectoryFiles {
    /// Writes a file; an existing one is replaced when the new one is complete, and its permissions and attributes are kept.
    ///
    /// - Throws: `SystemError`, or what `body` throws; then nothing has changed.
    package func replaceFile<Result>(
        _ name: String, environment: NotebookEnvironment, _ body: (OpenFile) throws -> Result
    ) throws -> Result {
        try Placement.file(name, in: self, environment: environment, replacing: true, body)
    }

    /// Writes a file with a given content.
    package func replaceFile(_ name: String, with bytes: [UInt8], environment: NotebookEnvironment) throws {
        try replaceFile(name, environment: environment) { try writeAll(bytes, to: $0) }
    }
}

/// The hidden names for files and directories made beside their place: `.NAME.HHHHHHHH.bundle-tmp`.
private enum TemporaryName {
    private static let ending = ".bundle-tmp"
    private static let digits = 8

    /// A name that begins like the final one, and is valid wherever that is.
    static func new(for name: some Sequence<UInt8>, _ environment: NotebookEnvironment) -> [UInt8] {
        let number = String(environment.random() >> 32, radix: 16)
        let padded = String(repeating: "0", count: digits - number.count) + number
        return Array(".\(String(decoding: Array(name), as: UTF8.self).prefix(bytes: 100)).\(padded)\(ending)".utf8)
    }

    static func matches(_ name: [UInt8]) -> Bool {
        let text = String(decoding: name, as: UTF8.self)
        guard text.hasPrefix("."), text.hasSuffix(ending) else { return false }
        let number = text.dropLast(ending.count).suffix(digits + 1)
        return number.first == "." && number.dropFirst().allSatisfy { $0.isHexDigit && $0.isASCII }
            && number.count == digits + 1
    }
}

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
