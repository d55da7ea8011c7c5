import NotebookFiles
import NotebookFormat
import NotebookMerging
import NotebookStore
import NotebookText

/// Repairs a bundle step by step; each step is complete in itself, and can be repeated.
struct Repairer {
    private let files: any FileOperations
    private let environment: NotebookEnvironment
    private let name: String
    private let aside: SetAside
    /// How much of a notebook.json to read.
    private static let longestRepair = 256 << 20
    /// The most names in one line.
    private static let longestList = 50
    /// The steps so far.
    private(set) var steps: [FixStep] = []
    /// The files and directories that were set aside.
    private var kept: [String] = []
    /// What is known to be lost.
    private(set) var losses: [FixStep] = []

    /// A repairer of the bundle with this name.
    init(_ files: any FileOperations, environment: NotebookEnvironment, name: String) {
        self.files = files
        self.environment = environment
        self.name = name
        aside = SetAside(files, now: environment.now())
    }

    private mutating func record(
        _ action: FixStep.Action, _ path: String, to newPath: String? = nil, _ detail: String
    ) {
        steps.append(FixStep(action, path, to: newPath, detail))
    }

    /// Completes or undoes an interrupted change; sets it aside if that is not possible.
    mutating func recover() throws {
        let store = Store(files, environment)
        if let found = try files.status(Store.staging), found.kind != .directory {
            try moveAside(Store.staging, "not a directory")
        } else if let journal = try files.status(Store.journal), journal.kind != .file {
            try moveAside(Store.staging, "its journal is not a file")
        }
        do {
            switch try store.recover() {
            case .nothing: break
            case .discarded:
                record(
                    .recovered, ".bundle",
                    "removed the files of an interrupted edit; the notebook is as it was last saved")
            case .completed(let conflicts):
                record(.recovered, ".bundle", "completed an edit that was saved")
                for path in conflicts { record(.setAside, path, "another program’s version, written meanwhile") }
            }
        } catch StoreError.unreadableJournal(let problem, _) {
            try moveAside(Store.staging, "its journal cannot be read: \(problem.message)")
        } catch StoreError.unrecoverable(let reason) {
            try moveAside(Store.staging, "it can be neither completed nor undone: \(reason)")
        }
    }

    /// Gives conflict copies of the manifest and the description their names back where these are gone.
    mutating func adoptOwnFiles() throws {
        for (original, copy) in try Store(files, environment).adoptOwnFiles().sorted(by: { $0.key < $1.key }) {
            record(.renamed, copy.text, to: original.text, "the file itself was gone")
        }
    }

    /// Sets aside a directory in place of the manifest or the description.
    mutating func setAsideDirectoriesOfTexts() throws {
        for path in [DiskPath(.manifest), DiskPath(.notebook)] where try files.status(path)?.kind == .directory {
            try moveAside(path, "is a directory")
        }
    }

    /// Whether an item that cannot be read is what somebody typed, in another encoding.
    func isText(_ fact: FileFact) throws -> Bool {
        RepairedItem.isText(try files.content(of: DiskPath(fact.foundPath), limit: ItemFile.maximumBytes))
    }

    /// Sets aside links, special files, and files that are too deep or have too long a path.
    mutating func setAsideWhatHasNoPlace(_ inspection: Inspection) throws {
        for found in inspection.irregular { try moveAside(DiskPath(found.path), "is \(found.kind)") }
        for found in inspection.unportable where found.problem == .tooLong || found.problem == .tooDeep {
            try moveAside(DiskPath(found.path), "\(found.problem)")
            kept.append(found.path)
        }
    }

    /// Writes a version of a file that the history keeps.
    mutating func putBack(_ version: KeptVersions.Version, at path: BundlePath, replacing fact: FileFact?) throws {
        let place = fact.map { DiskPath($0.foundPath) } ?? DiskPath(path)
        if fact != nil {
            try copyAside(place, "damaged")
        } else if try files.status(place) != nil {
            try moveAside(place, "stands in the place of a file")
        }
        _ = try files.makeDirectories(place.parent)
        try Placement.file(place, in: files, environment: environment, replacing: true) { file in
            try files.stream(version.place) { try files.writeAll($0, to: file) }
        }
        record(.rebuilt, path.text, "from the history, \(version.words)")
        guard let change = version.replacedBy else { return }
        losses.append(FixStep(.lost, path.text, "what changed in it since the version before change \(change)"))
    }

