import NotebookFiles
import NotebookFormat
import NotebookText

/// Recognizes a notebook in which all files are as its manifest lists them, without examining the files one by one.
///
/// Reads the few that were written since the others were read, for example by the last edits. If it is not certain, it
/// gives no answer.
struct UnchangedFiles {
    private let tree: DirectoryTree
    private let known: SeenFiles

    init(_ tree: DirectoryTree, _ known: SeenFiles) {
        self.tree = tree
        self.known = known
    }

    /// The inspection that results if all files are as the manifest lists them, and there are no others; `nil` if that
    /// is not certain.
    ///
    /// - Parameter count: The files that are there.
    func inspection(_ manifest: Inspection.Reading<Manifest>, _ count: FileCount) throws -> Inspection? {
        guard let listed = manifest.value,
            // The description is always read, and so never cached.
            known.count + 1 + filesToRead >= listed.entries.count, let description = try description(listed)
        else { return nil }
        let entries = listed.entries
        let look = DirectoryScan(tree, listed, count)
        // The manifest does not list itself.
        let batches = try look.map { files in
            let uncertain = files.numbers { !isAsListed($0, entries, $1) }
            return uncertain.map { (number: $0, status: files.values[$0 - files.first]) }
        }
        guard let uncertain = batches?.joined(), uncertain.count <= filesToRead, look.fileCount == entries.count + 1,
            uncertain.allSatisfy({ isAsListedWhenRead($0.number, entries, $0.status) })
        else { return nil }
        return Inspection(listedIn: manifest, description)
    }

    private func isAsListed(_ number: Int, _ entries: Manifest.Entries, _ status: FileStatus?) -> Bool {
        guard let status, status.kind == .file, let identity = status.identity, status.size == entries.size(at: number)
        else { return false }
        let digest = entries.digest(at: number)
        return entries.type(at: number) == .notebook
            // Only the description is listed and never seen.
            || entries.withPath(at: number) { known.isSeen($0, identity, digest, near: number - 1) }
    }

    /// How many files to read at most; reading more each time would take longer than updating the cache.
    private var filesToRead: Int { min(Self.mostToRead, known.count / 50) }

    /// The most files that are ever read.
    static let mostToRead = 100

    /// Whether an item that may have changed still has the listed bytes.
    private func isAsListedWhenRead(_ number: Int, _ entries: Manifest.Entries, _ status: FileStatus?) -> Bool {
        guard let status, status.kind == .file, status.size == entries.size(at: number),
            entries.type(at: number).isItem,
            let bytes = try? tree.content(of: entries.path(at: number), limit: ItemFile.maximumBytes)
        else { return false }
        return Digest.of(bytes) == entries.digest(at: number)
    }

    /// The description, which is always read, so that its problems are reported.
    private func description(_ listed: Manifest) throws -> Inspection.Reading<NotebookDescription>? {
        guard let bytes = try? tree.content(of: .notebook, limit: NotebookDescription.maximumBytes),
            let value = try? NotebookDescription(bytes),
            listed[.notebook]?.digest == Digest.of(bytes)
        else { return nil }
        return .read(value, bytes: bytes)
    }
}

extension SeenFiles {
    /// Records the result of a pass over some files.
    ///
    /// - Parameters:
    ///   - identities: The identities of the files, taken before they were read.
    ///   - time: Files changed since then are left out, in nanoseconds since 1970.
    ///   - known: Earlier records, from which unchanged files get their names.
    init(
        _ facts: [FileFact], _ identities: [BundlePath: FileIdentity], unchangedSince time: Int64,
        known: SeenFiles = SeenFiles()
    ) {
        let files = facts.compactMap { fact -> Row? in
            guard let identity = identities[fact.path], identity.size == fact.size else { return nil }
            let earlier = known.seen(fact.path, identity)
            guard earlier?.digest == fact.digest || identity.isOlder(than: time) else { return nil }
            return (fact.path, Seen(identity: identity, digest: fact.digest, names: earlier?.names))
        }
        self.init(files)
    }
}

/// What an inspection need not read because an earlier one did, and what it finds now.
///
/// Remembers only files that match the manifest, because there is nothing else to find out about them.
final class FileMemory {
    let manifest: Inspection.Reading<Manifest>
    private let known: SeenFiles
    private let start: Int64
    private var identities: [BundlePath: FileIdentity] = [:]

    /// A memory of an earlier inspection.
    ///
    /// - Parameter start: The start of the inspection: changes after it may not be recognizable.
    init(_ known: SeenFiles, manifest: Inspection.Reading<Manifest>, start: Int64) {
        self.known = known
        self.manifest = manifest
        self.start = start
    }

    /// The fact about a file that is unchanged and matches the manifest; `nil` if it must be read.
    func fact(of path: BundlePath, _ file: TreeFile) -> FileFact? {
        guard let identity = file.identity, file.storedPath == nil, path != .notebook else { return nil }
        identities[path] = identity
        guard let digest = known.digest(of: path, identity), manifest.value?[path]?.digest == digest else { return nil }
        return FileFact(path: path, size: file.size, digest: digest, item: nil)
    }

    /// What was found now, if it differs from what was known.
    func news(_ facts: [FileFact]) -> SeenFiles? {
        let seen = SeenFiles(facts, identities, unchangedSince: start, known: known)
        return seen == known ? nil : seen
    }
}
