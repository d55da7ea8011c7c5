import NotebookFiles
import TestSupport

/// The files of a simulated disk: as programs see them, and as they would be after a power cut.
package struct DiskState: Sendable {
    enum OperationKind {
        case read, compare, grow, change, makeDirectory, removeDirectory, synchronizeFile, synchronizeDirectory,
            synchronizeAll
    }

    struct Node: Hashable, Sendable {
        var isDirectory: Bool
        var content: [UInt8] = []
        var durableContent: [UInt8] = []
        var entries: NameTable
        var durableEntries: NameTable
        /// How often its content was written, and its name changed; disks that differ in nothing else are the same.
        var writes: Int64 = 0
        var moves: Int64 = 0

        static func == (one: Node, other: Node) -> Bool {
            one.content == other.content && one.durableContent == other.durableContent
                && one.entries == other.entries && one.durableEntries == other.durableEntries
        }

        init(isDirectory: Bool, names: DiskNames) {
            self.isDirectory = isDirectory
            (entries, durableEntries) = (NameTable(names), NameTable(names))
        }

        func hash(into hasher: inout Hasher) {
            hasher.combine(whole: content)
            hasher.combine(whole: durableContent)
            hasher.combine(entries)
            hasher.combine(durableEntries)
        }
    }

    /// A change of names that is not durable yet: what it sets in which directories.
    struct NameChange: Hashable, Sendable {
        var settings: [Setting]
    }

    struct Setting: Hashable, Sendable {
        let directory: Int
        let name: String
        let node: Int?

        init(_ directory: Int, _ name: String, _ node: Int?) {
            (self.directory, self.name, self.node) = (directory, name, node)
        }
    }

    /// What two disks have in common with which the same happens from here on.
    package struct Content: Hashable, Sendable {
        fileprivate let names: DiskNames
        fileprivate let nodes: [Node]
        fileprivate let unsynchronized: [NameChange]
    }

    /// What is on the disk, and what of that would survive a power cut.
    package var content: Content { Content(names: names, nodes: nodes, unsynchronized: unsynchronized) }

    package let names: DiskNames
    var nodes: [Node]
    var unsynchronized: [NameChange] = []
    private var handles: [Int32: (node: Int, offset: Int)] = [:]
    private var nextHandle: Int32 = 3

    package var operations = 0
    package var fault: SimulatedDisk.Fault?
    package var mutation: Mutation?
    package var interference: Interference?
    /// Whether another program has come between.
    package var hasInterfered = false
    package var isStopped = false
    /// Everything that is done, if it is to be known.
    var record: DiskRecord?
    private var writesHalf = false
    package private(set) var fileSyncs = 0
    package private(set) var directorySyncs = 0
    /// How often files were opened for reading, by their paths.
    package private(set) var opened: [String: Int] = [:]
    private var isSwallowing = false
    /// The operations that change files or make them durable, until the journal is removed.
    package private(set) var changingOperations: [Int] = []
    private var hasCommitted = false
    private var hasRemovedJournal = false

    package static let stopped: Int32 = 9999

    /// An empty disk.
    package init(names: DiskNames = .exact) {
        self.names = names
        nodes = [Node(isDirectory: true, names: names)]
    }

    /// Counts an operation and makes it fail if it is to.
    mutating func begin(_ kind: OperationKind, _ path: DiskPath) throws(SystemError) {
        if isStopped { throw error(.read, path, Self.stopped) }
        let number = operations
        // Taken out meanwhile, so that it is not copied with the state.
        if var record {
            self.record = nil
            record.add(.init(kind: kind, path: path), before: self)
            self.record = record
        }
        operations += 1
        writesHalf = false
        if let interference, interference.operation == number { interfere(interference) }
        isSwallowing = mutation == .swallowError(number)
        if path.text == ".bundle/journal", kind == .change {
            hasRemovedJournal = hasCommitted
            hasCommitted = true
        }
        if !kind.concernsNoContent, !hasRemovedJournal { changingOperations.append(number) }
        if kind == .synchronizeFile { fileSyncs += 1 }
        if kind == .synchronizeDirectory { directorySyncs += 1 }
        guard let fault, number >= fault.operation else { return }
        let isHere = number == fault.operation
        switch fault.kind {
        case .stop:
            isStopped = true
            throw error(.read, path, Self.stopped)
        case .errorOnce where isHere, .errorFromThereOn: throw error(.read, path, 5)
        case .noSpaceOnce where isHere && kind.takesSpace, .noSpaceFromThereOn where kind.takesSpace:
            throw error(.write, path, 28)
        case .shortWrite: writesHalf = isHere
        default: break
        }
    }

    mutating func resetCounters() {
        (operations, fileSyncs, directorySyncs, opened) = (0, 0, 0, [:])
        (changingOperations, hasCommitted, hasRemovedJournal) = ([], false, false)
    }

    func list(_ path: DiskPath) throws(SystemError) -> [DirectoryEntry] {
        guard let node = find(path), nodes[node].isDirectory else { throw error(.list, path, 2) }
        return nodes[node].entries.all.map {
            DirectoryEntry(name: Array($0.name.utf8), kind: nodes[$0.node].isDirectory ? .directory : .file)
        }
    }

    func status(_ path: DiskPath) -> FileStatus? {
        guard let node = find(path) else { return nil }
        guard !nodes[node].isDirectory else { return FileStatus(kind: .directory, size: 0, modified: 0) }
        let (size, writes) = (nodes[node].content.count, 1 + nodes[node].writes)
        let identity = FileIdentity(
            device: 1, inode: UInt64(node), size: Int64(size), modified: writes,
            changed: writes + nodes[node].moves)
        return FileStatus(kind: .file, size: size, modified: 0, identity: identity)
    }

    mutating func open(_ path: DiskPath) throws(SystemError) -> OpenFile {
        guard let node = find(path), !nodes[node].isDirectory else { throw error(.read, path, 2) }
        opened[path.text, default: 0] += 1
        return handle(node, path)
    }

    mutating func create(_ path: DiskPath) throws(SystemError) -> OpenFile {
        let parent = try directory(path)
        guard nodes[parent].entries[path.lastName] == nil else { throw error(.create, path, 17) }
        guard !names.refuses(path.lastName) else { throw error(.create, path, 22) }
        nodes.append(Node(isDirectory: false, names: names))
        if !isSwallowing { set([Setting(parent, path.lastName, nodes.count - 1)]) }
        return handle(nodes.count - 1, path)
    }

    mutating func read(_ file: OpenFile, upTo count: Int) -> [UInt8] {
        guard let (node, offset) = handles[file.number] else { return [] }
        let bytes = Array(nodes[node].content.dropFirst(offset).prefix(count))
        handles[file.number] = (node, offset + bytes.count)
        return bytes
    }

    mutating func write(_ bytes: ArraySlice<UInt8>, to file: OpenFile) -> Int {
        guard let (node, _) = handles[file.number] else { return 0 }
        let count = writesHalf ? max(1, bytes.count / 2) : bytes.count
        if !isSwallowing {
            nodes[node].content += bytes.prefix(count)
            nodes[node].writes += 1
        }
        return count
    }

    mutating func synchronize(_ file: OpenFile) {
        guard let (node, _) = handles[file.number], mutation != .skipFileSync(fileSyncs - 1), !isSwallowing else {
            return
        }
        nodes[node].durableContent = nodes[node].content
    }

    mutating func close(_ file: OpenFile) { handles[file.number] = nil }

    mutating func link(_ old: DiskPath, to new: DiskPath) throws(SystemError) {
        let (oldParent, newParent) = (try directory(old), try directory(new))
        guard names.canExchange else { throw error(.create, new, SystemCall.unsupported) }
        guard let node = nodes[oldParent].entries[old.lastName] else { throw error(.create, old, 2) }
        guard nodes[newParent].entries[new.lastName] == nil else { throw error(.create, new, 17) }
        if !isSwallowing { set([Setting(newParent, new.lastName, node)]) }
    }

    func isSameFile(_ one: DiskPath, _ other: DiskPath) -> Bool { find(one).map { $0 == find(other) } ?? false }

    mutating func rename(_ old: DiskPath, to new: DiskPath) throws(SystemError) {
        let (oldParent, newParent) = (try directory(old), try directory(new))
        guard let node = nodes[oldParent].entries[old.lastName] else { throw error(.rename, old, 2) }
        guard !names.refuses(new.lastName) else { throw error(.rename, new, 22) }
        if let target = nodes[newParent].entries[new.lastName] {
            if target == node, !names.respells { return }
            if target != node, nodes[target].isDirectory { throw error(.rename, new, 21) }
        }
        guard !isSwallowing else { return }
        set([Setting(oldParent, old.lastName, nil), Setting(newParent, new.lastName, node)])
        removeJournalEarly(after: old)
    }

    mutating func exchange(_ one: DiskPath, with other: DiskPath) throws(SystemError) {
        guard names.canExchange else { throw error(.rename, other, SystemCall.unsupported) }
        let (parent, otherParent) = (try directory(one), try directory(other))
        guard let node = nodes[parent].entries[one.lastName], let otherNode = nodes[otherParent].entries[other.lastName]
        else { throw error(.rename, other, 2) }
        guard !isSwallowing else { return }
        set([Setting(parent, one.lastName, otherNode), Setting(otherParent, other.lastName, node)])
        removeJournalEarly(after: one)
    }

    /// What one mutant does when a file gets into place.
    private mutating func removeJournalEarly(after path: DiskPath) {
        guard mutation == .removeJournalEarly, path.text.hasPrefix(".bundle/put."),
            let staging = nodes[0].entries[".bundle"], nodes[staging].entries["journal"] != nil
        else { return }
        set([Setting(staging, "journal", nil)])
        nodes[staging].durableEntries["journal"] = nil
    }

    /// What another program does to a file, at once and for good.
    mutating func interfere(_ interference: Interference) {
        guard let parent = find(interference.path.parent) else { return }
        let node = nodes[parent].entries[interference.path.lastName]
        switch interference.kind {
        case .writesInPlace:
            guard let node else { return }
            (nodes[node].content, nodes[node].durableContent) = (interference.text, interference.text)
            nodes[node].writes += 1
        case .replaces:
            nodes.append(Node(isDirectory: false, names: names))
            (nodes[nodes.count - 1].content, nodes[nodes.count - 1].durableContent) = (
                interference.text, interference.text
            )
            nodes[parent].entries[interference.path.lastName] = nodes.count - 1
            nodes[parent].durableEntries[interference.path.lastName] = nodes.count - 1
        }
        hasInterfered = true
    }

    mutating func unlink(_ path: DiskPath) throws(SystemError) {
        let parent = try directory(path)
        guard let node = nodes[parent].entries[path.lastName], !nodes[node].isDirectory else {
            // A mutant that took the journal away itself must not fail for that.
            if mutation == .removeJournalEarly { return }
            throw error(.delete, path, 2)
        }
        if !isSwallowing { set([Setting(parent, path.lastName, nil)]) }
    }

    mutating func makeDirectory(_ path: DiskPath) throws(SystemError) {
        let parent = try directory(path)
        guard nodes[parent].entries[path.lastName] == nil else { throw error(.create, path, 17) }
        guard !names.refuses(path.lastName) else { throw error(.create, path, 22) }
        nodes.append(Node(isDirectory: true, names: names))
        if !isSwallowing { set([Setting(parent, path.lastName, nodes.count - 1)]) }
    }

    mutating func removeDirectory(_ path: DiskPath) throws(SystemError) {
        let parent = try directory(path)
        guard let node = nodes[parent].entries[path.lastName], nodes[node].isDirectory else {
            throw error(.delete, path, 2)
        }
        guard nodes[node].entries.isEmpty else { throw error(.delete, path, 39) }
        if !isSwallowing { set([Setting(parent, path.lastName, nil)]) }
    }

    mutating func synchronizeDirectory(_ path: DiskPath) throws(SystemError) {
        guard let node = find(path), nodes[node].isDirectory else { throw error(.synchronize, path, 2) }
        guard mutation != .skipDirectorySync(directorySyncs - 1), !isSwallowing else { return }
        synchronizeNames(node)
    }

    mutating func synchronizeAll() {
        guard mutation != .skipFileSystemSync, !isSwallowing else { return }
        for index in nodes.indices {
            nodes[index].durableContent = nodes[index].content
            nodes[index].durableEntries = nodes[index].entries
        }
        unsynchronized = []
    }

    private mutating func synchronizeNames(_ node: Int) {
        nodes[node].durableEntries = nodes[node].entries
        for index in unsynchronized.indices { unsynchronized[index].settings.removeAll { $0.directory == node } }
        unsynchronized.removeAll { $0.settings.isEmpty }
    }

    private mutating func set(_ settings: [Setting]) {
        for setting in settings {
            nodes[setting.directory].entries[setting.name] = setting.node
            if let node = setting.node { nodes[node].moves += 1 }
        }
        unsynchronized.append(NameChange(settings: settings))
    }

    private mutating func handle(_ node: Int, _ path: DiskPath) -> OpenFile {
        nextHandle += 1
        handles[nextHandle] = (node, 0)
        return OpenFile(number: nextHandle, path: path)
    }

    private func find(_ path: DiskPath) -> Int? {
        var node = 0
        for component in path.components {
            guard let next = nodes[node].entries[component] else { return nil }
            node = next
        }
        return node
    }

    private func directory(_ path: DiskPath) throws(SystemError) -> Int {
        guard let node = find(path.parent), nodes[node].isDirectory else { throw error(.create, path, 2) }
        return node
    }

    private func error(_ operation: SystemError.Operation, _ path: DiskPath, _ code: Int32) -> SystemError {
        SystemError(operation, path.description, code: code)
    }
}

