import Synchronization

package import NotebookFiles

/// A disk in memory that knows what would survive a power cut: only what was synchronised.
///
/// It can fail, stop or fill up at an operation of one's choice.
package final class SimulatedDisk: FileOperations {
    /// What goes wrong, and from which operation on; operations are counted from 0.
    package struct Fault: Hashable, Sendable, CustomStringConvertible {
        package enum Kind: Hashable, Sendable, CaseIterable {
            /// The process ends before the operation.
            case stop
            case noSpaceOnce
            case noSpaceFromThereOn
            case errorOnce
            case errorFromThereOn
            /// The operation writes only half of what it is given, which is no error.
            case shortWrite
        }

        package let kind: Kind
        package let operation: Int

        package init(kind: Kind, operation: Int) { (self.kind, self.operation) = (kind, operation) }

        package var description: String { "\(kind) at operation \(operation)" }
    }

    private let state: Mutex<DiskState>

    package init(_ state: DiskState = DiskState()) { self.state = Mutex(state) }

    package convenience init(names: DiskNames) { self.init(DiskState(names: names)) }

    /// The disk with its counters, to be copied.
    package var snapshot: DiskState { state.withLock { $0 } }

    /// A disk with the same content and no fault.
    package func copy(fault: Fault? = nil, mutation: Mutation? = nil) -> SimulatedDisk {
        copy(fault: fault, mutation: mutation, recording: nil)
    }

    func copy(fault: Fault? = nil, mutation: Mutation? = nil, recording record: DiskRecord?) -> SimulatedDisk {
        var state = snapshot
        state.record = record
        state.fault = fault
        state.mutation = mutation
        state.isStopped = false
        state.resetCounters()
        return SimulatedDisk(state)
    }

    /// From now on, operations are counted from 0, and one of them fails; `nil` mends the disk.
    package func breaks(_ fault: Fault?) {
        state.withLock { state in
            state.fault = fault
            state.isStopped = false
            state.resetCounters()
        }
    }

    /// The disk works again, after a power cut or without one.
    package func mends(after cut: DiskState.PowerCut) {
        breaks(nil)
        state.withLock { $0.cutPower(cut) }
    }

    /// The same disk, on which another program comes between.
    package func copy(_ interference: Interference) -> SimulatedDisk {
        let disk = copy()
        disk.state.withLock { $0.interference = interference }
        return disk
    }

    private func perform<Result>(
        _ kind: DiskState.OperationKind, _ path: DiskPath,
        _ body: (inout DiskState) throws(SystemError) -> sending Result
    ) throws(SystemError) -> sending Result {
        try state.withLock { (state) throws(SystemError) -> sending Result in
            try state.begin(kind, path)
            return try body(&state)
        }
    }

    package func list(_ directory: DiskPath) throws(SystemError) -> [DirectoryEntry] {
        try perform(.read, directory) { (state) throws(SystemError) in try state.list(directory) }
    }

    package func status(_ path: DiskPath) throws(SystemError) -> FileStatus? {
        try perform(.read, path) { (state) throws(SystemError) in state.status(path) }
    }

    package func open(_ path: DiskPath) throws(SystemError) -> OpenFile {
        try perform(.read, path) { (state) throws(SystemError) in try state.open(path) }
    }

    package func create(_ path: DiskPath) throws(SystemError) -> OpenFile {
        try perform(.grow, path) { (state) throws(SystemError) in try state.create(path) }
    }

    package func read(_ file: OpenFile, upTo count: Int) throws(SystemError) -> [UInt8] {
        try perform(.read, file.path) { (state) throws(SystemError) in state.read(file, upTo: count) }
    }

    package func write(_ bytes: ArraySlice<UInt8>, to file: OpenFile) throws(SystemError) -> Int {
        try perform(.grow, file.path) { (state) throws(SystemError) in state.write(bytes, to: file) }
    }

    package func synchronize(_ file: OpenFile) throws(SystemError) {
        try perform(.synchronizeFile, file.path) { (state) throws(SystemError) in state.synchronize(file) }
    }

    package func close(_ file: OpenFile) { state.withLock { $0.close(file) } }

    package func rename(_ old: DiskPath, to new: DiskPath) throws(SystemError) {
        try perform(.change, new) { (state) throws(SystemError) in try state.rename(old, to: new) }
    }

    package func renameExclusively(_ old: DiskPath, to new: DiskPath) throws(SystemError) {
        try perform(.change, new) { (state) throws(SystemError) in
            guard state.status(new) == nil else { throw SystemError(.rename, new.description, code: 17) }
            try state.rename(old, to: new)
        }
    }

    package func exchange(_ one: DiskPath, with other: DiskPath) throws(SystemError) {
        try perform(.change, other) { (state) throws(SystemError) in try state.exchange(one, with: other) }
    }

    package func link(_ old: DiskPath, to new: DiskPath) throws(SystemError) {
        try perform(.change, new) { (state) throws(SystemError) in try state.link(old, to: new) }
    }

    package func isSameFile(_ one: DiskPath, _ other: DiskPath) throws(SystemError) -> Bool {
        try perform(.compare, one) { (state) throws(SystemError) in state.isSameFile(one, other) }
    }

    package func unlink(_ path: DiskPath) throws(SystemError) {
        try perform(.change, path) { (state) throws(SystemError) in try state.unlink(path) }
    }

    package func makeDirectory(_ path: DiskPath) throws(SystemError) {
        try perform(.makeDirectory, path) { (state) throws(SystemError) in try state.makeDirectory(path) }
    }

    package func removeDirectory(_ path: DiskPath) throws(SystemError) {
        try perform(.removeDirectory, path) { (state) throws(SystemError) in try state.removeDirectory(path) }
    }

    package func synchronizeDirectory(_ path: DiskPath) throws(SystemError) {
        try perform(.synchronizeDirectory, path) { (state) throws(SystemError) in try state.synchronizeDirectory(path) }
    }

    package func synchronizeAll() throws(SystemError) {
        try perform(.synchronizeAll, .root) { (state) throws(SystemError) in state.synchronizeAll() }
    }
}

/// What another program does to a file before an operation, counted from 0.
package struct Interference: Sendable, CustomStringConvertible {
    package enum Kind: Sendable, CaseIterable {
        /// Writes another text into the file that is there.
        case writesInPlace
        /// Puts another file into its place.
        case replaces
    }

    package let kind: Kind
    package let path: DiskPath
    package let operation: Int

    package init(kind: Kind, path: DiskPath, operation: Int) {
        (self.kind, self.path, self.operation) = (kind, path, operation)
    }

    package var text: [UInt8] { Array("theirs".utf8) }
    package var description: String { "\(kind) \(path) before operation \(operation)" }
}

/// A fault of the store itself, which the suite must notice.
package enum Mutation: Hashable, Sendable {
    /// The file synchronisation with this number is left out.
    case skipFileSync(Int)
    /// The directory synchronisation with this number is left out.
    case skipDirectorySync(Int)
    /// Synchronisations of the whole file system are left out.
    case skipFileSystemSync
    /// The journal goes as soon as the first file is moved into place.
    case removeJournalEarly
    /// The operation with this number does nothing, and reports success.
    case swallowError(Int)
}
