import NotebookFormat
package import NotebookMarkdown
package import NotebookText

/// The version to keep at a conflict.
public enum ConflictSide: String, CaseIterable, Sendable {
    /// The first one.
    case mine
    /// The second one.
    case theirs
    /// Both, the first one first, without the markers.
    case both

    /// The other version; both for both.
    package var other: ConflictSide {
        switch self {
        case .mine: .theirs
        case .theirs: .mine
        case .both: .both
        }
    }
}

/// A text with conflict markers of git around two versions of some places, with or without their common ancestor.
package struct MarkedText: Sendable {
    private struct MarkedRange {
        let range: Range<Int>
        let mine: Range<Int>
        /// The common ancestor, if git is configured to write it (`merge.conflictStyle=diff3`).
        let base: Range<Int>?
        let theirs: Range<Int>
    }

    private let bytes: [UInt8]
    private var places: [MarkedRange] = []

    /// The number of conflicts.
    package var count: Int { places.count }

    /// The text with a paragraph in place of each marker, for people to read; the first part, up to an offset, stays.
    package func labelled(mine: String, theirs: String, end: String, from start: Int) -> [UInt8] {
        func paragraph(_ text: String) -> [UInt8] { Array("\n\n\(text)\n\n".utf8) }
        var (text, offset): ([UInt8], Int) = ([], 0)
        for place in places where place.range.lowerBound >= start {
            text += bytes[offset..<place.range.lowerBound] + paragraph(mine) + bytes[place.mine]
            text += paragraph(theirs) + bytes[place.theirs] + paragraph(end)
            offset = place.range.upperBound
        }
        return text + bytes[offset...]
    }

    /// The beginning of the first conflict.
    package var firstPosition: TextPosition? { places.first.map { TextPosition(of: $0.range.lowerBound, in: bytes) } }

    /// Finds the conflicts of an item; ignores markers that begin and end in one block of code.
    package init(_ document: MarkdownDocument) {
        bytes = document.bytes
        guard var range = ConflictMarkers.firstRange(in: bytes) else { return }
        // Both lists are in the order of the source.
        var code = document.codeRanges[...]
        while true {
            code = code.drop { $0.upperBound <= range.lowerBound }
            if let place = Self.place(range, bytes) {
                // A block of code ends before the end of its last line.
                let last = place.theirs.upperBound
                let isCode = code.first.map { $0.contains(range.lowerBound) && $0.contains(last) } ?? false
                if !isCode { places.append(place) }
            }
            guard let next = ConflictMarkers.firstRange(in: bytes, from: range.upperBound) else { return }
            range = next
        }
    }

    /// Finds the conflicts that begin before an offset of a file.
    init(_ bytes: [UInt8], before end: Int) {
        self.bytes = bytes
        var offset = 0
        while let range = ConflictMarkers.firstRange(in: bytes, from: offset), range.lowerBound < end {
            if let place = Self.place(range, bytes) { places.append(place) }
            offset = range.upperBound
        }
    }

    private static func place(_ range: Range<Int>, _ bytes: [UInt8]) -> MarkedRange? {
        var (index, mineEnd, theirsStart): (Int, Int?, Int?) = (Line(at: range.lowerBound, in: bytes).end, nil, nil)
        var (baseStart, baseEnd): (Int?, Int) = (nil, range.lowerBound)
        let mineStart = index
        while index < range.upperBound {
            let line = Line(at: index, in: bytes)
            if ConflictMarkers.begin(at: index, in: bytes) {
                switch bytes[index] {
                case 0x7C where mineEnd == nil && theirsStart == nil: (mineEnd, baseStart) = (index, line.end)
                case 0x3D where theirsStart == nil:
                    (mineEnd, baseEnd, theirsStart) = (mineEnd ?? index, index, line.end)
                case 0x3E:
                    guard let mineEnd, let theirsStart else { return nil }
                    return MarkedRange(
                        range: range, mine: mineStart..<mineEnd, base: baseStart.map { $0..<baseEnd },
                        theirs: theirsStart..<index)
                default: break
                }
            }
            index = line.end
        }
        return nil
    }

    /// Makes one choice for all conflicts.
    package func resolved(_ choice: ConflictSide) -> [UInt8] {
        replacing { place in
            switch choice {
            case .mine: [place.mine]
            case .theirs: [place.theirs]
            case .both: [place.mine, place.theirs]
            }
        }
    }

    /// How many versions of a side a text has as they are.
    package func count(_ side: ConflictSide, in text: [UInt8]) -> Int {
        places.count { place in
            let range = side == .mine ? place.mine : place.theirs
            return !range.isEmpty && text.firstRange(of: bytes[range]) != nil
        }
    }

    /// The common ancestor of both versions; `nil` if it is missing in a conflict.
    func common() -> [UInt8]? {
        places.allSatisfy { $0.base != nil } ? replacing { [$0.base].compactMap(\.self) } : nil
    }

    /// Git's names for the two versions: the text after the markers of the first conflict.
    package var labels: MergedText.Labels {
        func label(_ line: Line?) -> String {
            let bytes = line.map { Array(self.bytes[$0.content].dropFirst(7)) } ?? []
            return String(decoding: bytes.drop { Line.isBlank($0) }, as: UTF8.self)
        }
        let first = places.first
        let theirs = label(first.map { Line(at: $0.theirs.upperBound, in: bytes) })
        let mine = label(first.map { Line(at: $0.range.lowerBound, in: bytes) })
        return MergedText.Labels(mine: mine, theirs: theirs.isEmpty ? "theirs" : theirs)
    }

    private func replacing(_ versions: (MarkedRange) -> [Range<Int>]) -> [UInt8] {
        var output: [UInt8] = []
        var offset = 0
        for place in places {
            output += bytes[offset..<place.range.lowerBound]
            for version in versions(place) { output += bytes[version] }
            offset = place.range.upperBound
        }
        return output + bytes[offset...]
    }
}

