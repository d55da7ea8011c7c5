import ForeignData
import NotebookFormat
import NotebookMarkdown
import NotebookText

/// A note or card of another system, on its way into a bundle.
struct ForeignNote: Sendable {
    /// Whether it is a note or a card.
    var type = FileType.note
    /// What tells it apart from all others of its system, from which its uuid is derived.
    var id: String
    /// The uuid that a notebook gave it; `nil` to derive one from the id.
    var uuid: UniqueIdentifier?
    /// Whether the id is made of names and dates, so that another note may have the same.
    var isGuessed = false
    /// Whether no other note of any export has the id: of two versions in one call, the newer one is taken.
    var isIdentified = false
    /// What makes an item stay that is in the notebook already, if the source knows less of it; `nil` for nothing.
    var yielding: Yielding?
    /// The title as it is written; `nil` if it has none.
    var title: String?
    /// The names of its folders, as they are written.
    var folder: [String] = []
    var created: Timestamp?
    var modified: Timestamp?
    var isPinned = false
    var tags: [String] = []
    /// Properties, in their order.
    var properties: [(key: String, value: PropertyValue)] = []
    /// The text in Markdown, with the marks that `ForeignImport` gave for links.
    var body = ""
    /// The line or entry in the source, for reports.
    var place = ""
    /// By which links name it.
    var keys: [String] = []
    /// The names of its file, by which wiki links may name it besides its title.
    var names: [String] = []
    /// Its headings by the fragments that the source has for them, without `#`.
    var headings: [String: ForeignHeading] = [:]
    /// How many tasks and tables the source has in it, besides those that were reported.
    var tasks = 0
    var tables = 0

    /// Adds the name of its file, by which wiki links may name it.
    mutating func addName(ofFile path: String) {
        guard let name = path.parts(between: "/").last else { return }
        names.append(String(name).withoutEnding)
    }

    /// Adds a property with a value, unless the value is empty.
    mutating func add(_ key: String, _ value: String?) {
        guard let value, !value.isEmpty else { return }
        properties.append((key, .single(PropertyScalar(text: value))))
    }

    /// Adds a property with a value that is written as in YAML.
    mutating func add(_ key: String, typed value: String?) {
        guard let value, !value.isEmpty else { return }
        properties.append((key, .single(PropertyScalar(typed: value))))
    }
}

extension ForeignNote {
    /// The text of a card; one with gaps needs no back.
    static func body(front: String, back: String) -> String {
        guard !back.isEmpty || !front.holds("{{c") else {
            return front.isEmpty || front.hasSuffix("\n") ? front : front + "\n"
        }
        return String(decoding: CardBody.text(front: Array(front.utf8), back: Array(back.utf8)), as: UTF8.self)
    }

    /// The front of a card that has no gaps: what looks like one is text.
    static func withoutGaps(_ front: String) -> String {
        guard front.holds("{{c") || front.holds("==") else { return front }
        let bytes = Array(front.utf8)
        var code = MarkdownDocument(bytes).allCodeRanges[...]
        var output: [UInt8] = []
        for (offset, byte) in bytes.enumerated() {
            output.append(byte)
            while let range = code.first, range.upperBound <= offset { code.removeFirst() }
            let begins = isGap(at: offset, in: bytes) && code.first?.contains(offset) != true
            if begins { output.append(UInt8(ascii: "\\")) }
        }
        return String(decoding: output, as: UTF8.self)
    }

    /// Whether `{{c`, or exactly two equals signs without a backslash, begin at an offset.
    private static func isGap(at offset: Int, in bytes: [UInt8]) -> Bool {
        let rest = bytes[offset...]
        if rest.starts(with: "{{c".utf8) { return true }
        let isOfMore = offset > 0 && "=\\".utf8.contains(bytes[offset - 1])
        return rest.starts(with: "==".utf8) && !rest.starts(with: "===".utf8) && !isOfMore
    }
}

/// A link to a note of the sources.
struct ForeignLink: Sendable {
    /// The key of the note; `nil` if only its title names it.
    var key: String?
    /// The text of the link, which may be the title of the note.
    var title: String?
    /// What stands after the path: a heading.
    var fragment = ""
    /// How the link looks, if it is a wiki link.
    var wiki: ForeignWikiLink?
    /// Whether the address works outside of the source, too.
    var isWeb = false
    /// The destination in the source.
    let address: String

    /// Whether it is a wiki link to a place in its own note: `[[#Heading]]`.
    var isWithin: Bool { wiki != nil && key == nil && title?.isEmpty == true && !fragment.isEmpty }

    /// How the source writes it, in reports.
    var written: String { address.isEmpty ? wiki?.written ?? "" : address }
}

/// How a wiki link of a source looks; the fragment of the link is its heading.
struct ForeignWikiLink: Sendable {
    /// The text that it shows; `nil` to show the title.
    var label: String?
    /// Whether it shows what it leads to.
    var isEmbed = false
    /// Whether it is a wiki link in the source, too, whose spelling stays if it leads to the note here.
    var keepsSpelling = false
    /// The whole link as it is written, which stays if it leads nowhere.
    let written: String
}
