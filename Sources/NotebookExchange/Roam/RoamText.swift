import ForeignData
import NotebookText

/// Turns the markup of Roam into Markdown.
struct RoamText {
    let text: ForeignText
    /// A mark for a link to a block.
    let resolve: (_ id: String, _ label: String?, _ isEmbed: Bool, _ written: String, ForeignText) -> String?

    /// The Markdown of a block.
    func markdown(_ written: String) -> String {
        var output = ""
        let pieces = written.split(separator: "```", omittingEmptySubsequences: false)
        for (index, piece) in pieces.enumerated() {
            guard index % 2 == 1 else {
                output += prose(String(piece))
                continue
            }
            // The end of a fence is on a line of its own in Markdown.
            if !output.isEmpty, !output.hasSuffix("\n") { output += "\n" }
            output += "```\(piece)\(piece.hasSuffix("\n") ? "" : "\n")```"
            if index + 1 < pieces.count - 1 {
                output += "\n"
            }
        }
        return output
    }

    private func prose(_ written: String) -> String {
        written.split(separator: "`", omittingEmptySubsequences: false).enumerated().map { index, piece in
            index % 2 == 1 ? "`\(piece)`" : line(String(piece))
        }.joined()
    }

    private func line(_ written: String) -> String {
        // Most texts have none of this, and making the expressions takes long.
        guard Self.mayHoldMarkup(written) else { return written }
        var result = OutlineBlock.namedLinks(in: written).replacingSpans(from: "{{", to: "}}") { content in
            let embed = #/\[?\[?embed(?:-path|-children)?\]?\]?:\s*(\[\[.+\]\])\s*/#
            return content.wholeMatch(of: embed).map { "!\($0.output.1)" }
        }
        // Each reference once: as an embed, with a text of its own, or alone.
        let references =
            #/\{\{\[?\[?embed(?:-path|-children)?\]?\]?:\s*\(\(([A-Za-z0-9_\-]+)\)\)\s*\}\}|\[([^\[\]]*)\]\(\(\(([A-Za-z0-9_\-]+)\)\)\)|\(\(([A-Za-z0-9_\-]{5,})\)\)/#
        result = result.replacing(references) { match in
            let id = match.output.1 ?? match.output.3 ?? match.output.4 ?? ""
            return reference(String(id), match.output.2.map(String.init), match.output.1 != nil, String(match.output.0))
        }
        result = result.replacingSpans(from: "{{", to: "}}") { content in
            if let match = content.wholeMatch(
                of: #/\[?\[?(?:video|youtube|audio|pdf|iframe)\]?\]?:\s*(https?:\/\/\S+)\s*/#)
            {
                return "<\(match.output.1)>"
            }
            if let match = content.wholeMatch(of: #/\[?\[?(TODO|DONE)\]?\]?/#) {
                text.flatten(tasks: 1)
                return match.output.1 == "DONE" ? "☑" : "☐"
            }
            if !content.contains("\n") {
                text.lose(.queryKept, "it stays as it is written", target: "{{\(content)}}")
            }
            return nil
        }
        result = result.replacing(#/#\[\[([^\[\]]+)\]\]/#) { "[[\($0.output.1)]]" }
        result = OutlineBlock.highlights(in: result)
        return result.replacingSpans(from: "__", to: "__") { OutlineBlock.isStyled($0) ? "*\($0)*" : nil }
    }

    /// Whether a text has two signs beside each other that begin something of Roam's.
    private static func mayHoldMarkup(_ text: String) -> Bool {
        zip(text.utf8, text.utf8.dropFirst()).contains { first, second in
            switch first {
            case UInt8(ascii: "("): second == first || second == UInt8(ascii: "[")
            case UInt8(ascii: "{"), UInt8(ascii: "^"), UInt8(ascii: "_"): second == first
            case UInt8(ascii: "#"): second == UInt8(ascii: "[")
            default: false
            }
        }
    }

    /// A block that begins with a box, and its text behind it; `nil` for others.
    static func task(_ text: String) -> (isDone: Bool, text: String)? {
        guard text.hasPrefix("{{") else { return nil }
        return text.prefixMatch(of: #/\{\{\[?\[?(TODO|DONE)\]?\]?\}\}\s*/#).map { match in
            (match.output.1 == "DONE", String(text[match.range.upperBound...]))
        }
    }

    private func reference(_ id: String, _ label: String?, _ isEmbed: Bool, _ written: String) -> String {
        if let mark = resolve(id, label, isEmbed, written, text) { return mark }
        text.notes.balance.find(.links)
        text.notes.balance.settle(.links, .unresolved)
        text.lose(.linkUnresolved, "no block has this id", target: written)
        return written
    }
}
