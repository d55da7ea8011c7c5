package import NotebookFormat

/// A pass over items of a notebook, on all cores, that reads each file once.
package struct ItemPass {
    private let tree: any FileTree
    private let progress: any Progress

    /// Files of an archive are handed to other cores a few at a time.
    private static let batchSize = 1 << 16

    /// A pass over the files of a notebook.
    package init(_ tree: any FileTree, progress: any Progress = NoProgress()) {
        self.tree = tree
        self.progress = progress
    }

    /// What a function gives for each of some files that is there, in the order in which they are stored.
    ///
    /// - Parameter body: Takes the path and the bytes of an item, on any core; more than an item can have if there are more.
    package func map<Value: Sendable>(
        _ paths: Set<BundlePath>, _ body: @escaping @Sendable (BundlePath, [UInt8]) throws -> Value?
    ) throws -> [Value] {
        let jobs = OrderedJobs<[Value]>()
        var batch: [(path: BundlePath, bytes: [UInt8])] = []
        var lasting: [(path: BundlePath, content: any FileContent & Sendable)] = []
        var size = 0
        let progress = progress
        func flush() {
            let (read, unread) = (batch, lasting)
            (batch, lasting, size) = ([], [], 0)
            guard !read.isEmpty || !unread.isEmpty else { return }
            jobs.add {
                try read.compactMap { try body($0.path, $0.bytes) }
                    + unread.compactMap { file in
                        let bytes = try file.content.bytes(limit: ItemFile.maximumBytes)
                        progress.advance(bytes.count, "\(file.path)")
                        return try body(file.path, bytes)
                    }
            }
        }
        var rest = paths
        do {
            try tree.forEachFile { file, content in
                guard case .file(let path) = file.place, rest.remove(path) != nil else {
                    return rest.isEmpty ? .stop : .goOn
                }
                if let content = content.lasting {
                    lasting.append((path, content))
                } else {
                    let bytes = try content.bytes(limit: ItemFile.maximumBytes)
                    progress.advance(bytes.count, "\(path)")
                    batch.append((path, bytes))
                }
                // What a file costs besides its bytes counts as well.
                size += file.size + 1024
                if size >= Self.batchSize { flush() }
                return .goOn
            }
        } catch {
            jobs.wait()
            throw error
        }
        flush()
        return try jobs.values().flatMap(\.self)
    }
}
