import ForeignData
import NotebookText

/// Turns the markup of Roam into Markdown.
struct RoamText {
    let text: ForeignText
    /// Whether a block has an id.
    let isBlock: (_ id: String) -> Bool
    /// A mark for a link to a block.
    let resolve: (_ id: String, _ label: String?, _ isEmbed: Bool, _ written: String, ForeignText) -> String?

    /// A link to a page.
    static func link(to page: String, address: String) -> ForeignLink {
        ForeignLink(key: "roam:\(page)", title: page, address: address)
    }

    /// The Markdown of a block.
    func markdown(_ written: String) -> String {
        guard written.holds("```") else { return prose(written) }
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
        guard written.utf8.contains(UInt8(ascii: "`")) else { return line(written) }
        return written.split(separator: "`", omittingEmptySubsequences: false).enumerated().map { index, piece in
            index % 2 == 1 ? "`\(piece)`" : line(String(piece))
        }.joined()
    }

    private func line(_ written: String) -> String {
        let written = OutlineBlock.nestedLinks(in: written) { page, words, written in
            text.mark(Self.link(to: page, address: page), words: words, written)
        }
        // Most texts have none of this.
        guard Self.mayHoldMarkup(written) else { return written }
        var result = OutlineBlock.namedLinks(in: written).replacingSpans(from: "{{", to: "}}") { content in
            guard let command = RoamCommand(content), command.isEmbed else { return nil }
            return OutlineBlock.isWikiLink(command.value) ? "!\(command.value)" : nil
        }
        // Each reference once: as an embed, with a text of its own, or alone.
        result = Self.references.replaced(in: result) { found, written in
            let isAlone = found.label == nil && !found.isEmbed
            if isAlone, !Self.isPlausible(found.id), !isBlock(String(found.id)) { return String(written) }
            return reference(String(found.id), found.label.map(String.init), found.isEmbed, String(written))
        }
        result = Self.replacingCommands(in: result) { content in
            if let command = RoamCommand(content), command.showsMedium, OutlineBlock.isOnWeb(command.value) {
                return "<\(command.value)>"
            }
            if let isDone = RoamCommand.task(content) {
                text.flatten(tasks: 1)
                return isDone ? "☑" : "☐"
            }
            if !content.holds("\n") {
                text.lose(.queryKept, "it stays as text", target: "{{\(content)}}")
            }
            // The name of a command is no link.
            guard content.hasPrefix("[["), let command = RoamCommand(content) else {
                return RoamCommand.alone(content).map { "{{\($0)}}" }
            }
            return "{{\(command.name): \(command.value)}}"
        }
        result = BlockReferences.withLinkedTags(result)
        result = OutlineBlock.highlights(in: result)
        return Self.italics(in: result)
    }

    /// A text with `*` around what has `__` around it, but for what is in addresses.
    private static func italics(in text: String) -> String {
        func italics(_ text: String) -> String {
            text.replacingSpans(from: "__", to: "__") { OutlineBlock.isStyled($0) ? "*\($0)*" : nil }
        }
        guard text.holds("__"), text.holds("://") else { return italics(text) }
        var output = ""
        var run = ""
        for (number, word) in text.parts(between: " ", omittingEmpty: false).enumerated() {
            run += number == 0 ? "" : " "
            if word.holds("://") {
                output += italics(run) + word
                run = ""
            } else {
                run += word
            }
        }
        return output + italics(run)
    }

    /// A text with what stands between two braces on each side replaced, also if it has braces of its own.
    private static func replacingCommands(
        in text: String, _ replacement: (_ content: Substring) -> String?
    ) -> String {
        var rest = text[...]
        var output = ""
        while let opening = rest.place(of: "{{"), var closing = rest[opening.upperBound...].dropFirst().place(of: "}}")
        {
            let signs = rest[opening.upperBound..<closing.lowerBound].utf8
            var unclosed =
                signs.count { $0 == UInt8(ascii: "{") } - signs.count { $0 == UInt8(ascii: "}") }
            while unclosed > 0, rest[closing.upperBound...].utf8.first == UInt8(ascii: "}") {
                closing = rest.index(after: closing.lowerBound)..<rest.index(after: closing.upperBound)
                unclosed -= 1
            }
            let content = rest[opening.upperBound..<closing.lowerBound]
            output +=
                rest[..<opening.lowerBound]
                + (replacement(content) ?? String(rest[opening.lowerBound..<closing.upperBound]))
            rest = rest[closing.upperBound...]
        }
        return output + rest
    }

