import NotebookPacking
import NotebookText

/// The pages of a graph.
struct RoamSource: ForeignSource {
    let shown: String
    private let pages: [JSONValue]
    private let texts: ForeignTexts

    init(_ pages: [JSONValue], _ texts: ForeignTexts, shown: String) {
        (self.pages, self.texts, self.shown) = (pages, texts, shown)
    }

    func owns(_ path: String) -> Bool { texts.has(path) }

    func read(into notes: ForeignImport, _ bundle: inout NewBundle) throws {
        notes.loseRest(texts.rest)
        let graph = RoamGraph(pages)
        for page in pages {
            notes.balance.find(.notes)
            guard let title = page["title"]?.text else {
                notes.refuse(note: "", place: page["uid"]?.text ?? "", because: "the page has no title")
                continue
            }
            try notes.write(&bundle) { graph.note(page, title, $0) }
        }
        graph.unread.report(of: "blocks", to: notes)
    }
}
