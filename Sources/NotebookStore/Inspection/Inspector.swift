import Cores
package import NotebookFiles
package import NotebookFormat
package import NotebookText
import Synchronization

/// Collects the facts about all files of a notebook in one pass, on all cores.
///
/// The result does not depend on the number of cores.
package struct Inspector {
    private let tree: any FileTree
    private let progress: any WorkProgress
    private let collectsLinks: Bool
    private let width: Int?
    private let goesOn: Bool
    private let memory: FileMemory?
    private let examiner: ItemExaminer?

    /// What could not be read, in the order of discovery.
    package let obstacles = Obstacles()
    private let links = LinkBudget()

    /// Makes an inspector, which follows links only if asked to.
    ///
    /// - Parameters:
    ///   - width: How many files to examine at once; by default the number of cores.
    ///   - goesOn: Whether to go on when a file cannot be read, and report it in ``obstacles``.
    ///   - examiner: Compares the properties of items with requirements.
    package init(
        _ tree: any FileTree, collectsLinks: Bool = false, width: Int? = nil, goesOn: Bool = false,
        examiner: ItemExaminer? = nil, progress: any WorkProgress = NoProgress()
    ) {
        self.init(
            tree, collectsLinks: collectsLinks, width: width, goesOn: goesOn, memory: nil, examiner: examiner,
            progress: progress)
    }

    /// Makes an inspector that skips files that are already known.
    init(
        _ tree: any FileTree, collectsLinks: Bool = false, width: Int? = nil, goesOn: Bool = false,
        memory: FileMemory?, examiner: ItemExaminer? = nil, progress: any WorkProgress
    ) {
        self.memory = memory
        self.examiner = examiner
        self.tree = tree
        self.goesOn = goesOn
        // Whether a property links to an item, only all links tell.
        self.collectsLinks = collectsLinks || examiner != nil
        self.width = width
        self.progress = progress
    }

    /// Reads every file.
    ///
    /// - Throws: an error if a file cannot be read; findings are not errors.
    package func inspect() throws -> Inspection {
        var inspection = Inspection()
        inspection.isExamined = examiner != nil
        inspection.archive = tree.archiveDirectory.map(ArchiveFacts.init)
        let jobs = OrderedJobs<[FactReader.Outcome]>(width: width, most: 2 * ItemFile.maximumBytes)
        var batch = FactBatch(reader: tree.directoryReader)
        let examine = try examination()
        do {
            try tree.forEachFile { file, content in
                for respect in file.oddities { inspection.archive?.record(respect, of: file.place.path) }
                if file.isBeside { inspection.archive?.recordBeside(file.place.path) }
                try visit(file, content, examine, &batch, jobs, &inspection)
                return .goOn
            }
            batch.pass(to: jobs)
        } catch {
            // The results of earlier jobs come first.
            _ = try jobs.values()
            throw error
        }
        // Each member of an archive names its directory again.
        inspection.unportable = Self.withoutRepeats(inspection.unportable)
        inspection.systemFiles = Self.withoutRepeats(inspection.systemFiles)
        inspection.archive?.container = tree.containerOddities
        var readings: [FactReader.Reading] = []
        for outcome in try jobs.values().joined() {
            switch outcome {
            case .read(let reading): readings.append(reading)
            case .unreadable(let path, let error): record(error, at: path, &inspection)
            }
        }
        if let text = readings.compactMap(\.text).first {
            inspection.description = Self.reading(text) { (bytes) throws(TextProblem) in
                try NotebookDescription(bytes)
            }
            if case .malformed(let problem, _) = inspection.description, problem.kind == .malformed {
                inspection.descriptionProblems = NotebookDescription.problems(in: text)
            }
        }
        let remembered = inspection.files
        inspection.files = []
        inspection.add(remembered + readings.map(\.fact))
        inspection.evicted = evicted(&inspection)
        if collectsLinks {
            try inspection.followLinks()
            inspection.unreferencedBlobs = try unmentioned(&inspection)
        }
        return inspection
    }

    /// What compares the properties of items with requirements, which may depend on the notebook's description.
    private func examination() throws -> (@Sendable (ItemFile, BundlePath) -> [PropertyProblem])? {
        guard let examiner else { return nil }
        let description = try Self.description(of: tree).value
        return { file, path in examiner(file, path, description) }
    }

    /// The files that are in iCloud, if listed files are missing, or it is not known which are listed.
    private func evicted(_ inspection: inout Inspection) -> Set<BundlePath> {
        guard let files = tree.directoryReader?.files else { return [] }
        let manifest = inspection.manifest.value
        var isFound = Array(repeating: false, count: manifest?.entries.count ?? 0)
        var replaced: Set<BundlePath> = []
        var hint = 0
        for fact in inspection.files {
            guard let place = manifest?.index(of: fact.path, near: &hint) else { continue }
            isFound[place] = true
            // Another file may have got its name meanwhile.
            guard manifest?.entries.digest(at: place) != fact.digest else { continue }
            do throws(SystemError) {
                if try files.status(DiskPath(evicted: fact.path))?.kind == .file { replaced.insert(fact.path) }
            } catch {
                record(error, at: fact.path.text, &inspection)
            }
        }
        let missing = isFound.indices.filter { !isFound[$0] }.compactMap { manifest?.entries.path(at: $0) }
        guard manifest == nil || !missing.isEmpty else { return replaced }
        let found = Set(inspection.files.map(\.path)).subtracting(replaced)
        let isManifestMissing = if case .missing = inspection.manifest { true } else { false }
        let stubs = stubs(in: files, &inspection).filter { path in
            path == .manifest ? isManifestMissing : FileType(of: path) != nil && !found.contains(path)
        }
        // A file may have been moved, by itself or with its directory, before it went to iCloud.
        let names = Set(stubs.map { ComparisonKey($0.name) })
        return replaced.union(stubs).union(missing.filter { names.contains(ComparisonKey($0.name)) })
    }

    /// The files for which others stand, `.NAME.icloud` for `NAME`.
    private func stubs(in files: any FileOperations, _ inspection: inout Inspection) -> [BundlePath] {
        var (found, directories): ([BundlePath], [DiskPath]) = ([], [.root])
        while let directory = directories.popLast() {
            let entries: [DirectoryEntry]
            do throws(SystemError) {
                entries = try files.list(directory)
            } catch {
                // The walk over all files has recorded what it could not list either.
                if !inspection.unreadable.contains(directory.text) {
                    record(error, at: directory.text, &inspection)
                }
                continue
            }
            for entry in entries {
                let place = directory.appending(entry.name)
                if entry.kind == .file, let evicted = place.evicted, let path = try? BundlePath(evicted.text.composed) {
                    found.append(path)
                }
                if entry.kind == .directory, entry.name.first != UInt8(ascii: ".") { directories.append(place) }
            }
        }
        return found
    }

    private static func withoutRepeats<Element: Hashable>(_ elements: [Element]) -> [Element] {
        var seen: Set<Element> = []
        return elements.filter { seen.insert($0).inserted }
    }

    private func record(_ error: SystemError, at path: String, _ inspection: inout Inspection) {
        inspection.unreadable.append(path)
        obstacles.record(error)
    }

    private func visit(
        _ file: TreeFile, _ content: any FileContent,
        _ examine: (@Sendable (ItemFile, BundlePath) -> [PropertyProblem])?, _ batch: inout FactBatch,
        _ jobs: OrderedJobs<[FactReader.Outcome]>, _ inspection: inout Inspection
    ) throws {
        switch file.place {
        case .irregular(let found): inspection.irregular.append(found)
        case .unportable(let path, let problem):
            let found = Inspection.Unportable(path: path, problem: problem)
            if inspection.unportable.last != found { inspection.unportable.append(found) }
        case .systemFile(let path):
            if inspection.systemFiles.last != path { inspection.systemFiles.append(path) }
        case .directory: break
        case .unreadable(let path, let error): record(error, at: path, &inspection)
        case .file(let path):
            inspection.archive?.recordOrder(of: path)
            guard path != .manifest else {
                let bytes = try content.bytes(limit: Manifest.maximumBytes)
                inspection.manifest =
                    memory?.manifest ?? Self.reading(bytes) { (bytes) throws(TextProblem) in try Manifest(bytes) }
                if case .malformed(let problem, _) = inspection.manifest, problem.kind == .repeatedPath {
                    inspection.mergedManifest = try? Manifest(merged: bytes, whereGrows: StudyFiles.isLog)
                }
                return
            }
            if let fact = memory?.fact(of: path, file) {
                inspection.files.append(fact)
                return
            }
            let reader = FactReader(
                path: path, storedPath: file.storedPath, collectsLinks: collectsLinks, examine: examine, goesOn: goesOn,
                links: links, progress: progress)
            if file.size <= FactBatch.largestFile {
                try batch.add(reader, content, size: file.size)
                if batch.isFull { batch.pass(to: jobs) }
            } else if let content = content.lasting {
                jobs.add(weight: reader.weight(file.size)) { [try reader.read(content, size: file.size)] }
            } else {
                let outcome = try reader.read(content, size: file.size)
                jobs.add { [outcome] }
            }
        }
    }

    /// Looks for the names of blobs that no link leads to; reads files again only if there are such blobs.
    private func unmentioned(_ inspection: inout Inspection) throws -> [BundlePath] {
        // An unreadable file may name any of them.
        guard !inspection.unlinkedBlobs.isEmpty, inspection.unreadable.isEmpty else { return [] }
        var mentions = BlobMentions(of: inspection.unlinkedBlobs)
        var unread: (path: String, error: SystemError)?
        try tree.forEachFile { file, content in
            if case .unreadable(let path, let error) = file.place {
                unread = (path, error)
                return .stop
            }
            guard case .file(let path) = file.place, path != .attachmentPlaces, let type = FileType(of: path),
                type.isItem || type == .extra
            else { return .goOn }
            do {
                try content.windows(overlap: BlobMentions.longestName) { window, _ in mentions.read(window) }
                return .goOn
            } catch let error as SystemError where goesOn && !error.meansInterrupted {
                unread = (path.text, error)
                return .stop
            }
        }
        guard let unread else { return mentions.unmentioned }
        record(unread.error, at: unread.path, &inspection)
        return []
    }

    /// The manifest of a tree, and the digest of its text, if that was needed.
    package static func manifest(of tree: some FileTree) throws -> (read: Inspection.Reading<Manifest>, digest: Digest?)
    {
        guard let bytes = try tree.content(of: .manifest, limit: Manifest.maximumBytes) else { return (.missing, nil) }
        var digest: Digest?
        let read = reading(bytes) { (bytes) throws(TextProblem) in
            let found = try tree.manifest(in: bytes)
            digest = found.digest
            return found.manifest
        }
        return (read, digest)
    }

    /// The description of a tree.
    package static func description(of tree: some FileTree) throws -> Inspection.Reading<NotebookDescription> {
        guard let bytes = try tree.content(of: .notebook, limit: NotebookDescription.maximumBytes) else {
            return .missing
        }
        return reading(bytes) { (bytes) throws(TextProblem) in try NotebookDescription(bytes) }
    }

    private static func reading<Value>(
        _ bytes: [UInt8], _ read: ([UInt8]) throws(TextProblem) -> Value
    ) -> Inspection.Reading<Value> {
        do throws(TextProblem) {
            return .read(try read(bytes), bytes: bytes)
        } catch {
            let problem = JSONText.problem(in: bytes, met: error)
            return .malformed(problem, problem.position(in: bytes))
        }
    }
}