    /// Rebuilds the description from the history, or from what can be read of a damaged one.
    mutating func rebuildDescription(_ inspection: Inspection, _ versions: KeptVersions) throws {
        if case .read = inspection.description { return }
        // It is not lost.
        if inspection.evicted.contains(.notebook) { return }
        let listed = inspection.knownEntries.first { $0.path == .notebook }?.digest
        let isMissing = if case .missing = inspection.description { true } else { false }
        let version = try versions.latest(of: .notebook, listed: listed)
        let text = try version.map { try files.content(of: $0.place, limit: NotebookDescription.maximumBytes) }
        let earlier = text.flatMap { try? NotebookDescription($0) }
        if let version, earlier != nil, version.replacedBy == nil || isMissing {
            let fact = inspection.files.first { $0.path == .notebook }
            return try putBack(version, at: .notebook, replacing: fact)
        }
        try rebuildDescription(inspection, filledFrom: earlier, version)
    }

    /// Rebuilds the description from what can be read of a damaged one; an earlier version has what cannot be read.
    private mutating func rebuildDescription(
        _ inspection: Inspection, filledFrom earlier: NotebookDescription?, _ version: KeptVersions.Version?
    ) throws {
        var bytes: [UInt8] = []
        var isCut = false
        switch inspection.description {
        case .read: return
        case .missing: break
        case .malformed(let problem, _):
            // A description that is too long may be mostly a single value.
            bytes = try files.content(of: DiskPath(.notebook), limit: Self.longestRepair)
            isCut = bytes.count > Self.longestRepair
            try copyAside(DiskPath(.notebook), problem.message)
            if let merged = MergedDescription(marked: bytes) {
                try write(merged.description.text, to: DiskPath(.notebook))
                return record(.rebuilt, "notebook.json", "merged both versions")
            }
        }
        let items = inspection.files.compactMap { $0.item?.readable?.metadata }
        let dates = items.flatMap { [$0.created, $0.modified] }.compactMap(\.self)
        let title = NotebookLocation.stem(of: name)
        let repaired = RepairedDescription(
            of: bytes,
            substitute: earlier
                ?? NotebookDescription(
                    uuid: environment.newUUID(),
                    title: Title.accepted(title).flatMap { $0.isEmpty ? nil : $0 } ?? "Notebook",
                    created: dates.min() ?? environment.now()))
        if let earlier, let version {
            try write(repaired.filled(from: earlier).text, to: DiskPath(.notebook))
            let rest = "the rest from the history, \(version.words)"
            record(.rebuilt, "notebook.json", Self.words(for: repaired, isFilled: true) + "; " + rest)
            let lost = repaired.lost + ["what changed in the rest since \(version.words)"]
            losses.append(FixStep(.lost, "notebook.json", Self.list(lost)))
            return
        }
        try write(repaired.description.text, to: DiskPath(.notebook))
        let cut = isCut ? "; lost everything after the first 256 MiB" : ""
        record(.rebuilt, "notebook.json", Self.words(for: repaired) + cut)
        var lost = repaired.lost + (isCut ? ["everything after the first 256 MiB"] : [])
        if inspection.knownEntries.contains(where: { $0.path == .notebook }) {
            // A sealed description had the parts that every description has.
            lost += repaired.madeAnew.filter { !lost.contains($0) }
        }
        if repaired.saved.isEmpty, repaired.savedInPart.isEmpty, !lost.isEmpty {
            let isMissing = if case .missing = inspection.description { true } else { false }
            let what = "settings, smart folders, and the icons, order and colours of folders and tags"
            lost = [isMissing ? "\(what): no file has its content" : "\(what): its text could not be read"]
        }
        if !lost.isEmpty { losses.append(FixStep(.lost, "notebook.json", Self.list(lost))) }
    }

    /// The first few names, and how many more there are.
    private static func list(_ names: [String]) -> String {
        let more = names.count - Self.longestList
        return names.prefix(Self.longestList).joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
    }

