import NotebookBundle

/// A heading on the command line that an item does not have, or has several times.
struct GivenSection: ToolFailure {
    private let text: String
    private let item: Item
    /// The lines of the headings with this text; empty if there is none.
    private let lines: [Int]
    private let like: [String]

    /// The section of an item that a heading names.
    ///
    /// - Throws: `GivenSection` if there is none, or if there are several.
    static func find(_ text: String, _ file: ItemFile, _ item: Item) throws(GivenSection) -> ItemSection {
        let sides = item.type == .card ? CardBody(file.bytes, bodyStart: file.bodyStart) : nil
        let found = file.sections(named: text, apartAt: sides?.front.upperBound)
        guard let section = found.first, found.count == 1 else {
            let like = Similarity.nearest(to: text, in: file.sections().map(\.heading))
            throw GivenSection(text: text, item: item, lines: found.map(\.line), like: like)
        }
        return section
    }

    var isFinding: Bool { true }
    var description: String {
        let name = PrintableText.quoted(text)
        let path = PrintableText.escaped(item.path.text)
        guard !lines.isEmpty else { return "\(path) has no heading \(name)" }
        return "\(path) has several headings \(name): in lines \(Wording.list(lines, "and"))"
    }
    var hint: String? {
        guard lines.isEmpty else { return "give the heading that you mean another text" }
        return like.first.map { "did you mean \(PrintableText.quoted($0))?" } ?? "‘outline’ lists the headings"
    }
}
