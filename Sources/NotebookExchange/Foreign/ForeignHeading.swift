import ForeignData
import NotebookText

/// A heading to which an address of a source leads.
struct ForeignHeading: Hashable, Sendable {
    /// Its text; empty for the top of the note.
    let text: String
    /// Its number among the headings with this text, from 1.
    let number: Int

    /// The headings of a page by the ids of what stands in or below them: of each id that which comes before any other
    /// text in its element, or else the one before.
    static func byID(in nodes: [HTMLNode]) -> [String: ForeignHeading] {
        var waiting: [String] = []
        var heading = ForeignHeading(text: "", number: 1)
        var counts: [String: Int] = [:]
        var places: [String: ForeignHeading] = [:]
        func settle() {
            for id in waiting where places[id] == nil { places[id] = heading }
            waiting = []
        }
        func wait(_ element: HTMLElement) {
            waiting += [element["id"], element.name == "a" ? element["name"] : nil].compactMap(\.self)
        }
        func walk(_ nodes: [HTMLNode]) {
            for node in nodes {
                switch node {
                case .text(let text): if !text.allSatisfy(\.isWhitespace) { settle() }
                case .element(let element):
                    guard ["h1", "h2", "h3", "h4", "h5", "h6"].contains(element.name) else {
                        wait(element)
                        if ["img", "svg", "video", "audio", "hr"].contains(element.name) { settle() }
                        walk(element.children)
                        continue
                    }
                    element.forEach(wait)
                    let text = element.text.singleSpaced
                    counts[text, default: 0] += 1
                    heading = ForeignHeading(text: text, number: counts[text] ?? 1)
                    settle()
                }
            }
        }
        walk(nodes)
        settle()
        return places
    }
}
