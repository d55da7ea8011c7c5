import Cores
package import NotebookFiles
package import NotebookFormat
import NotebookText
import Synchronization

/// A pass over items of a notebook, on all cores, that reads each file once.
package struct ItemPass {
    private let tree: any FileTree
    private let progress: any WorkProgress

    /// How many files of a directory to read at a time.
    private static let filesAtOnce = 64
    /// How many bytes of an archive to hand to another core at a time.
    private static let bytesAtOnce = 1 << 16

    private typealias File = (index: Int, bytes: [UInt8])

    /// A pass over the files of a notebook.
    package init(_ tree: any FileTree, progress: any WorkProgress = NoProgress()) {
        self.tree = tree
        self.progress = progress
    }

    /// Calls a function with each of some files that exists, and returns the results in the order of the paths.
    ///
    /// - Parameter body: Takes the path and the bytes of an item, on any core; if the file is longer than an item may
    ///   be, more bytes than that.
    package func map<Value: Sendable>(
        _ paths: Set<BundlePath>, _ body: @escaping @Sendable (BundlePath, [UInt8]) throws -> Value?
    ) throws -> [Value] {
        let sorted = paths.sorted()
        return try map(ascending: sorted) { try body(sorted[$0], $1) }
    }

    /// The same for paths in ascending order; `body` takes the index of the path.
    func map<Value: Sendable>(
        ascending paths: [BundlePath], _ body: @escaping @Sendable (Int, [UInt8]) throws -> Value?
    ) throws -> [Value] {
        guard !paths.isEmpty else { return [] }
        let values = Mutex<[Value?]>(Array(repeating: nil, count: paths.count))
        try forEach(paths) { index, bytes in
            guard let value = try body(index, bytes) else { return }
            values.withLock { $0[index] = value }
        }
        let found = values.withLock { values in
            defer { values = [] }
            return values
        }
        return found.compactMap(\.self)
    }

    /// Calls a function with the index and the bytes of each path that exists, on any core.
    private func forEach(_ paths: [BundlePath], _ body: @escaping @Sendable (Int, [UInt8]) throws -> Void) throws {
        let jobs = OrderedJobs<[Int]>()
        if let reader = tree.directoryReader {
            addDirectories(reader, paths, jobs, body)
            // A name that is not found directly, for example in another normalisation, is looked up again.
            for index in try jobs.values().flatMap(\.self) {
                if let bytes = try content(of: paths[index]) { try body(index, bytes) }
            }
            return
        }
        do {
            try addFiles(paths, jobs, body)
        } catch {
            jobs.wait()
            throw error
        }
        _ = try jobs.values()
    }

    private func content(of path: BundlePath) throws -> [UInt8]? {
        var bytes: [UInt8] = []
        let isThere = try tree.stream(path) { piece in
            if bytes.count <= ItemFile.maximumBytes { bytes += piece.prefix(ItemFile.maximumBytes + 1 - bytes.count) }
        }
        return isThere ? bytes : nil
    }

    /// Adds jobs that give the indices of paths that are not found.
    private func addDirectories(
        _ reader: DirectoryReader, _ paths: [BundlePath], _ jobs: OrderedJobs<[Int]>,
        _ body: @escaping @Sendable (Int, [UInt8]) throws -> Void
    ) {
        let progress = progress
        var start = 0
        while start < paths.count {
            guard let directory = paths[start].parent else {
                start += 1
                continue
            }
            var end = start + 1
            while end < min(start + Self.filesAtOnce, paths.count), paths[end].isBeside(paths[start]) { end += 1 }
            let batch = start..<end
            jobs.add {
                let contents = try reader.contents(
                    of: paths[batch].map(\.name), in: directory, limit: ItemFile.maximumBytes)
                var rest: [Int] = []
                for (index, bytes) in zip(batch, contents) {
                    guard let bytes else {
                        rest.append(index)
                        continue
                    }
                    try progress.step(bytes.count, "\(paths[index])")
                    try body(index, bytes)
                }
                return rest
            }
            start = end
        }
    }

    private func addFiles(
        _ paths: [BundlePath], _ jobs: OrderedJobs<[Int]>, _ body: @escaping @Sendable (Int, [UInt8]) throws -> Void
    ) throws {
        var batch: [File] = []
        var size = 0
        func flush() {
            let files = batch
            (batch, size) = ([], 0)
            jobs.add {
                for file in files { try body(file.index, file.bytes) }
                return []
            }
        }
        var rest = Dictionary(zip(paths, paths.indices)) { first, _ in first }
        try tree.forEachFile { file, content in
            guard case .file(let path) = file.place, let index = rest.removeValue(forKey: path) else {
                return rest.isEmpty ? .stop : .goOn
            }
            let bytes = try content.bytes(limit: ItemFile.maximumBytes)
            try progress.step(bytes.count, "\(path)")
            batch.append((index, bytes))
            size += bytes.count
            if size >= Self.bytesAtOnce { flush() }
            return .goOn
        }
        if !batch.isEmpty { flush() }
    }
}
