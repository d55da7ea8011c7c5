import NotebookFormat
import NotebookLinks
import NotebookMarkdown
import NotebookQuery
import NotebookStore
import NotebookText

/// An item of a page: its values in lists, and its text in HTML.
///
/// What was read of its file is shared by copies, which are made for each core that writes a part of the page.
@dynamicMemberLookup
struct PageItem {
    var item: Item
    /// The text in HTML, without repeating the title.
    private(set) var html: String
    private let parts: Parts

    /// What is read of the file of an item.
    final class Parts: Sendable {
        /// Its name in addresses.
        let name: String
        let title: String
        /// The beginning of its text; for a card, without the answer.
        let excerpt: String
        let tags: [Tag]
        let properties: [Property]
        /// The sides of a card that can be studied.
        let sides: [StudySide]
        /// The plain text, for the search of a site.
        let text: String
        /// The headings of the text, in which its links are looked up.
        fileprivate let anchors: MarkdownAnchors
        /// What its text links to and shows.
        let targets: PageTargets
        /// The items to which it links, in the order of the text, each once.
        let links: [BundlePath]
        /// The open tasks; those of a card may show its answer.
        let openTasks: [ItemTask]

        fileprivate init(
            name: String, title: String, excerpt: String, tags: [Tag], properties: [Property], sides: [StudySide],
            text: String, anchors: MarkdownAnchors, targets: PageTargets, openTasks: [ItemTask]
        ) {
            (self.name, self.title, self.excerpt, self.tags) = (name, title, excerpt, tags)
            (self.properties, self.sides, self.text, self.anchors) = (properties, sides, text, anchors)
            (self.targets, self.openTasks) = (targets, openTasks)
            var seen: Set<BundlePath> = []
            links = targets.linkedItems.filter { seen.insert($0).inserted }
        }
    }

    subscript<Value>(dynamicMember part: KeyPath<Parts, Value>) -> Value { parts[keyPath: part] }

    /// How many bytes the questions of a card with gaps can have.
    private static let questionLimit = 1 << 16
    /// The number of characters of an excerpt.
    static let excerptLength = 100

    /// Reads an item.
    init(_ item: Item, _ file: ItemFile, name: String, tags: [Tag], keepsLineBreaks: Bool, _ targets: PageTargets) {
        self.item = item
        let card = item.type == .card ? StudyCard(file) : nil
        let gaps = card?.gaps
        // Many gaps in a long text would repeat it too often; they are asked together.
        let isLong = gaps != nil && (card?.sides.count ?? 0) * file.bytes.count > Self.questionLimit
        let sides = isLong ? [.front] : card?.sides ?? []
        let gapSides = gaps == nil || sides.count < 2 ? [] : sides
        // The title of a card without one must not show the answer, nor a comment.
        let isAsked = item.type == .card && file.metadata.title == nil
        let asked = isAsked ? gaps.map { Self.firstLine($0.hidden) } ?? Self.commentedTitle(file) : nil
        let openTasks = item.type == .card ? [] : file.tasks.filter { $0.state == .open }
        let title = asked.flatMap { $0.isEmpty ? nil : $0 } ?? Self.withoutComments(item.title)
        let prefix = targets.addresses.prefix(item.path)
        var current = targets
        var anchors = MarkdownAnchors()
        // The answers in a text with gaps repeat its headings.
        var repeated = MarkdownAnchors()
        func html(
            _ bytes: [UInt8], _ range: Range<Int>, _ part: String, title: String?, _ anchors: inout MarkdownAnchors
        ) -> String {
            let options = HTMLWriter<PageTargets>.Options(
                idPrefix: part == "back:" ? prefix : prefix + part, notePrefix: prefix + part, outerLevel: 2,
                keepsLineBreaks: keepsLineBreaks, showsFormulas: true, title: title)
            let result = HTMLWriter.reading(bytes, in: range, current, options, &anchors)
            current = result.targets
            return result.html
        }
        let whole = file.bodyStart..<file.bytes.count
        let excerpt: String
        if item.type == .card {
            let body = CardBody(file.bytes, bodyStart: file.bodyStart)
            let front =
                gaps.map { html($0.hidden, $0.hidden.indices, "", title: nil, &anchors) }
                ?? html(file.bytes, body.front, "", title: nil, &anchors)
            let filled = gaps.map { html($0.filled, $0.filled.indices, "filled:", title: nil, &repeated) } ?? ""
            let back = filled + (body.back.map { html(file.bytes, $0, "back:", title: nil, &anchors) } ?? "")
            // With several gaps, each is a question of its own.
            let questions = gapSides.map { side in
                var anchors = MarkdownAnchors()
                let bytes = Array((card?.faces(of: side).question ?? "").utf8)
                return (name: side.name, html: html(bytes, bytes.indices, side.name + ":", title: nil, &anchors))
            }
            self.html = PageCard.html(front: front, back: back, questions: questions)
            excerpt =
                gaps.map { Self.excerpt($0.hidden, $0.hidden.indices, title: title) }
                ?? Self.excerpt(file.bytes, body.front, title: item.title)
        } else {
            self.html = html(file.bytes, whole, "", title: item.title, &anchors)
            excerpt = Self.excerpt(file.bytes, whole, title: item.title)
        }
        parts = Parts(
            name: name, title: title, excerpt: excerpt, tags: tags,
            properties: file.properties.filter { !$0.value.isEmpty }, sides: sides,
            text: MarkdownPlainText.text(file.bytes, in: whole), anchors: anchors, targets: current,
            openTasks: openTasks)
    }

