import NotebookFiles
import NotebookFormat
import NotebookLinks
import NotebookStore

/// Renames attachments whose names were mixed up to the names that their digests prove.
///
/// Moves each by one rename, or exchanges it with another; sets aside a file that is in the way.
struct RestoredBlobs {
    private let files: any FileOperations
    private let aside: SetAside
    /// The steps so far.
    private(set) var steps: [FixStep] = []

    init(_ files: any FileOperations, _ aside: SetAside) { (self.files, self.aside) = (files, aside) }

    /// Moves files to where they belong.
    ///
    /// - Throws: `SystemError`.
    mutating func run(_ moves: [BlobOrigins.Move], isDry: Bool) throws {
        if !moves.isEmpty, !isDry { try files.excludeReaders() }
        // The current path of each content: an exchange changes two.
        var places = Dictionary(moves.map { ($0.source, $0.source) }) { first, _ in first }
        for move in moves {
            steps.append(FixStep(.renamed, move.source.text, to: move.target.text, "proved by its digest"))
            guard !isDry, let place = places[move.source], place != move.target else { continue }
            if let other = places.first(where: { $0.value == move.target })?.key {
                try exchange(DiskPath(place), DiskPath(move.target))
                places[other] = place
            } else {
                let target = DiskPath(move.target)
                if let kept = try aside.move(target) {
                    steps.append(
                        FixStep(.setAside, move.target.text, to: kept.text, "its content does not match its name"))
                }
                _ = try files.makeDirectories(target.parent)
                try files.renameExclusively(DiskPath(place), to: target)
            }
            places[move.source] = move.target
        }
        if !moves.isEmpty, !isDry { try files.synchronizeAll() }
    }

    private func exchange(_ one: DiskPath, _ other: DiskPath) throws {
        do throws(SystemError) {
            return try files.exchange(one, with: other)
        } catch {
            guard error.meansUnsupported else { throw error }
        }
        // Exchanges through a copy: wherever this stops, no content is lost, and none is left with only the other's
        // name, under which it could not be recognized.
        let copy = try aside.copy(other)
        try files.rename(one, to: other)
        try files.renameExclusively(copy, to: one)
    }
}

extension BlobOrigins.Move {
    /// What the move means to links; `nil` if the other name is the readable one, which links may keep.
    var rename: Rename? {
        let isReadable = BlobName(target.name).map { $0.readableName == source.name } ?? false
        return isReadable ? nil : Rename(old: source.text, new: target)
    }
}

extension Inspection {
    /// The unlisted attachments that items which other programs changed or added link to.
    ///
    /// The links must have been collected.
    func attachmentsOfEdits() -> Set<BundlePath> {
        let listed = manifest.value ?? Manifest([] as [Entry])
        let blobs = Set(files.filter { $0.type == .blob && listed[$0.path] == nil }.map(\.path))
        guard !blobs.isEmpty, let created = description.value?.created else { return [] }
        let resolver = LinkResolver(Manifest(files.compactMap { Entry($0, notebookCreated: created) }))
        var used: Set<BundlePath> = []
        for fact in files where fact.type?.isItem == true && listed[fact.path]?.digest != fact.digest {
            guard TrashedPath(fact.path) == nil, let links = fact.item?.readable?.links else { continue }
            for index in 0..<links.count {
                guard case .file(let target) = links.name(at: index).target(resolver, from: fact.path),
                    blobs.contains(target)
                else { continue }
                used.insert(target)
            }
        }
        return used
    }
}