    /// Whether a text has two signs beside each other that begin something of Roam's.
    private static func mayHoldMarkup(_ text: String) -> Bool {
        let bytes = text.utf8.span
        for index in 1..<max(1, bytes.count) {
            switch (bytes[index - 1], bytes[index]) {
            case (UInt8(ascii: "("), UInt8(ascii: "[")), (UInt8(ascii: "#"), UInt8(ascii: "[")): return true
            case (UInt8(ascii: "("), let next), (UInt8(ascii: "{"), let next), (UInt8(ascii: "^"), let next),
                (UInt8(ascii: "_"), let next):
                if next == bytes[index - 1] { return true }
            default: break
            }
        }
        return false
    }

    /// A block that begins with a box, and its text behind it; `nil` for others.
    static func task(_ text: String) -> (isDone: Bool, text: String)? {
        var reader = TextReader(text)
        guard reader.skip("{{"), let content = reader.take(4...8, where: { $0 != UInt8(ascii: "}") }),
            reader.skip("}}"), let isDone = RoamCommand.task(content)
        else { return nil }
        reader.skipSpace()
        return (isDone, String(reader.rest))
    }

    /// Whether an id in double parentheses alone is long enough for one; a short text there is hardly ever a reference.
    static func isPlausible(_ id: Substring) -> Bool { id.utf8.count >= 5 }

    /// References to blocks.
    static let references = BlockReferences(
        isInID: { ASCII.isAlphanumeric($0) || "_-".utf8.contains($0) }, length: 1...Int.max, lengthAlone: 1...Int.max,
        readEmbed: { reader in
            guard let name = RoamCommand.name(&reader), RoamCommand.embeds.contains(name), reader.skip(":") else {
                return false
            }
            reader.skipSpace()
            return true
        })

    /// The first line of a block without its markup.
    static func plain(_ text: String) -> String {
        let bytes = Array(text.utf8)
        var output: [UInt8] = []
        var index = 0
        // The next brace that closes something, which is looked for once.
        var closing = 0
        while index < bytes.count {
            let byte = bytes[index]
            if byte == UInt8(ascii: "{"), bytes[index...].starts(with: "{{".utf8) {
                closing = bytes[max(closing, index)...].firstIndex(of: UInt8(ascii: "}")) ?? bytes.count
                if bytes[closing...].starts(with: "}}".utf8) {
                    index = closing + 2
                    continue
                }
            }
            index += 1
            if byte == 0x0A {
                index = bytes[index...].firstIndex(of: 0x0A) ?? bytes.count
            } else if !"[]|`*^_".utf8.contains(byte) {
                output.append(byte)
            }
        }
        return String(decoding: output, as: UTF8.self).trimmedOfSpace
    }

    private func reference(_ id: String, _ label: String?, _ isEmbed: Bool, _ written: String) -> String {
        if let mark = resolve(id, label, isEmbed, written, text) { return mark }
        text.notes.balance.find(.links)
        text.notes.balance.settle(.links, .unresolved)
        text.lose(.linkUnresolved, "no block has this id", target: written)
        return written
    }
}

/// What stands between two braces on each side: `[[embed]]: value`.
struct RoamCommand {
    /// The names of commands that show blocks or pages.
    static let embeds: [Substring] = ["embed", "embed-path", "embed-children"]

    let name: Substring
    /// What stands behind the colon.
    let value: String

    /// Reads a command; `nil` for other content.
    init?(_ content: Substring) {
        var reader = TextReader(content)
        guard let name = Self.name(&reader), reader.skip(":") else { return nil }
        (self.name, value) = (name, reader.rest.trimmedOfSpace)
    }

    var isEmbed: Bool { Self.embeds.contains(name) }

    /// Whether it shows a film, a recording or a page on the web.
    var showsMedium: Bool { ["video", "youtube", "audio", "pdf", "iframe"].contains(name) }

    /// Reads a name, in up to two brackets on each side.
    static func name(_ reader: inout TextReader) -> Substring? {
        _ = reader.take(0...2) { $0 == UInt8(ascii: "[") }
        let name = reader.take(1...) { ASCII.isLetter($0) || $0 == UInt8(ascii: "-") }
        _ = reader.take(0...2) { $0 == UInt8(ascii: "]") }
        return name
    }

    /// The name of a command without a value that is written like a link: `[[kanban]]`.
    static func alone(_ content: Substring) -> Substring? {
        var reader = TextReader(content)
        guard content.begins(with: "[["), content.ends(in: "]]"), let name = name(&reader) else { return nil }
        return reader.isAtEnd ? name : nil
    }

    /// Whether a task is done; `nil` for other content.
    static func task(_ content: Substring) -> Bool? {
        var reader = TextReader(content)
        guard let name = name(&reader), reader.isAtEnd, name == "TODO" || name == "DONE" else { return nil }
        return name == "DONE"
    }
}
