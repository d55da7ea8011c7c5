import EditorWire
import ForeignData
import NotebookBundle

/// A kind of text, and what must be true of every one.
enum TextKind: String, CaseIterable {
    case json
    case manifest
    case description
    case journal
    case settings
    case item
    case markdown
    case formula
    case query
    case merging
    case messages
    case xml
    case html
    case table
    case database
    case protobuf
    case encoding
    case files

    func check(_ bytes: [UInt8]) {
        switch self {
        case .json: checkJSON(bytes)
        case .manifest: checkManifest(bytes)
        case .description: checkDescription(bytes)
        case .journal: checkJournal(bytes)
        case .settings: checkSettings(bytes)
        case .item: checkItem(bytes)
        case .markdown: checkMarkdown(bytes)
        case .formula: checkFormula(bytes)
        case .query: checkQuery(String(decoding: bytes, as: UTF8.self))
        case .merging: checkMerging(bytes)
        case .messages: checkMessages(bytes)
        case .xml: ForeignText(bytes).checkXML()
        case .html: ForeignText(bytes).checkHTML()
        case .table: ForeignText(bytes).checkTable()
        case .database: ForeignText(bytes).checkDatabase()
        case .protobuf: _ = ProtobufFields(bytes).map { ($0.number(1), $0.text(2)) }
        case .encoding: ForeignText(bytes).checkEncoding()
        case .files: ForeignFiles(bytes).checkImport()
        }
    }

    private func checkJSON(_ bytes: [UInt8]) {
        guard let canonical = JSONText.canonical(bytes) else { return }
        precondition(JSONText.canonical(canonical) == canonical)
    }

    /// A stream gives the same messages however it is cut, and what is answered can be read.
    private func checkMessages(_ bytes: [UInt8]) {
        func frames(_ pieces: [[UInt8]]) -> [MessageFrames.Frame] {
            var frames = MessageFrames()
            var found: [MessageFrames.Frame] = []
            for piece in pieces {
                frames.add(piece)
                while let frame = frames.next() { found.append(frame) }
            }
            return found
        }
        let whole = frames([bytes])
        precondition(frames(bytes.map { [$0] }) == whole)
        for case .message(let message) in whole + [.message(bytes)] {
            guard case .invalid(let id, let error) = IncomingMessage(message) else { continue }
            precondition((try? JSONValue.read(OutgoingMessage.error(id, error).compactText)) != nil)
        }
        if let value = try? JSONValue.read(bytes) {
            precondition((try? JSONValue.read(value.compactText)) == value)
        }
    }

    private func checkManifest(_ bytes: [UInt8]) {
        guard let manifest = try? Manifest(bytes) else { return }
        let text = manifest.text
        guard let again = try? Manifest(text) else { preconditionFailure() }
        precondition(again.text == text)
    }

    private func checkDescription(_ bytes: [UInt8]) {
        guard let description = try? NotebookDescription(bytes) else {
            // What is left of a damaged one can be written and read.
            let substitute = NotebookDescription(
                uuid: UniqueIdentifier(randomBits: 1, 2), title: "Substitute", created: Timestamp(clamping: 0))
            let repaired = RepairedDescription(of: bytes, substitute: substitute)
            precondition((try? NotebookDescription(repaired.description.text)) != nil)
            return
        }
        guard let again = try? NotebookDescription(description.text) else { preconditionFailure() }
        precondition(again == description && again.text == description.text)
    }

    private func checkJournal(_ bytes: [UInt8]) {
        if let journal = try? Journal(bytes) {
            guard let again = try? Journal(journal.text) else { preconditionFailure() }
            precondition(again == journal)
        }
        if let record = try? DeletionRecord(bytes) {
            guard let again = try? DeletionRecord(record.text) else { preconditionFailure() }
            precondition(again == record)
        }
    }

    private func checkSettings(_ bytes: [UInt8]) {
        _ = try? ValidationSettings(bytes)
        _ = try? Baseline(bytes)
        _ = try? UserSettings(bytes)
    }

    private func checkItem(_ bytes: [UInt8]) {
        guard let item = try? ItemFile(bytes) else {
            if let repaired = RepairedItem(of: bytes) { checkEdits(repaired.item) }
            return
        }
        precondition(item.bytes == bytes)
        checkEdits(item)
    }