extension DiskState {
    /// What is left when the machine loses power.
    package enum PowerCut: Hashable, Sendable {
        /// Nothing is lost: only the process ended.
        case none
        /// Everything that was not synchronised is lost.
        case dropsUnsynchronized
        /// Some of what was not synchronised is lost, by chance; a rename is kept or lost as a whole.
        case dropsSome(seed: UInt64)
    }

    package mutating func cutPower(_ cut: PowerCut) {
        fault = nil
        mutation = nil
        isStopped = false
        operations = 0
        handles = [:]
        guard cut != .none else { return }
        var keep: () -> Bool = { false }
        if case .dropsSome(let seed) = cut {
            var generator = SeededGenerator(seed: seed)
            keep = { generator.chance(0.5) }
        }
        for change in unsynchronized where keep() {
            for setting in change.settings { nodes[setting.directory].durableEntries[setting.name] = setting.node }
        }
        for index in nodes.indices {
            if nodes[index].isDirectory {
                nodes[index].entries = nodes[index].durableEntries
            } else {
                if keep() { nodes[index].durableContent = nodes[index].content }
                nodes[index].content = nodes[index].durableContent
            }
        }
        unsynchronized = []
    }

    /// All files with their content.
    package var files: [String: [UInt8]] {
        var files: [String: [UInt8]] = [:]
        func collect(_ node: Int, _ prefix: String) {
            for entry in nodes[node].entries.all {
                let (name, child) = (entry.name, entry.node)
                if nodes[child].isDirectory {
                    collect(child, prefix + name + "/")
                } else {
                    files[prefix + name] = nodes[child].content
                }
            }
        }
        collect(0, "")
        return files
    }
}

extension DiskPath {
    fileprivate var lastName: String { String(decoding: name, as: UTF8.self) }
}

extension DiskState.OperationKind {
    var takesSpace: Bool { self == .grow || self == .makeDirectory }

    fileprivate var concernsNoContent: Bool { [.read, .compare, .makeDirectory, .removeDirectory].contains(self) }
}
