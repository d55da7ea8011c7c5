package import NotebookFormat

/// Collects the facts about all files of a notebook in one pass, on all cores.
///
/// What is found does not depend on how many cores there are.
package struct Inspector {
    private let tree: any FileTree
    private let progress: any Progress
    private let collectsLinks: Bool
    private let width: Int?

    /// Files of an archive up to this size are handed to other cores; larger ones are looked at where they are read.
    private static let handedSize = 1 << 20

    /// An inspector; links are looked for only if they are asked for.
    ///
    /// - Parameter width: How many files are looked at at once; by default as many as there are cores.
    package init(
        _ tree: any FileTree, collectsLinks: Bool = false, width: Int? = nil, progress: any Progress = NoProgress()
    ) {
        self.tree = tree
        self.collectsLinks = collectsLinks
        self.width = width
        self.progress = progress
    }

    /// Reads every file.
    ///
    /// - Throws: what keeps a file from being read; findings about content are no errors.
    package func inspect() throws -> Inspection {
        var inspection = Inspection()
        inspection.archive = tree.archiveDirectory.map(ArchiveFacts.init)
        let jobs = OrderedJobs<FactReader.Reading>(width: width)
        do {
            try tree.forEachFile { file, content in
                for respect in file.oddities { inspection.archive?.note(respect, of: file.place.path) }
                if file.isBeside { inspection.archive?.noteBeside(file.place.path) }
                try visit(file, content, jobs, &inspection)
                return .goOn
            }
        } catch {
            jobs.wait()
            throw error
        }
        inspection.archive?.container = tree.containerOddities
        let readings = try jobs.values()
        if let text = readings.compactMap(\.text).first {
            inspection.description = Self.reading(text) { (bytes) throws(TextProblem) in
                try NotebookDescription(bytes)
            }
        }
        inspection.files = readings.map(\.fact).sorted { $0.path < $1.path }
        if collectsLinks {
            inspection.followLinks()
            inspection.unreferencedBlobs = try unmentioned(inspection)
        }
        return inspection
    }

    private func visit(
        _ file: TreeFile, _ content: any FileContent, _ jobs: OrderedJobs<FactReader.Reading>,
        _ inspection: inout Inspection
    ) throws {
        switch file.place {
        case .irregular(let found): inspection.irregular.append(found)
        case .unportable(let path, let problem):
            // The members of an archive tell of the same directory again and again.
            let found = Inspection.Unportable(path: path, problem: problem)
            if inspection.unportable.last != found { inspection.unportable.append(found) }
        case .systemFile(let path):
            if inspection.systemFiles.last != path { inspection.systemFiles.append(path) }
        case .directory: break
        case .file(let path):
            inspection.archive?.noteOrder(of: path)
            guard path != .manifest else {
                let bytes = try content.bytes(limit: Manifest.maximumBytes)
                inspection.manifest = Self.reading(bytes) { (bytes) throws(TextProblem) in try Manifest(bytes) }
                return
            }
            let reader = FactReader(path: path, storedPath: file.storedPath, collectsLinks: collectsLinks)
            let progress = progress
            if let content = content.lasting {
                jobs.add { try reader.read(content, progress) }
            } else if file.size <= Self.handedSize {
                let bytes = try content.bytes(limit: Self.handedSize)
                jobs.add { try reader.read(MemoryContent(bytes: bytes), progress) }
            } else {
                let reading = try reader.read(content, progress)
                jobs.add { reading }
            }
        }
    }

    /// Looks for the names of blobs that no link leads to; only where there are such blobs is anything read again.
    private func unmentioned(_ inspection: Inspection) throws -> [BundlePath] {
        guard !inspection.unlinkedBlobs.isEmpty else { return [] }
        var mentions = BlobMentions(of: inspection.unlinkedBlobs)
        try tree.forEachFile { file, content in
            guard case .file(let path) = file.place, let type = FileType(of: path), type.isItem || type == .extra else {
                return .goOn
            }
            mentions.read(try content.bytes(limit: ItemFile.maximumBytes))
            return .goOn
        }
        return mentions.unmentioned
    }

    private static func reading<Value>(
        _ bytes: [UInt8], _ read: ([UInt8]) throws(TextProblem) -> Value
    ) -> Inspection.Reading<Value> {
        do throws(TextProblem) {
            return .read(try read(bytes), bytes: bytes)
        } catch {
            // A text that is not even JSON is told from one that says the wrong things, unless only its beginning is known.
            let syntax = error.kind == .tooLong ? nil : JSONText.syntaxProblem(in: bytes)
            let problem = JSONText.laterVersion(in: bytes) ?? syntax ?? error
            return .malformed(problem, problem.position(in: bytes))
        }
    }
}

/// Tells a person how far long work is; work on several cores tells it from any of them.
public protocol Progress: Sendable {
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