    /// An edit changes what it is about, and nothing else.
    private func checkEdits(_ item: ItemFile) {
        guard let same = try? item.setting(item.metadata) else { preconditionFailure("cannot set what is there") }
        precondition(same.bytes == item.bytes)
        var metadata = item.metadata
        metadata.title = "Another: “title”"
        metadata.pinned.toggle()
        if let tag = Tag("new"), !metadata.tags.contains(tag) { metadata.tags.append(tag) }
        // Values that are not understood are refused, with their place.
        guard let changed = try? item.setting(metadata) else { return }
        precondition(changed.metadata.title == metadata.title && changed.metadata.pinned == metadata.pinned)
        precondition(changed.metadata.tags == metadata.tags)
        precondition(Array(changed.body) == Array(item.body))
        guard let read = try? ItemFile(changed.bytes) else { preconditionFailure("cannot read what it wrote") }
        precondition(read.metadata == changed.metadata)
        guard let replaced = try? item.setting(body: Array("new body\n".utf8)) else { return }
        precondition(Array(replaced.body) == Array("new body\n".utf8) && replaced.metadata == item.metadata)
    }

    private func checkMarkdown(_ bytes: [UInt8]) {
        guard let item = try? ItemFile(bytes) else { return }
        let fact = ItemFact(bytes, type: .card, collectsLinks: true)
        precondition(fact.readable != nil)
        _ = MarkdownDocument(bytes, from: item.bodyStart).tree()
        // Links that lead elsewhere afterwards: everything that is no destination stays.
        guard let same = try? item.rewritingDestinations({ _ in nil }) else { preconditionFailure() }
        precondition(same.bytes == bytes)
        if let joined = try? TextJoining(behind: item, isCard: false).joining(item) {
            precondition(joined.bytes.count >= item.bytes.count)
        }
    }

    /// A page shows it, as a tree whose tags are in pairs.
    private func checkFormula(_ bytes: [UInt8]) {
        let text = Array("$$".utf8) + bytes + Array("$$\n".utf8)
        var anchors = MarkdownAnchors()
        let html = HTMLWriter.reading(text, in: text.indices, NoTargets(), .init(showsFormulas: true), &anchors).html
        var open: [Substring] = []
        for tag in html.split(separator: "<").map({ $0.prefix { $0 != ">" } }) where !tag.hasSuffix("/") {
            let name = tag.prefix { !$0.isWhitespace }
            if name.hasPrefix("/") {
                precondition(open.popLast() == name.dropFirst(), html)
            } else if name.hasPrefix("m") {
                open.append(name)
            }
        }
    }

    private func checkQuery(_ text: String) {
        guard let query = try? Query(text) else { return }
        guard let again = try? Query(query.description) else { preconditionFailure(query.description) }
        precondition(again.description == query.description && again == query)
    }

    private func checkMerging(_ bytes: [UInt8]) {
        let parts = bytes.split(separator: 0, maxSplits: 2, omittingEmptySubsequences: false).map(Array.init)
        guard parts.count == 3 else { return }
        let labels = MergedText.Labels(mine: "mine", theirs: "theirs")
        let (base, mine, theirs) = (parts[0], parts[1], parts[2])
        precondition(MergedText(base: base, mine: mine, theirs: mine, labels: labels).bytes == mine)
        // A merged text has the line ends of mine.
        let taken = MergedText(base: base, mine: base, theirs: theirs, labels: labels).bytes
        precondition(Self.withoutReturns(taken) == Self.withoutReturns(theirs))
        precondition(taken == theirs || Self.hasReturn(base) != Self.hasReturn(theirs))
        precondition(MergedText(base: base, mine: mine, theirs: base, labels: labels).bytes == mine)
        let merged = MergedVersions(base: base, mine: mine, theirs: theirs, labels: labels)
        guard merged.conflicts == 0, let item = try? ItemFile(mine), let other = try? ItemFile(theirs), base == mine,
            item.metadata == other.metadata
        else { return }
        precondition(merged.bytes == theirs)
    }

    /// The text without the carriage returns before its line feeds.
    private static func withoutReturns(_ text: [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        for byte in text {
            while byte == 0x0A, output.last == 0x0D { output.removeLast() }
            output.append(byte)
        }
        return output
    }

    /// Whether the first line ends with a carriage return and a line feed.
    private static func hasReturn(_ text: [UInt8]) -> Bool {
        guard let end = text.firstIndex(where: { $0 == 0x0A || $0 == 0x0D }) else { return false }
        return text[end...].starts(with: [0x0D, 0x0A])
    }
}

/// Links of a text that lead nowhere.
private struct NoTargets: HTMLTargets {
    func link(_ name: FoundLink.Name) -> HTMLLink { .none("") }
    func embed(_ name: FoundLink.Name) -> HTMLEmbed { .link(.none("")) }
}
