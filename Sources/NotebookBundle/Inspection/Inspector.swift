package import NotebookFormat

/// Collects the facts about all files of a notebook in one pass.
package struct Inspector {
    private let tree: any FileTree
    private let progress: any Progress
    private let collectsLinks: Bool

    /// An inspector; links are looked for only if they are asked for.
    package init(_ tree: any FileTree, collectsLinks: Bool = false, progress: any Progress = NoProgress()) {
        self.tree = tree
        self.collectsLinks = collectsLinks
        self.progress = progress
    }

    /// Reads every file.
    ///
    /// - Throws: what keeps a file from being read; findings about content are no errors.
    package func inspect() throws -> Inspection {
        var inspection = Inspection(manifest: .missing, description: .missing, files: [])
        var facts: [FileFact] = []
        var unportable: Set<Inspection.Unportable> = []
        try tree.forEachFile { file, content in
            switch file.place {
            case .irregular(let path, let kind): inspection.irregular.append(.init(path: path, kind: kind))
            case .unportable(let path, let problem):
                // The members of an archive tell of the same directory again and again.
                let found = Inspection.Unportable(path: path, problem: problem)
                if unportable.insert(found).inserted { inspection.unportable.append(found) }
            case .file(.manifest):
                inspection.manifest = Self.reading(try content.bytes(limit: Manifest.maximumBytes)) {
                    (bytes) throws(TextProblem) in
                    try Manifest(bytes)
                }
            case .file(let path): facts.append(try fact(path, file, content, &inspection))
            }
            return .goOn
        }
        inspection.files = facts.sorted { $0.path < $1.path }
        return inspection
    }

    private func fact(
        _ path: BundlePath, _ file: TreeFile, _ content: any FileContent, _ inspection: inout Inspection
    ) throws -> FileFact {
        var hasher = SHA256()
        var size = 0
        var bytes: [UInt8] = []
        let type = FileType(of: path)
        let limit =
            type == .notebook ? NotebookDescription.maximumBytes : type?.isItem == true ? ItemFile.maximumBytes : -1
        try content.stream { piece in
            hasher.update(piece)
            size += piece.count
            if bytes.count <= limit { bytes += piece.prefix(limit + 1 - bytes.count) }
            progress.advance(piece.count, "\(path)")
        }
        if type == .notebook {
            inspection.description = Self.reading(bytes) { (bytes) throws(TextProblem) in try NotebookDescription(bytes)
            }
        }
        let item = type.flatMap { $0.isItem ? ItemFact(bytes, type: $0, collectsLinks: collectsLinks) : nil }
        return FileFact(path: path, size: size, digest: hasher.finish(), item: item, isDecomposed: file.isDecomposed)
    }

    static func reading<Value>(
        _ bytes: [UInt8], _ read: ([UInt8]) throws(TextProblem) -> Value
    ) -> Inspection.Reading<Value> {
        do throws(TextProblem) {
            return .read(try read(bytes), bytes: bytes)
        } catch {
            return .malformed(error, error.position(in: bytes))
        }
    }
}

/// Tells a person how far long work is.
public protocol Progress {
    /// So many bytes more are done; `path` is where the work is.
    func advance(_ bytes: Int, _ path: @autoclosure () -> String)
}

/// Tells nobody.
public struct NoProgress: Progress {
    /// Somebody who listens to nothing.
    public init() {}

    /// Does nothing.
    public func advance(_ bytes: Int, _ path: @autoclosure () -> String) {}
}
