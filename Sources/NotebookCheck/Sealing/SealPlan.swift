import NotebookFiles
package import NotebookFormat
package import NotebookLinks
package import NotebookStore
package import NotebookText

/// A plan for sealing a notebook whose files were changed by other programs (Format, section 26).
package struct SealPlan: Sendable {
    /// Why sealing refuses a file.
    package struct Refusal: Hashable, Sendable {
        /// The file, as it was found.
        package let path: String
        /// The reason, as a phrase after the path and a colon.
        package let reason: String
        /// The position in the file.
        package let position: TextPosition?
        /// What to do, besides fixing or removing the file.
        package let remedy: Remedy?

        init(path: String, reason: String, position: TextPosition?, remedy: Remedy? = nil) {
            (self.path, self.reason, self.position, self.remedy) = (path, reason, position, remedy)
        }
    }

    /// The values to write into an item.
    package struct Amendment: Hashable, Sendable {
        /// The new uuid.
        package var uuid: UniqueIdentifier?
        /// The creation date.
        package var created: Timestamp?
        /// The modification date.
        package var modified: Timestamp?
        /// The values of the manifest, if the item itself has lost them.
        package var restored: ItemMetadata?

        /// Makes an empty amendment.
        package init() {}
    }

    /// The reasons why the notebook cannot be sealed.
    package private(set) var refusals: [Refusal] = []
    /// The differences between the files and the manifest.
    package let changes: Changes
    /// The items to be rewritten.
    package private(set) var amendments: [BundlePath: Amendment] = [:]
    /// Files that were added to `blobs/` by hand, and their new names.
    package private(set) var adoptions: [BundlePath: BundlePath] = [:]

    /// Resolves links before files are adopted; `nil` if none are, and no folders are renamed.
    private var resolver: LinkResolver?

    /// The attachments that links mean which lead to their readable names in `blobs/`, where no such files are, and the
    /// items in which such links are updated.
    private var readable: (blobs: [String: BundlePath], items: Set<BundlePath>) = ([:], [])

    /// Further fixes.
    package let fixes: Fixes

    /// Whether a manifest describes the earlier files; without one, all files are accepted as they are.
    package var hasManifest: Bool { manifest != nil }

    private let manifest: Manifest?
    private let known: [BundlePath: Entry]
    private let files: [FileFact]

    /// Plans the sealing of a notebook.
    ///
    /// - Parameters:
    ///   - fixes: Fixes to make at the same time.
    ///   - takesConflicts: Whether to accept items with conflict markers.
    ///   - now: The modification date for changed items without a new one.
    ///   - newUUID: Makes uuids.
    package init(
        _ inspection: Inspection, _ fixes: Fixes = Fixes(), takesConflicts: Bool = true,
        now: Timestamp, newUUID: () -> UniqueIdentifier
    ) {
        self.fixes = fixes
        manifest = inspection.manifest.value ?? inspection.mergedManifest
        known = Dictionary((manifest.map { Array($0.entries) } ?? inspection.knownEntries).map { ($0.path, $0) }) {
            first, _ in first
        }
        files = inspection.files
        changes = Changes(from: manifest, to: files)
        refuse(inspection)
        if !takesConflicts { refuseConflicts() }
        guard let created = inspection.description.value?.created else { return }
        assignUUIDs(newUUID)
        restoreMetadata()
        date(now, notebookCreated: created)
        adopt()
        if !adoptions.isEmpty || fixes.renames.contains(where: \.isDirectory) {
            resolver = LinkResolver(Manifest(of: files, notebookCreated: created))
        }
        findReadableNames()
    }

    /// Refuses texts with conflict markers, unless they were already sealed with them.
    private mutating func refuseConflicts() {
        for fact in files where manifest?[fact.path]?.digest != fact.digest {
            guard let position = fact.item?.readable?.conflictMarker else { continue }
            refusals.append(
                Refusal(path: fact.path.text, reason: Self.conflict, position: position, remedy: Self.resolving))
        }
    }

    /// Why a text with conflict markers is refused.
    static let conflict = "conflict markers of git"
    private static let resolving: Remedy = "choose one of them, or \(.acceptConflicts)"
    private static let puttingBack: Remedy = "put it back from a copy, a backup or git, or \(.repair)"
    private static let twins =
        "two files have this name, one composed (NFC) and one decomposed (NFD), which look the same"
    private static let separating: Remedy = "rename one of them, or \(.repair), which keeps both"
    private static let accepting: Remedy = "\(.seal), which accepts it, or \(.fix)"

    private mutating func refuse(_ inspection: Inspection) {
        switch inspection.description {
        case .missing:
            refusals.append(
                Refusal(path: "notebook.json", reason: "the file is missing", position: nil, remedy: Self.puttingBack))
        case .malformed(let problem, let position):
            refusals.append(
                Refusal(
                    path: "notebook.json", reason: problem.message, position: position,
                    remedy: "fix it in a text editor, or \(.repair)"))
        case .read: break
        }
        if !fixes.fixesNames {
            refusals += inspection.unportable.map {
                Refusal(path: $0.path, reason: "\($0.problem)", position: nil)
            }
        }
        refusals += inspection.evicted.sorted().map {
            Refusal(
                path: $0.text, reason: "is in iCloud, and not on this computer", position: nil,
                remedy: NotebookError.inCloud("", $0, 1).remedy)
        }
        if !fixes.acceptsMissing {
            refusals += changes.differences.filter {
                $0.change == .removed && !inspection.evicted.contains($0.path)
            }.map {
                Refusal(path: $0.path.text, reason: "is listed, but gone", position: nil, remedy: Self.accepting)
            }
        }
        refusals += changes.differences.filter { $0.change == .changed && fixes.doubtful.contains($0.path) }.map {
            let reason = "differs from the manifest, but was not written since: it may be damaged"
            return Refusal(
                path: $0.path.text, reason: reason, position: nil,
                remedy: "if the change is wanted, \(.seal), or \(.fix)")
        }
        if !fixes.acceptsEmptied {
            refusals += emptied.map { path in
                Refusal(path: path.text, reason: "the file is now empty", position: nil, remedy: Self.accepting)
            }
        }
        refusals += inspection.irregular.map { Refusal(path: $0.path, reason: "is \($0.kind)", position: nil) }
        for fact in files {
            if case .unreadable(let problem, let position)? = fact.item {
                let isConflict = problem.kind == .conflictMarker
                refusals.append(
                    Refusal(
                        path: fact.path.text, reason: isConflict ? Self.conflict : problem.message, position: position,
                        remedy: isConflict ? Self.resolving : nil))
            }
            if fact.type == .blob, let name = BlobName(fact.path.name), !name.matches(fact.digest),
                !fixes.acceptsDamage
            {
                let reason = "the content does not match the digest in the name"
                refusals.append(
                    Refusal(path: fact.path.text, reason: reason, position: nil, remedy: fact.remedyOfChange))
            }
        }
        guard !fixes.fixesNames else { return }
        refusals += inspection.collisions.map {
            Refusal(
                path: $0.path, reason: $0.looksTheSame ? Self.twins : $0.reason, position: nil, remedy: Self.separating)
        }
    }

    /// Gives a uuid to items outside the trash that have none, and a new one to all but one of those that share one.
    private mutating func assignUUIDs(_ newUUID: () -> UniqueIdentifier) {
        let listed = Dictionary(
            known.values.compactMap { entry in entry.item?.uuid.map { ($0, entry.path) } }
        ) { min($0, $1) }
        let items = files.filter { $0.type?.isItem == true }
        let owners = Dictionary(grouping: items.filter { $0.uuid != nil }) { $0.uuid }.compactMapValues { same in
            same.first { fact in fact.uuid.map { listed[$0] == fact.path } ?? false } ?? same.min(by: Self.isOriginal)
        }
        for fact in items {
            guard let item = fact.item?.readable else { continue }
            let path = fact.path.text
            if let uuid = fact.uuid {
                guard owners[uuid]?.path != fact.path, !fixes.spared.contains(.newUUID, path) else { continue }
                amendments[fact.path, default: Amendment()].uuid = newUUID()
            } else if TrashedPath(fact.path) == nil, item.unacceptable[.uuid] == nil,
                !fixes.spared.contains(.missingUUID, path)
            {
                let old = known[fact.path]?.item?.uuid
                amendments[fact.path, default: Amendment()].uuid =
                    old.flatMap { owners[$0] == nil ? $0 : nil } ?? newUUID()
            }
        }
    }

    /// Whether the first of two files with the same uuid is more likely the original.
    ///
    /// Programs that copy files add a word or a number to the name.
    private static func isOriginal(_ one: FileFact, _ other: FileFact) -> Bool {
        func rank(_ path: BundlePath) -> (Int, Int, Int, BundlePath) {
            (TrashedPath(path) == nil ? 0 : 1, path.name.utf8.count, path.text.utf8.count, path)
        }
        return rank(one.path) < rank(other.path)
    }

    /// Restores the known values of items that have become empty.
    private mutating func restoreMetadata() {
        for path in emptied {
            guard var metadata = known[path]?.item else { continue }
            metadata.uuid = amendments[path]?.uuid ?? metadata.uuid
            amendments[path, default: Amendment()].restored = metadata
        }
    }

    /// Items that have become empty.
    package var emptied: [BundlePath] {
        files.filter { fact in
            fact.size == 0 && fact.type?.isItem == true && TrashedPath(fact.path) == nil
                && known[fact.path].map { $0.size > 0 } == true
        }.map(\.path)
    }

    /// Dates changed items whose date did not change, and new items without any date.
    private mutating func date(_ now: Timestamp, notebookCreated: Timestamp) {
        let facts = Dictionary(files.map { ($0.path, $0) }) { first, _ in first }
        for difference in changes.differences {
            let old: Entry?
            switch difference.change {
            case .changed: old = manifest?[difference.path]
            case .moved(let path): old = manifest?[path]
            case .added:
                dateNew(facts[difference.path], now)
                continue
            case .removed: continue
            }
            guard let old, let fact = facts[difference.path], old.digest != fact.digest, TrashedPath(fact.path) == nil,
                let before = old.item, let after = fact.item?.readable, after.unacceptable[.modified] == nil
            else { continue }
            let oldDate = before.modified ?? before.created ?? notebookCreated
            let newDate = after.metadata.modified ?? after.metadata.created ?? notebookCreated
            if oldDate == newDate { amendments[fact.path, default: Amendment()].modified = now }
        }
    }

    private mutating func dateNew(_ fact: FileFact?, _ now: Timestamp) {
        // Without a manifest it is unknown which items are new.
        guard manifest != nil, let fact, TrashedPath(fact.path) == nil, let item = fact.item?.readable,
            item.metadata.created == nil, item.metadata.modified == nil,
            item.unacceptable[.created] == nil && item.unacceptable[.modified] == nil
        else { return }
        amendments[fact.path, default: Amendment()].created = now
    }

    /// Finds new names for files in `blobs/` whose names contain no digest.
    private mutating func adopt() {
        adoptions = fixes.blobs
        let blobs = files.filter { $0.type == .blob && TrashedPath($0.path) == nil }
        var known = Dictionary(blobs.filter { BlobName($0.path.name) != nil }.map { ($0.digest, $0.path) }) {
            first, _ in first
        }
        for fact in blobs
        where BlobName(fact.path.name) == nil && !fixes.spared.contains(.blobName, fact.path.text) {
            let taken = Set(known.values.map(\.key))
            var length = BlobName.shortestInfix
            var target = known[fact.digest]
            while target == nil, length <= 64 {
                let path = try? BundlePath(
                    "blobs/\(BlobName(String(fact.path.name), digest: fact.digest, infixLength: length))")
                if let path, !taken.contains(path.key) { target = path }
                length += 1
            }
            guard let target else { continue }
            known[fact.digest] = target
            adoptions[fact.path] = target
        }
    }

    /// Finds the attachments that changed items can mean by readable names, such as a file in `blobs/` whose name got its
    /// digest in git while a text was open that links to it.
    private mutating func findReadableNames() {
        let changed = changes.differences.filter { $0.change != .removed && FileType(of: $0.path)?.isItem == true }
        guard !changed.isEmpty else { return }
        let present = Set(files.lazy.filter { $0.type == .blob }.map(\.path))
        let named = present.filter { TrashedPath($0) == nil }.compactMap { path in
            BlobName(path.name).flatMap { try? BundlePath("blobs/\($0.readableName)") }.map { ($0, path) }
        }
        let single = Dictionary(grouping: named, by: \.0).filter { $1.count == 1 && !present.contains($0) }
        guard !single.isEmpty else { return }
        readable.blobs = Dictionary(single.values.joined().map { ($0.0.text, $0.1) }) { first, _ in first }
        readable.items = Set(changed.map(\.path))
    }
}

extension SealPlan {
    /// Links to renamed files.
    package var renamedLinks: RenamedLinks {
        RenamedLinks(
            fixes.renames + adoptions.map { Rename(old: $0.key.text, new: $0.value) }, elsewhere: readable.blobs,
            among: resolver)
    }

    /// Whether the text of a file may change.
    package func mayRewrite(_ fact: FileFact) -> Bool {
        guard fact.type?.isItem == true, fact.item?.readable != nil else { return false }
        return amendments[fact.path] != nil || fixes.items[fact.path] != nil || !adoptions.isEmpty
            || !fixes.renames.isEmpty || readable.items.contains(fact.path)
    }

    /// The metadata of an item after sealing.
    package func amended(_ metadata: ItemMetadata, of path: BundlePath) -> ItemMetadata {
        var metadata = metadata
        let change = amendments[path] ?? Amendment()
        if let restored = change.restored { metadata = restored }
        if let uuid = change.uuid { metadata.uuid = uuid }
        if let created = change.created { metadata.created = created }
        if let modified = change.modified { metadata.modified = modified }
        return metadata
    }
}

extension FileFact {
    fileprivate var uuid: UniqueIdentifier? { item?.readable?.metadata.uuid }
}
