import ForeignData
import NotebookFormat
import NotebookLinks
import NotebookMarkdown
import NotebookStudy
import NotebookText

/// The fields of a card in Anki.
struct AnkiFields {
    /// What a card asks.
    enum Kind: Int, CaseIterable {
        case card
        case reversed
        case cloze
    }

    let kind: Kind
    /// The sides that are cards in Anki, with their orders there.
    let sides: [(side: StudySide, order: Int)]
    let front: String
    let back: String
    let title: String
    /// The flag that the card had in Anki, from 1 to 7; 0 without one.
    let flag: Int
    /// What differs from the card, in words.
    let changes: [String]
    /// The links to items, which became text.
    let lostLinks: [String]

    /// The property of a card that had a flag.
    static let flagKey = "anki-flag"

    /// Makes the fields of a card; `nil` if it asks nothing.
    init?(_ file: ItemFile, at path: BundlePath, _ resolver: LinkResolver, _ media: inout AnkiMedia) {
        let card = StudyCard(file)
        guard let first = card.sides.first else { return nil }
        if case .cloze = first {
            kind = .cloze
            sides = card.sides.compactMap { side in
                if case .cloze(let number) = side { (side, number - 1) } else { nil }
            }
        } else {
            kind = card.sides.count > 1 ? .reversed : .card
            sides = card.sides.enumerated().map { ($1, $0) }
        }
        let body = CardBody(file.bytes, bodyStart: file.bodyStart)
        var targets = AnkiTargets(resolver: resolver, source: path, media: media)
        var anchors = MarkdownAnchors()
        var hasSigns = false
        func html(_ bytes: [UInt8], _ range: Range<Int>) -> String {
            let result = HTMLWriter.reading(bytes, in: range, targets, .init(), &anchors)
            targets = result.targets
            hasSigns = hasSigns || Self.hasSignsOfFormulas(result.html)
            return Self.adapted(result.html)
        }
        var text = Array(file.bytes[body.front])
        let isMarked = kind == .cloze && !text.contains(sequence: "{{c")
        if isMarked { text = Self.braced(text) }
        front = html(text, text.indices)
        back = body.back.map { html(file.bytes, $0) } ?? ""
        changes =
            (isMarked ? ["marked gaps got numbers"] : [])
            + (hasSigns ? ["signs in the text begin a formula in Anki"] : []) + Self.changes([front, back])
        title = XMLText.escaped(file.metadata.title ?? "")
        let number = file.foreignValue(of: Self.flagKey).flatMap { Int($0) } ?? 0
        flag = (0...7).contains(number) ? number : 0
        media = targets.media
        lostLinks = targets.lostLinks
    }

    /// Writes `==gaps==` in braces, numbered from 1.
    private static func braced(_ text: [UInt8]) -> [UInt8] {
        var number = 0
        let written = String(decoding: text, as: UTF8.self).replacingSpans(from: "==", to: "==") { gap in
            guard !gap.contains(where: \.isNewline) else { return nil }
            number += 1
            return "{{c\(number)::\(gap)}}"
        }
        return Array(written.utf8)
    }

    /// What our import reads otherwise.
    private static func changes(_ fields: [String]) -> [String] {
        var changes: [String] = []
        if fields.contains(where: { $0.holds("} }") }) { changes.append("braces in formulas got spaces") }
        if fields.contains(where: { $0.holds("<table") && HTMLTree.root($0).hasTablesWithLongRows }) {
            changes.append("headers of tables became as long as their rows")
        }
        return changes
    }

    /// Whether the text has signs that begin formulas in Anki.
    private static func hasSignsOfFormulas(_ html: String) -> Bool {
        guard html.holds("\\(") || html.holds("\\[") else { return false }
        var isFound = false
        _ = AnkiText.changingOutsideCode(html) { text in
            let rest = text.replacingSpans(from: "<span class=\"math\">", to: "</span>") { _ in "" }
            isFound = isFound || rest.holds("\\(") || rest.holds("\\[")
            return ""
        }
        return isFound
    }

    /// The HTML as Anki reads it: formulas in brackets, recordings by name.
    private static func adapted(_ html: String) -> String {
        var html = html.trimmedOfSpace
        // Anki reads these signs wherever they are, also in code.
        for sign in ["[sound:", "[latex]", "[$]", "[$$]"] {
            html = html.replacing(sign, with: "&#91;" + sign.dropFirst())
        }
        if html.holds("class=\"math\"") {
            let start = "<span class=\"math\">"
            html = html.replacingSpans(from: start + "$$", to: "$$</span>") { "\\[\(spaced($0))\\]" }
                .replacingSpans(from: start + "$", to: "$</span>") { "\\(\(spaced($0))\\)" }
        }
        html = html.replacingSpans(from: picture, to: "\"") { $0.holds(":") ? nil : picture + name(String($0)) + "\"" }
        if html.holds("<audio") || html.holds("<video") {
            html = html.replacing(#/(?s)<(?:audio|video)[^>]*? src="([^"]*)"[^>]*>.*?<\/(?:audio|video)>/#) {
                sound(String($0.output.1))
            }
        }
        // One paragraph needs no element.
        if html.hasPrefix("<p>"), html.hasSuffix("</p>"), !html.dropFirst(3).holds("<p>") {
            html = String(html.dropFirst(3).dropLast(4))
        }
        return html
    }

    /// A recording by its name.
    private static func sound(_ address: String) -> String {
        "[sound:\(name(address).replacing("]", with: "&#93;"))]"
    }

    private static let picture = "<img src=\""

    /// The name of a file, which is no address in Anki: it looks for the media of a card by their names as they are.
    private static func name(_ address: String) -> String {
        HTMLText.escaped(PercentEncoding.decode(address) ?? address)
    }

    /// A formula in which no braces end a gap.
    private static func spaced(_ formula: Substring) -> String { String(formula).replacing("}}", with: "} }") }
}

/// Where the links of cards lead in Anki.
private struct AnkiTargets: HTMLTargets {
    let resolver: LinkResolver
    let source: BundlePath
    var media: AnkiMedia
    var lostLinks: [String] = []

    mutating func link(_ name: FoundLink.Name) -> HTMLLink {
        switch name.target(resolver, from: source) {
        case .external where !ReadableDestination.runsScript(name.written): return .outside(name.written)
        case .file(let path) where FileType(of: path) == .blob:
            return .inside(HTMLText.path(media.name(of: path, isShown: false)))
        default:
            lostLinks.append(name.written)
            return .none("it is not in this package")
        }
    }

    mutating func embed(_ name: FoundLink.Name) -> HTMLEmbed {
        let target = name.target(resolver, from: source)
        guard case .file(let path) = target, FileType(of: path) == .blob else {
            let isShown = target == .external && !ReadableDestination.runsScript(name.written)
            return isShown ? .picture(name.written) : .link(link(name))
        }
        let medium = AttachmentMedium(of: path)
        let file = HTMLText.path(media.name(of: path, isShown: medium != .other))
        switch medium {
        case .sound: return .sound(file)
        case .film: return .film(file)
        case .picture: return .picture(file)
        case .other: return .link(.inside(file))
        }
    }
}

extension [UInt8] {
    fileprivate func contains(sequence text: String) -> Bool {
        let needle = Array(text.utf8)
        return indices.contains { self[$0...].starts(with: needle) }
    }
}

extension HTMLElement {
    fileprivate var hasTablesWithLongRows: Bool {
        var isFound = false
        forEach { if $0.name == "table", $0.hasLongRows { isFound = true } }
        return isFound
    }
}
