package import NotebookFiles
import NotebookText
import Synchronization

/// A notebook at a revision that a version control system stores; changes stay in memory.
package struct RevisionNotebook {
    /// The notebook, which has no history and no cache.
    package let directory: NotebookDirectory
    private let disk: MemoryFiles
    private let original: Set<DiskPath>

    /// A change of a file.
    package struct Change {
        /// The path in the notebook.
        package let path: DiskPath
        /// The new content; `nil` if the file is gone.
        package let content: [UInt8]?
    }

    /// The files of a notebook at a revision; those that are not regular files are left out.
    ///
    /// - Parameters:
    ///   - name: The name of the notebook in messages, safe to print.
    ///   - contents: Reads the contents of some files, in their order.
    package init(
        _ name: String, _ files: [RevisionTree.File], environment: NotebookEnvironment,
        contents: @escaping @Sendable ([RevisionTree.File]) throws -> [[UInt8]]
    ) {
        let files = files.filter { $0.kind == .file }
        let reader = ReadAhead(files, contents)
        let lazy = files.enumerated().map { index, file in
            (
                DiskPath(bytes: file.path),
                (
                    content: MemoryFiles.Content.elsewhere { try reader.content(at: index) }, size: file.size,
                    modified: Int64(0)
                )
            )
        }
        let disk = MemoryFiles(Dictionary(lazy) { first, _ in first })
        self.disk = disk
        original = Set(lazy.map(\.0))
        let memory = NotebookEnvironment(
            now: environment.now, random: environment.random,
            open: { _, mode, wait in try disk.open(mode, wait, name: name) },
            display: { _ in name }, identity: { _ in "memory \(ObjectIdentifier(disk))" })
        // The version control system keeps what is replaced.
        directory = NotebookDirectory(name, environment: memory).keepingElsewhere()
    }

    /// Why a file could not be read; `nil` if there was no error.
    package var failure: (any Error)? { disk.failure }

    /// The files that were changed, added or removed since the revision.
    package func changes() throws -> [Change] {
        let contents = disk.contents
        var changes: [Change] = []
        for (path, content) in contents where !Store.isStaged(path) {
            if case .elsewhere = content, original.contains(path) { continue }
            changes.append(Change(path: path, content: try content.bytes()))
        }
        changes += original.filter { contents[$0] == nil }.map { Change(path: $0, content: nil) }
        return changes.sorted { $0.path < $1.path }
    }
}

/// Reads the files of a revision in batches, because starting a program for each of them takes long.
private final class ReadAhead: Sendable {
    private struct State {
        /// Contents that were read and not yet asked for.
        var ahead: [Int: [UInt8]] = [:]
        var bytes = 0
        /// The end of the last batch.
        var end = 0
        /// How many files the next batch has.
        var count = 16
    }

    private static let mostFiles = 1000
    private static let mostBytes = 32 << 20

    private let files: [RevisionTree.File]
    private let read: @Sendable ([RevisionTree.File]) throws -> [[UInt8]]
    private let state = Mutex(State())

    init(_ files: [RevisionTree.File], _ read: @escaping @Sendable ([RevisionTree.File]) throws -> [[UInt8]]) {
        (self.files, self.read) = (files, read)
    }

    func content(at index: Int) throws -> [UInt8] {
        try state.withLock { state in
            if let content = state.ahead.removeValue(forKey: index) {
                state.bytes -= content.count
                return content
            }
            // Files are read in their order, though on several cores; single ones are read again.
            let isNear = abs(index - state.end) <= Self.mostFiles
            state.count = isNear ? min(2 * state.count, Self.mostFiles) : 1
            if state.bytes > Self.mostBytes { (state.ahead, state.bytes) = ([:], 0) }
            let batch = batch(from: index, of: state.count).filter { state.ahead[$0] == nil }
            let contents = try read(batch.map { files[$0] })
            for (number, content) in zip(batch, contents).dropFirst() {
                state.ahead[number] = content
                state.bytes += content.count
            }
            state.end = (batch.last ?? index) + 1
            return contents.first ?? []
        }
    }

    /// The numbers of some files, the first whatever its size is.
    private func batch(from index: Int, of count: Int) -> [Int] {
        var (batch, size) = ([index], files[index].size)
        for next in files.indices.dropFirst(index + 1).prefix(count - 1) {
            size += files[next].size
            guard size <= Self.mostBytes else { break }
            batch.append(next)
        }
        return batch
    }
}