extension ItemFile {
    /// The conflicts of an item.
    package var marked: MarkedText { MarkedText(MarkdownDocument(bytes, from: bodyStart)) }
}

/// An item with conflict markers of git in its front matter.
///
/// Two people who edit different paragraphs of a note always conflict in its line `modified:`; in a short note, the
/// conflict extends from there into the text.
package struct MarkedFrontMatter: Sendable {
    /// The item with one front matter merged from both; if both changed a key, the other value becomes a comment.
    ///
    /// Where the texts differ, both stay between markers.
    package let bytes: [UInt8]
    /// Whether nothing was lost and there was nothing to choose: the versions differ only in tags, and in what tools write.
    package let isSettled: Bool

    /// Merges both versions of the front matter; `nil` if it has no conflict markers, or one of the versions is
    /// invalid.
    package init?(_ marked: [UInt8]) {
        let layout = ItemLayout(marked)
        guard layout.frontMatter != nil else { return nil }
        let text = MarkedText(marked, before: layout.frontMatterEnd)
        guard text.count > 0, let mine = try? ItemFile(text.resolved(.mine)),
            let theirs = try? ItemFile(text.resolved(.theirs))
        else { return nil }
        let base = text.common().flatMap { try? ItemFile($0) }
        guard mine.body == theirs.body else {
            bytes = MergedVersions(base: base?.bytes, mine: mine.bytes, theirs: theirs.bytes, labels: text.labels).bytes
            isSettled = false
            guard (try? ItemFile(bytes)) != nil else { return nil }
            return
        }
        guard let merged = MergedFrontMatter(base: base, mine: mine, theirs: theirs, text.labels) else { return nil }
        bytes = merged.item.bytes
        let (one, other) = (mine.metadata, theirs.metadata)
        let chosen = KnownKey.allCases.map(\.row).filter { !$0.isWrittenByTools && $0.kind != .tags }
        isSettled =
            merged.conflicts == 0 && chosen.allSatisfy { $0.isSame(one, other) }
            && mine.foreignEntries.elementsEqual(theirs.foreignEntries) { $0.key == $1.key && $0.text == $1.text }
    }
}

/// The label of a version: when it was changed, and the beginning of its digest where that alone says nothing.
package struct VersionLabel: Equatable {
    package let text: String

    /// The label of a version that was changed at a time.
    package init(changed time: Timestamp) { text = "changed \(time)" }

    private init(text: String) { self.text = text }

    /// The label with the beginning of the digest of the version.
    package func adding(_ digest: Digest) -> VersionLabel {
        VersionLabel(text: "\(text), version \(digest.description.prefix(Self.digits))")
    }

    private static let digits = 8

    /// Whether a label at a conflict is that of a version with this date and digest.
    package static func label(_ label: String, isOf date: Timestamp, _ digest: Digest) -> Bool {
        let (short, long) = (VersionLabel(changed: date), VersionLabel(changed: date).adding(digest))
        return [short.text, long.text].contains { label == $0 || label.hasSuffix(", \($0)") }
    }
}

extension ItemMetadata {
    /// When the item was last changed, or else made; `nil` if it says neither.
    package var date: Timestamp? { modified ?? created }
}