    /// The fragment of the heading that a link to the item names; `nil` if it leads to the item as a whole.
    func heading(_ link: FoundLink.Name) -> String? {
        guard case .heading(let fragment) = link.place(in: parts.anchors) else { return nil }
        return fragment
    }

    /// Gives the links to headings their addresses, which are in the order of their numbers.
    mutating func setPlaces(_ addresses: [String]) {
        let start = "href=\"" + PageTargets.HeadingLink.start
        let parts = html.split(separator: start, omittingEmptySubsequences: false)
        html = parts.dropFirst().reduce(into: String(parts.first ?? "")) { html, part in
            let digits = part.prefix { $0 != "\"" }
            guard let number = Int(digits), addresses.indices.contains(number) else { return html += start + part }
            html += "href=\"" + HTMLText.address(addresses[number]) + part[digits.endIndex...]
        }
    }

    private static func firstLine(_ bytes: [UInt8], _ range: Range<Int>? = nil) -> String {
        MarkdownPlainText.firstLine(bytes, in: range ?? bytes.indices, limit: excerptLength)
    }

    /// The first line of a card with a comment, under which the notebook may list it; `nil` without comments.
    private static func commentedTitle(_ file: ItemFile) -> String? {
        let front = CardBody(file.bytes, bodyStart: file.bodyStart).front
        return ReadingSource.comments(in: file.bytes, front).isEmpty ? nil : firstLine(file.bytes, front)
    }

    /// A title without comments, unless it is nothing else.
    private static func withoutComments(_ title: String) -> String {
        guard title.holds("%%") || title.holds("<!--") else { return title }
        let bytes = Array(title.utf8)
        var (text, end) = ("", 0)
        for comment in ReadingSource.comments(in: bytes, bytes.indices) {
            text += String(decoding: bytes[end..<comment.lowerBound], as: UTF8.self)
            end = comment.upperBound
        }
        text += String(decoding: bytes[end...], as: UTF8.self)
        let words = text.singleSpaced
        return words.isEmpty ? title : words
    }

    /// The beginning of a text on one line, without the title if the text begins with it.
    private static func excerpt(_ bytes: [UInt8], _ range: Range<Int>, title: String) -> String {
        let limit = 2 * excerptLength + title.count + 64
        let plain = MarkdownPlainText.text(bytes, in: range, limit: limit, drawsBoxes: true)
        let shown = HiddenText.withReadableNames(plain)
        var line = shown.singleSpaced
        if line.utf8.contains(where: { "~=[".utf8.contains($0) }) { line = withoutMarks(line) }
        if line.hasPrefix(title) { line = String(line.dropFirst(title.count).drop { $0 == " " }) }
        return line.count <= excerptLength ? line : line.prefix(excerptLength - 1) + "…"
    }
}

extension PageItem {
    /// A text without markup that CommonMark does not know.
    fileprivate static func withoutMarks(_ line: String) -> String {
        var plain = line.replacing("~~", with: "").replacing("==", with: "")
        for mark in FootnoteReference.all(in: plain).reversed() { plain.removeSubrange(mark.range) }
        return plain
    }
}

/// A card, which can be turned over without a script.
enum PageCard {
    /// Writes a card.
    ///
    /// - Parameter questions: What the script asks instead of the front, by the names of the sides.
    static func html(front: String, back: String, questions: [(name: String, html: String)]) -> String {
        let answer =
            back.isEmpty
            ? ""
            : """
            <details class="turn"><summary><span class="closed">Turn over</span><span class="opened">Turn back</span></summary>
            <div class="side back">
            \(back)</div></details>

            """
        let more = questions.map { "<template data-gap=\"\($0.name)\">\n\($0.html)</template>\n" }.joined()
        return "<div class=\"card\">\n<div class=\"side front\">\n\(front)</div>\n\(answer)\(more)</div>\n"
    }
}
