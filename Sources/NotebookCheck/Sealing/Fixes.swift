package import NotebookFormat
package import NotebookLinks
package import NotebookStore
package import NotebookText

/// How far fixes go.
public enum FixLevel: String, Sendable, CaseIterable {
    /// Line ends, byte order marks, the canonical form of the description.
    case safe
    /// Also names, dates, tags and blobs; accepts that listed files are gone.
    case everything
}

/// Fixes of a notebook beyond sealing (Format, clauses 15.2, 16.6 and 24.1).
///
/// At the first level, they do not change the meaning of the notebook. At the second level, the author may have meant
/// something else.
package struct Fixes: Sendable {
    /// The fixes of an item.
    package struct ItemFix: Hashable, Sendable {
        /// Whether to remove a byte order mark.
        package var dropsByteOrderMark = false
        /// Whether to convert line ends to LF.
        package var fixesLineEnds = false
        /// A new modification date.
        package var modified: Timestamp?
        /// Whether to remove repeated tags from the text.
        package var rewritesTags = false
    }

    /// The items to fix.
    package private(set) var items: [BundlePath: ItemFix] = [:]
    /// Blobs to replace by others with the same content.
    package private(set) var blobs: [BundlePath: BundlePath] = [:]
    /// The canonical text of the description, if its text differs.
    package private(set) var description: [UInt8]?
    /// Fixed names.
    package let renames: [Rename]
    /// Whether to accept that listed files are gone.
    package let acceptsMissing: Bool
    /// Whether to accept damaged attachments unchanged.
    package let acceptsDamage: Bool
    /// Whether to accept that items have become empty.
    let acceptsEmptied: Bool
    /// Files that differ from the manifest although nobody seems to have written them since; they may be damaged.
    package let doubtful: Set<BundlePath>
    /// Whether another step fixes names, so that they are no reason to refuse.
    let fixesNames: Bool
    /// The findings to leave alone.
    let spared: Spared

    /// No fixes: only sealing.
    ///
    /// - Parameter renames: Names that attachments lose.
    package init(renames: [Rename] = []) {
        self.renames = renames
        acceptsMissing = true
        acceptsDamage = false
        acceptsEmptied = true
        doubtful = []
        fixesNames = false
        spared = Spared()
    }

    /// Plans the fixes of a notebook.
    ///
    /// - Parameters:
    ///   - renames: Names that an earlier step has fixed or would fix.
    ///   - doubtful: Files that differ although nobody seems to have written them since.
    ///   - spared: Findings to leave alone.
    package init(
        _ inspection: Inspection, _ level: FixLevel, renames: [Rename], fixesNames: Bool = false,
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
}

extension Fixes.ItemFix {
    /// Returns the item with everything fixed.
    ///
    /// - Throws: `TextProblem`, but not for valid items.
    package func applied(to item: ItemFile) throws(TextProblem) -> ItemFile {
        var item = item
        if dropsByteOrderMark { item = try ItemFile(Array(item.bytes.dropFirst(3))) }
        if fixesLineEnds { item = try ItemFile(Self.withLineFeeds(item.bytes)) }
        var metadata = item.metadata
        if let modified { metadata.modified = modified }
        if rewritesTags {
            // Setting a value rewrites its line only if the value changes.
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

extension Fixes {
    /// Findings to leave alone because they are ignored or accepted.
    package struct Spared: Sendable {
        private var paths: [Fix: Set<String>] = [:]

        /// No findings.
        package init() {}

        /// Makes the value from findings.
        package init(_ findings: [Finding]) {
            for finding in findings {
                guard let fix = RuleBook.rule(finding.rule)?.fix else { continue }
                paths[fix, default: []].insert(finding.path)
            }
        }

        /// Whether a fix must leave a file alone.
        package func contains(_ fix: Fix, _ path: String) -> Bool { paths[fix]?.contains(path) == true }

        /// Whether a fix must leave some file alone.
        package func contains(_ fix: Fix) -> Bool { paths[fix] != nil }
    }
}

extension FixLevel {
    /// Whether fixing removes the findings of a rule.
    package func fixes(_ rule: RuleID) -> Bool {
        switch RuleBook.rule(rule)?.fix?.promise {
        case .safe: true
        case .debatable: self == .everything
        case .some(.none), nil: false
        }
    }
}
