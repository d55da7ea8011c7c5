/// What is fixed in a notebook beyond sealing it, without changing what it says (Format, clauses 3.3, 6.6 and 10.4);
/// at the second level also where something else may have been meant.
public struct Fixes: Sendable {
    /// How far fixes go.
    public enum Level: String, Sendable, CaseIterable {
        /// Line ends, byte order marks, the canonical form of the description.
        case safe
        /// Also names, dates, tags and blobs, and that listed files are gone.
        case everything
    }

    /// What is fixed in an item.
    package struct ItemFix: Hashable, Sendable {
        /// Whether a byte order mark goes.
        package var dropsByteOrderMark = false
        /// Whether its lines get the end LF.
        package var fixesLineEnds = false
        /// Another date of change.
        package var modified: Timestamp?
        /// Whether tags that repeat are dropped from the text.
        package var rewritesTags = false
    }

    /// The items that are fixed.
    package private(set) var items: [BundlePath: ItemFix] = [:]
    /// Blobs that are there already under another name.
    package private(set) var blobs: [BundlePath: BundlePath] = [:]
    /// The canonical text of the description, if it is written otherwise.
    package private(set) var description: [UInt8]?
    /// Names that were fixed.
    package let renames: [Rename]
    /// Whether it is accepted that listed files are gone.
    package let acceptsMissing: Bool
    /// Whether it is accepted that attachments are damaged, which stay what they are.
    package let acceptsDamage: Bool
    /// Whether it is accepted that items have lost all their bytes.
    let acceptsEmptied: Bool
    /// Files that differ from the manifest although they seem unwritten since, and so may be damaged.
    package let doubtful: Set<BundlePath>
    /// Whether names are fixed in another step, and so are no reason to refuse.
    let fixesNames: Bool
    /// What is left as it is.
    let spared: Spared

    /// No fixes: sealing alone.
    package init() {
        renames = []
        acceptsMissing = true
        acceptsDamage = false
        acceptsEmptied = true
        doubtful = []
        fixesNames = false
        spared = Spared()
    }

    /// What can be fixed in a notebook.
    ///
    /// - Parameters:
    ///   - renames: Names that were fixed already, or would be.
    ///   - doubtful: Files that differ although they seem unwritten since.
    ///   - spared: Findings that are left as they are.
    package init(
        _ inspection: Inspection, _ level: Level, renames: [Rename], fixesNames: Bool = false,
        doubtful: Set<BundlePath> = [], sparing spared: Spared = Spared()
    ) {
        self.renames = renames
        self.doubtful = level == .safe ? doubtful : []
        acceptsDamage = level == .everything
        acceptsEmptied = level == .everything
        acceptsMissing = level == .everything && !spared.contains(.missingFiles)
        self.fixesNames = fixesNames
        self.spared = spared
        for fact in inspection.files where TrashedPath(fact.path) == nil {
            guard let item = fact.item?.readable else { continue }
            var fix = ItemFix()
            let path = fact.path.text
            fix.dropsByteOrderMark = item.hasByteOrderMark && !spared.contains(.byteOrderMark, path)
            fix.fixesLineEnds = item.foreignLineEnds != nil && !spared.contains(.lineEnds, path)
            if level == .everything {
                fix.rewritesTags = item.repeatedTag != nil && !spared.contains(.repeatedTags, path)
                let created = item.metadata.created
                if let created, let modified = item.metadata.modified, modified < created,
                    !spared.contains(.modificationDate, path)
                {
                    fix.modified = created
                }
            }
            if fix != ItemFix() { items[fact.path] = fix }
        }
        if case .read(let description, let bytes) = inspection.description, description.text != bytes,
            !spared.contains(.canonicalDescription)
        {
            self.description = description.text
        }
        if level == .everything { joinBlobs(inspection) }
    }

    private mutating func joinBlobs(_ inspection: Inspection) {
        let blobs = inspection.files.filter { $0.type == .blob && TrashedPath($0.path) == nil }
        var known: [Digest: BundlePath] = [:]
        for fact in blobs where BlobName(fact.path.name)?.matches(fact.digest) == true {
            if let first = known[fact.digest] {
                if !spared.contains(.duplicateBlobs, fact.path.text) { self.blobs[fact.path] = first }
            } else {
                known[fact.digest] = fact.path
            }
        }
    }

    /// Whether nothing is fixed.
    public var isEmpty: Bool { items.isEmpty && blobs.isEmpty && description == nil && renames.isEmpty }
}

extension Fixes.ItemFix {
    /// The item with everything fixed.
    ///
    /// - Throws: `TextProblem`, never for items that can be read.
    public func applied(to item: ItemFile) throws(TextProblem) -> ItemFile {
        var item = item
        if dropsByteOrderMark { item = try ItemFile(Array(item.bytes.dropFirst(3))) }
        if fixesLineEnds { item = try ItemFile(Self.withLineFeeds(item.bytes)) }
        var metadata = item.metadata
        if let modified { metadata.modified = modified }
        if rewritesTags {
            // A line is written anew only if its value changes.
            var without = metadata
            without.tags = []
            item = try item.setting(without)
        }
        return try item.setting(metadata)
    }

    private static func withLineFeeds(_ bytes: [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            let line = Line(at: index, in: bytes)
            output += bytes[line.content]
            if line.end > line.content.upperBound { output.append(0x0A) }
            index = line.end
        }
        return output
    }
}
