/// A tag of an item (Format, clause 15.4).
public struct Tag: Hashable, Sendable {
    /// The tag as written, normalised.
    public let text: String

    /// Parses a tag as people write it: normalises it to NFC and removes leading `#` and surrounding spaces and tabs.
    ///
    /// `nil` if nothing is left, or if it contains a control character or a comma or has more than 255 bytes.
    public init?(_ written: some StringProtocol) {
        var rest = written.composed[...]
        while let first = rest.unicodeScalars.first, "# \t".unicodeScalars.contains(first) {
            rest = rest.dropFirstScalar()
        }
        while let last = rest.utf8.last, Line.isBlank(last) { rest = Substring(rest.utf8.dropLast()) }
        self.init(exactly: String(rest))
    }

    /// Parses a tag in its final form; `nil` for anything else.
    package init?(exactly text: String) {
        guard Self.isAccepted(text.utf8.span, isPlain: false) else { return nil }
        self.text = text
    }

    /// Makes a tag from checked bytes.
    package init(known text: String) { self.text = text }

    /// The tags in a list of strings without escapes that was already checked.
    package static func listed(in bytes: [UInt8], _ range: Range<Int>) -> [Tag] {
        ranges(in: bytes, range).map { Tag(known: String(decoding: bytes[$0], as: UTF8.self)) }
    }

    /// The ranges of the strings of such a list, without their quotation marks.
    package static func ranges(in bytes: [UInt8], _ range: Range<Int>) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        var start: Int?
        for index in range where bytes[index] == UInt8(ascii: "\"") {
            if let first = start { ranges.append(first..<index) }
            start = start == nil ? index + 1 : nil
        }
        return ranges
    }

    /// Whether UTF-8 is a tag in its final form; `isPlain` says that it is known to be printable ASCII.
    package static func isAccepted(_ bytes: Span<UInt8>, isPlain: Bool) -> Bool {
        guard bytes.count > 0, bytes.count <= 255, bytes[0] != 0x23, bytes[0] != 0x20, bytes[bytes.count - 1] != 0x20
        else { return false }
        for index in 0..<bytes.count where bytes[index] == 0x2C { return false }
        return isPlain || isComposed(String(copying: bytes))
    }

    private static func isComposed(_ text: String) -> Bool {
        text.composed.isIdentical(to: text)
            && !text.unicodeScalars.contains { $0.properties.generalCategory == .control }
    }

    /// The key for comparisons, equal for spellings of the same tag.
    package var key: ComparisonKey { ComparisonKey(text) }

    /// Removes tags that repeat an earlier one, in any spelling.
    package static func unique(_ tags: [Tag]) -> [Tag] {
        guard hasRepeats(tags) else { return tags }
        var seen: Set<ComparisonKey> = []
        return tags.filter { seen.insert($0.key).inserted }
    }

    /// Whether a tag occurs twice, in any spelling.
    static func hasRepeats(_ tags: [Tag], arePlain: Bool = false) -> Bool {
        guard tags.count > 1 else { return false }
        guard tags.count <= 8, arePlain || tags.allSatisfy({ $0.text.utf8.span.isASCII }) else {
            return Set(tags.map(\.key)).count < tags.count
        }
        for last in 1..<tags.count {
            for first in 0..<last where tags[first].text.utf8.count == tags[last].text.utf8.count {
                if tags[first].text.utf8.span.equalsIgnoringASCIICase(tags[last].text.utf8.span) { return true }
            }
        }
        return false
    }
}

extension Tag {
    /// Parses a tag that a person gives to items.
    ///
    /// `nil` also for tags that files can have, but that nobody can write in a text, or find by its levels.
    package init?(new written: some StringProtocol) {
        guard let tag = Tag(written), Self.problem(of: tag) == nil else { return nil }
        self = tag
    }

    /// Why `init(new:)` refuses a text, as a predicate; `nil` if it does not.
    package static func problem(of written: String) -> String? {
        if let tag = Tag(written) { return problem(of: tag) }
        if written.contains(",") { return "has a comma, which separates tags" }
        if written.utf8.count > 255 { return "has more than 255 bytes" }
        let isControlled = written.unicodeScalars.contains { $0.properties.generalCategory == .control }
        return isControlled ? "has a control character" : "is empty"
    }

    private static func problem(of tag: Tag) -> String? {
        if tag.text.contains("#") { return "has a # inside, where another tag begins" }
        let hasEmptyLevel = tag.text.split(separator: "/", omittingEmptySubsequences: false)
            .contains { $0.allSatisfy { $0 == " " } }
        return hasEmptyLevel ? "has a level without a name" : nil
    }

    /// What to do if a text is not a tag.
    package static let hint = "write levels as in birds/herons, without commas and #, in at most 255 bytes"
}

extension Tag: CustomStringConvertible {
    /// The tag without `#`.
    public var description: String { text }
}

extension Substring {
    fileprivate func dropFirstScalar() -> Substring { Substring(unicodeScalars.dropFirst()) }
}