/// Shows the progress of long work; called from any core.
public protocol WorkProgress: Sendable {
    /// Reports that this many more bytes are done; `path` is the current file.
    func advance(_ bytes: Int, _ path: @autoclosure () -> String)
}

extension WorkProgress {
    /// Reports that this many more bytes are done, and stops if the task is cancelled that waits for the work.
    package func step(_ bytes: Int, _ path: @autoclosure () -> String) throws {
        try BackgroundJob.checkCancellation()
        advance(bytes, path())
    }
}

/// Shows no progress.
package struct NoProgress: WorkProgress {
    /// Makes a progress that shows nothing.
    package init() {}

    /// Does nothing.
    package func advance(_ bytes: Int, _ path: @autoclosure () -> String) {}
}

/// The files that a pass over a notebook could not read.
package final class Obstacles: Sendable {
    private let errors = Mutex<[SystemError]>([])

    func record(_ error: SystemError) { errors.withLock { $0.append(error) } }

    /// The first error, and how many more there are; `nil` if everything could be read.
    package var failure: (any Failure)? {
        errors.withLock { errors in errors.first.map { UnreadFiles(first: $0, more: errors.count - 1) } }
    }
}

/// Files that could not be read.
private struct UnreadFiles: Failure {
    let first: SystemError
    let more: Int

    var description: String { "\(first)" + (more > 0 ? " (and \(more) more)" : "") }
    var remedy: Remedy? { first.remedy }
}
