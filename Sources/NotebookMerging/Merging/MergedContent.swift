import NotebookFormat
import NotebookText

/// A three-way merge of two versions of a file of a notebook, in the way that suits its kind.
package struct MergedContent: Sendable {
    /// The ways to merge a file.
    package enum Kind: Hashable, Sendable {
        /// A note or card, or another text.
        case text
        /// `notebook.json`.
        case description
        /// A log of reviews.
        case log

        /// The kind of the file at a path, which may have directories before the path in the notebook.
        package init(_ path: String) {
            let isLog = path.contains(StudyFiles.directory + "/") && path.ends(in: ".jsonl")
            let isDescription = path == "notebook.json" || path.ends(in: "/notebook.json")
            self = isLog ? .log : isDescription ? .description : .text
        }
    }

    /// The whole file.
    package let bytes: [UInt8]
    /// The number of places where somebody has to choose.
    package let conflicts: Int

    /// What both sides began with when each made the same item, if that is known, and the other version as it is merged.
    package typealias Joined = (base: [UInt8]?, theirs: [UInt8])

    /// Merges two versions of a file.
    ///
    /// - Parameters:
    ///   - base: The common ancestor; `nil` if there is none.
    ///   - mine: The version that comes first.
    ///   - theirs: The other version.
    ///   - joined: For an item that both sides made and that is one, such as a daily note.
    package init(
        _ kind: Kind, base: [UInt8]?, mine: [UInt8], theirs: [UInt8], labels: MergedText.Labels, joined: Joined? = nil
    ) {
        if mine == theirs || theirs == base {
            (bytes, conflicts) = (mine, 0)
        } else if mine == base {
            (bytes, conflicts) = (theirs, 0)
        } else {
            switch kind {
            case .text:
                // Two items that happen to have the same name, or one that got the name of another, are not versions of
                // one item: nothing that they have in common was there before.
                let uuids = [base, mine, theirs].map { $0.flatMap(Self.uuid) }
                if base == nil, let joined {
                    let merged = MergedVersions(
                        base: joined.base, mine: mine, theirs: joined.theirs, labels: labels)
                    (bytes, conflicts) = (merged.bytes, merged.conflicts)
                    return
                }
                let isAncestor = uuids[0] == nil || Set(uuids.compactMap(\.self)).count == 1
                let merged = MergedVersions(base: isAncestor ? base : nil, mine: mine, theirs: theirs, labels: labels)
                let areTwo = uuids[1] != nil && uuids[2] != nil && uuids[1] != uuids[2]
                (bytes, conflicts) = (merged.bytes, max(merged.conflicts, areTwo ? 1 : 0))
            case .log: (bytes, conflicts) = (MergedLog(mine: mine, theirs: theirs).bytes, 0)
            case .description: (bytes, conflicts) = Self.description(base, mine, theirs, labels)
            }
        }
    }

    private static func uuid(_ text: [UInt8]) -> UniqueIdentifier? { (try? ItemFile(text))?.metadata.uuid }

    /// The description with the changes of both versions.
    ///
    /// Where both changed a value in different ways, both lines are between markers.
    private static func description(
        _ base: [UInt8]?, _ mine: [UInt8], _ theirs: [UInt8], _ labels: MergedText.Labels
    ) -> (bytes: [UInt8], conflicts: Int) {
        let old = base.flatMap { try? NotebookDescription($0) }
        guard let one = try? NotebookDescription(mine), let other = try? NotebookDescription(theirs),
            let merged = try? MergedDescription(base: old, mine: one, theirs: other),
            let reversed = try? MergedDescription(base: old, mine: other, theirs: one)
        else {
            let text = MergedText(base: base, mine: mine, theirs: theirs, labels: labels)
            return (text.bytes, text.conflicts)
        }
        let bytes = merged.description.text
        guard !merged.conflicts.isEmpty else { return (bytes, 0) }
        let marked = MergedText(base: nil, mine: bytes, theirs: reversed.description.text, labels: labels)
        return (marked.bytes, max(marked.conflicts, merged.conflicts.count))
    }
}

/// A three-way merge of two versions of a note or card: the front matter key by key, the body line by line and word by
/// word.
///
/// Combines tags, and keeps the later `modified` and the earlier `created`. If both changed a key in different ways,
/// one value stays and the other becomes a comment after it.
package struct MergedVersions: Sendable {
    /// The whole file.
    package let bytes: [UInt8]
    /// The number of conflicts: between markers in the body, as a comment in the front matter.
    package let conflicts: Int

    /// Merges two versions of an item.
    ///
    /// - Parameters:
    ///   - base: The common ancestor; `nil` if it is unknown.
    ///   - mine: The version that comes first; the result has its line ends.
    ///   - theirs: The other version.
    package init(base: [UInt8]?, mine: [UInt8], theirs: [UInt8], labels: MergedText.Labels) {
        if mine == theirs || theirs == base {
            (bytes, conflicts) = (mine, 0)
        } else if mine == base {
            (bytes, conflicts) = (theirs, 0)
        } else if let merged = Self.merged(base, mine, theirs, labels) {
            (bytes, conflicts) = merged
        } else {
            let text = MergedText(base: base, mine: mine, theirs: theirs, labels: labels)
            (bytes, conflicts) = (text.bytes, text.conflicts)
        }
    }

    /// The merged file; `nil` if the front matter of a version is invalid.
    private static func merged(
        _ base: [UInt8]?, _ mine: [UInt8], _ theirs: [UInt8], _ labels: MergedText.Labels
    ) -> (bytes: [UInt8], conflicts: Int)? {
        guard let one = try? ItemFile(mine), let other = try? ItemFile(theirs),
            let head = MergedFrontMatter(base: base.flatMap { try? ItemFile($0) }, mine: one, theirs: other, labels)
        else { return nil }
        let oldBody = base.flatMap { try? ItemFile($0) }.map { Array($0.body) }
        let body = MergedText(base: oldBody, mine: Array(one.body), theirs: Array(other.body), labels: labels)
        guard let item = try? head.item.setting(body: body.bytes) else { return nil }
        return (item.bytes, head.conflicts + body.conflicts)
    }
}

/// A merge of two versions of a log that only grows: the lines of both, without repeating those that both have.
package struct MergedLog: Sendable {
    /// The lines.
    package let bytes: [UInt8]

    /// Merges two versions; the lines that only the other one has come last.
    package init(mine: [UInt8], theirs: [UInt8]) {
        let lines = TextLines.of(mine)
        let known = Set(lines.map(Self.content))
        let added = TextLines.of(theirs).filter { !known.contains(Self.content($0)) }
        let end: [UInt8] = added.isEmpty || lines.isEmpty || mine.last == 0x0A ? [] : [0x0A]
        bytes = mine + end + added.joined()
    }

    private static func content(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        line.last == 0x0A ? line.dropLast() : line
    }
}
