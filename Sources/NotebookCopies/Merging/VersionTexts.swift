import NotebookFormat
import NotebookMerging
import NotebookStore
import NotebookText

/// The texts of the versions of items that are merged.
struct VersionTexts {
    /// A version of an item.
    struct Text {
        /// Which copy has it.
        enum Side { case base, mine, theirs }

        let side: Side
        /// Its path in that copy; for items in the trash, their old path.
        let path: BundlePath
        let bytes: [UInt8]
    }

    /// The merged text of an item.
    struct Merged {
        let bytes: [UInt8]
        /// The number of places that hold both versions.
        let conflicts: Int
        /// Whether both copies had changed it.
        let isBoth: Bool
        /// Whether it contains something from the other copy.
        let hasTheirs: Bool
    }

    private typealias Wanted = ComparedNotebook.Wanted

    private let base: [Wanted: [UInt8]]
    private let mine: [Wanted: [UInt8]]
    private let theirs: [Wanted: [UInt8]]
    /// The templates of daily notes that both copies made, which both may have filled in.
    private let templates: [BundlePath: Template]
    /// The names of the copies.
    private let names: [String?]
    /// When the notebooks were made.
    private let created: [Timestamp]

    /// Reads what is needed of each item.
    init(
        _ mine: NotebookCopy, _ theirs: NotebookCopy, _ base: MergeBase, _ versions: [FileVersions],
        _ labels: VersionLabels
    ) throws {
        let both = versions.filter { Self.source($0) == nil }
        self.base = try base.contents(of: both.compactMap(\.base?.wanted))
        self.mine = try mine.compared.contents(
            of: versions.filter { Self.source($0) != .theirs }.compactMap(\.mine?.wanted))
        self.theirs = try theirs.compared.contents(
            of: versions.filter { Self.source($0) != .mine }.compactMap(\.theirs?.wanted))
        let made = try both.filter(\.areTwo).compactMap(\.mine).compactMap { file in
            try mine.dailyTemplate(of: file).map { (file.path, $0) }
        }
        templates = Dictionary(made) { first, _ in first }
        names =
            switch labels {
            case .names: [mine, theirs].map(\.compared.name)
            case .copies(let other): [mine.deviceName, other].map { $0.flatMap(Self.name) }
            }
        created = [mine, theirs].map(\.compared.content.description.created)
    }

    /// A name as a label has it: on one line, without parentheses (Format, clause 26.5).
    private static func name(_ text: String) -> String? {
        let name = PrintableText.escaped(text).filter { !"()".contains($0) }
        return ["", ".", "/"].contains(name) ? nil : name
    }

    /// The names of the two versions of an item: whose they are, as far as that is known, and when they were changed.
    private func labels(_ versions: FileVersions) -> MergedText.Labels {
        let files = [versions.mine, versions.theirs]
        let dates = zip(files, created).map { VersionLabel(changed: $0?.item?.date ?? $1) }
        let digests = files.map { $0?.digest ?? Digest.of([]) }
        var labels = dates[0] == dates[1] ? zip(dates, digests).map { $0.adding($1).text } : dates.map(\.text)
        labels = zip(names, labels).map { name, label in name.map { "\($0), \(label)" } ?? label }
        return MergedText.Labels(mine: labels[0], theirs: labels[1])
    }

    /// The name of the other copy's version of an item.
    func label(_ versions: FileVersions) -> String { labels(versions).theirs }

    /// The copy whose bytes are used; `nil` if both are merged.
    private static func source(_ versions: FileVersions) -> Text.Side? {
        guard let mine = versions.mine else { return .theirs }
        guard let theirs = versions.theirs else { return .mine }
        guard mine.digest != theirs.digest else {
            // Links of items in the trash are not kept up to date.
            return mine.isInTrash && !theirs.isInTrash ? .theirs : .mine
        }
        guard versions.base != nil else { return nil }
        return versions.isEditedHere ? versions.isEditedThere ? nil : .mine : .theirs
    }

    /// The text of the other copy, if any of it is needed.
    func theirs(_ versions: FileVersions) -> [UInt8]? { versions.theirs.flatMap { theirs[$0.wanted] } }

    /// Merges the versions of an item.
    ///
    /// - Parameter prepared: The bytes of a version as they are merged.
    func merged(_ versions: FileVersions, from prepared: (Text) -> [UInt8]) -> Merged {
        func text(_ side: Text.Side, _ file: ComparedFile?, _ texts: [Wanted: [UInt8]]) -> [UInt8]? {
            guard let file, let bytes = texts[file.wanted] else { return nil }
            return prepared(Text(side: side, path: file.livePath, bytes: bytes))
        }
        let source = Self.source(versions)
        if source == .mine || source == .theirs {
            let isMine = source == .mine
            let bytes = isMine ? text(.mine, versions.mine, mine) : text(.theirs, versions.theirs, theirs)
            return Merged(bytes: bytes ?? [], conflicts: 0, isBoth: false, hasTheirs: !isMine)
        }
        var (base, theirs) = (text(.base, versions.base, base), text(.theirs, versions.theirs, theirs) ?? [])
        let mine = text(.mine, versions.mine, mine) ?? []
        if versions.areTwo, let path = versions.mine?.path,
            let aligned = templates[path]?.aligned(mine, theirs, title: path.stem)
        {
            (base, theirs) = (aligned.made, aligned.other)
        }
        let merged = MergedVersions(base: base, mine: mine, theirs: theirs, labels: labels(versions))
        return Merged(bytes: merged.bytes, conflicts: merged.conflicts, isBoth: true, hasTheirs: true)
    }
}

extension FileVersions {
    /// Whether both copies made the item, each for itself.
    fileprivate var areTwo: Bool {
        guard base == nil, let one = mine?.item?.uuid, let other = theirs?.item?.uuid else { return false }
        return one != other
    }
}

extension NotebookCopy {
    /// The template of a daily note; `nil` if it is none, or there is no template.
    fileprivate func dailyTemplate(of file: ComparedFile) throws -> Template? {
        let (places, created) = (compared.content.description.settings.places, compared.content.description.created)
        guard let period = places.period(of: file.path, around: file.item?.created ?? created) else { return nil }
        let name = places.template(for: period)
        guard let item = try? compared.notebook.template(name), let digest = manifest[item.path]?.digest else {
            return nil
        }
        let wanted = ComparedNotebook.Wanted(item.path, digest)
        return try compared.contents(of: [wanted])[wanted].flatMap { try? Template(ItemFile($0)) }
    }
}

/// The labels of the two versions of a text that cannot be merged; each says when its version was changed.
package enum VersionLabels {
    /// The paths of the copies come first.
    case names
    /// The names of this device, if it has one, and of the place of the other copy come first: they mean the same
    /// everywhere.
    case copies(other: String)
}
