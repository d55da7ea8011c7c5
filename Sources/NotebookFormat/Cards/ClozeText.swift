import NotebookMarkdown
import NotebookText

/// The cloze deletions of a text: `{{c1::answer}}`, `{{c1::answer::hint}}`, or else `==answer==`.
///
/// Marks in code are text. Without `{{c1::…}}`, each `==…==` is a deletion, numbered from 1.
struct ClozeText {
    private let bytes: [UInt8]
    private let range: Range<Int>
    private let deletions: [ClozeDeletion]

    /// Finds the deletions in a part of a file.
    ///
    /// - Parameter takesMarks: Whether `==…==` is a deletion.
    init(_ bytes: [UInt8], in range: Range<Int>, takesMarks: Bool) {
        (self.bytes, self.range) = (bytes, range)
        guard Self.mayHaveDeletions(bytes, range) else {
            deletions = []
            return
        }
        var scanner = ClozeScanner(bytes, code: MarkdownDocument(bytes, in: range).allCodeRanges)
        let braces = scanner.braces(in: range)
        deletions = braces.isEmpty && takesMarks ? scanner.marks(in: range) : braces
    }

    /// The numbers of the deletions, ascending and without duplicates.
    var numbers: [Int] { Set(deletions.flatMap(\.numbers)).sorted() }

    /// Returns the text with the deletions of a number hidden, and the others as plain text.
    ///
    /// - Parameter mark: The replacement for each hidden deletion; by default, brackets with the hint.
    func question(_ number: Int, mark: [UInt8]? = nil) -> [UInt8] {
        text(range, deletions) { deletion, _ in
            guard deletion.number == number else { return nil }
            if let mark { return mark }
            return Array("\\[".utf8) + (deletion.hint.map { Array(bytes[$0]) } ?? Array("…".utf8)) + Array("\\]".utf8)
        }
    }

    /// Returns the text with all deletions hidden.
    func hidden(by mark: [UInt8]) -> [UInt8] { text(range, deletions) { _, _ in mark } }

    /// Returns the text with all deletions as plain text, those of a number strong; without a number, all strong.
    func solution(_ number: Int?) -> [UInt8] {
        text(range, deletions) { deletion, inner in
            guard number == nil || deletion.number == number, canBeStrong(deletion) else { return nil }
            return Array("**".utf8) + inner + Array("**".utf8)
        }
    }

    /// Returns the text with marks around the answers of all deletions.
    func marked(_ open: [UInt8], _ close: [UInt8]) -> [UInt8] {
        text(range, deletions) { _, inner in open + inner + close }
    }

    /// The hints of all deletions.
    var hints: [String] { deletions.flatMap { hints(of: $0) } }

    private func hints(of deletion: ClozeDeletion) -> [String] {
        (deletion.hint.map { [String(decoding: bytes[$0], as: UTF8.self)] } ?? [])
            + deletion.inner.flatMap { hints(of: $0) }
    }

    /// How many deletions there are.
    var count: Int { deletions.flatMap(\.numbers).count }

    private func text(
        _ range: Range<Int>, _ deletions: [ClozeDeletion], _ replacement: (ClozeDeletion, [UInt8]) -> [UInt8]?
    ) -> [UInt8] {
        var output: [UInt8] = []
        var start = range.lowerBound
        for deletion in deletions {
            let inner = text(deletion.answer, deletion.inner, replacement)
            output += bytes[start..<deletion.range.lowerBound] + (replacement(deletion, inner) ?? inner)
            start = deletion.range.upperBound
        }
        return output + bytes[start..<range.upperBound]
    }

    /// Whether `**` around the answer is strong emphasis (CommonMark 0.31.2 §6.2): between letters or digits and others.
    private func canBeStrong(_ deletion: ClozeDeletion) -> Bool {
        func isWord(_ byte: UInt8) -> Bool { byte >= 0x80 || Self.isAlphanumeric(byte) }
        guard let first = bytes[deletion.answer].first, let last = bytes[deletion.answer].last else { return false }
        return isWord(first) && isWord(last) && !bytes[deletion.answer].contains(0x0A)
    }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF)
    }

    private static func mayHaveDeletions(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
        zip(bytes[range], bytes[range].dropFirst()).contains { pair in
            pair == (UInt8(ascii: "{"), UInt8(ascii: "{")) || pair == (UInt8(ascii: "="), UInt8(ascii: "="))
        }
    }
}