    /// - Parameter isFilled: Whether an earlier version has what was not kept.
    private static func words(for repaired: RepairedDescription, isFilled: Bool = false) -> String {
        let kept = repaired.saved + repaired.savedInPart.map { "\($0) in part" }
        let made = isFilled ? [] : repaired.madeAnew
        let parts = [("lost", repaired.lost), ("rebuilt", made)].filter { !$0.1.isEmpty }
        let words = parts.map { "; \($0) \(list($1))" }.joined()
        return (kept.isEmpty ? "nothing could be read" : "kept \(list(kept))") + words
    }

    /// Rebuilds notes and cards from invalid files, and sets the originals aside.
    mutating func rebuildItems(_ inspection: Inspection) throws {
        for fact in inspection.files {
            guard case .unreadable(let problem, _)? = fact.item else { continue }
            let path = DiskPath(fact.foundPath)
            let bytes = try files.content(of: path, limit: ItemFile.maximumBytes)
            if problem.kind == .conflictMarker, let merged = MarkedFrontMatter(bytes) {
                try copyAside(path, problem.message)
                try write(merged.bytes, to: path)
                let what = merged.isSettled ? "the dates and tags" : "the front matter"
                record(.rebuilt, fact.path.text, "merged \(what) of both versions")
                continue
            }
            guard problem.kind != .tooLong, let repaired = RepairedItem(of: bytes) else {
                try moveAside(path, problem.message)
                kept.append(fact.path.text)
                continue
            }
            try copyAside(path, problem.message)
            try write(repaired.item.bytes, to: path)
            record(.rebuilt, fact.path.text, repaired.steps.joined(separator: ", "))
        }
    }

    /// Reports what was fixed and sealed.
    mutating func report(_ fixed: FixReport) {
        let rebuilt = Set(steps.filter { $0.action == .rebuilt }.map(\.path))
        // A rebuilt text always differs.
        steps += fixed.steps.filter { $0.detail != "changed" || !rebuilt.contains($0.path) }
        // A file that was set aside is not lost.
        let kept = kept.map { PrintableText.escaped($0) }
        losses += fixed.losses.filter { loss in
            !kept.contains { loss.path == $0 || loss.path.begins(with: $0 + "/") }
        }
        if let commit = fixed.commit {
            record(.sealed, "manifest.json", "rebuilt from the files; \(commit.fingerprint)")
        }
    }

    private mutating func moveAside(_ path: DiskPath, _ reason: String) throws {
        guard let target = try aside.move(path) else { return }
        record(.setAside, path.text, to: target.text, reason)
    }

    private mutating func copyAside(_ path: DiskPath, _ reason: String) throws {
        record(.setAside, path.text, to: try aside.copy(path).text, "a copy; \(reason)")
    }

    /// Replaces a file as a whole.
    private func write(_ bytes: [UInt8], to path: DiskPath) throws {
        try Placement.file(path, in: files, environment: environment, replacing: true) {
            try files.writeAll(bytes, to: $0)
        }
    }
}

extension Repairer {
    /// Puts back listed files that are gone or damaged, from the history.
    ///
    /// - Returns: Whether there was one.
    mutating func restoreFromHistory(_ inspection: Inspection, _ versions: KeptVersions) throws -> Bool {
        let facts = Dictionary(inspection.files.map { ($0.path, $0) }) { first, _ in first }
        let held = Set(inspection.files.map(\.digest))
        let uuids = Set(inspection.files.compactMap { $0.item?.readable?.metadata.uuid })
        let damaged = Set(inspection.blobOrigins.damaged)
        var hasRestored = false
        for entry in inspection.knownEntries where entry.path != .notebook && !held.contains(entry.digest) {
            // It is not lost.
            if inspection.evicted.contains(entry.path) { continue }
            let fact = facts[entry.path]
            let isEmptied = fact?.size == 0
            if fact == nil, let uuid = entry.item?.uuid, uuids.contains(uuid) { continue }
            // What can be read of a damaged text is newer than a version that was replaced.
            let isExact = fact != nil && !isEmptied || entry.type == .blob
            if let fact, !isEmptied, !damaged.contains(entry.path) {
                guard case .unreadable? = fact.item, try !isText(fact) else { continue }
            }
            let version =
                isExact
                ? try versions.listed(entry.digest) : try versions.latest(of: entry.path, listed: entry.digest)
            guard let version else { continue }
            try putBack(version, at: entry.path, replacing: fact)
            hasRestored = true
        }
        return hasRestored
    }
}
