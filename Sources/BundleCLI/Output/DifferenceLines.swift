import NotebookBundle

/// The differences of two notebooks as short lines for people.
struct DifferenceLines {
    private let style: Style

    /// The longest value that is shown, in columns.
    private static let valueWidth = 32

    init(_ style: Style) { self.style = style }

    /// The lines of a value of the notebook.
    func line(_ change: DescriptionChange) -> String {
        let kind: FileChangeKind = change.old == nil ? .added : change.new == nil ? .removed : .changed
        let name = PrintableText.escaped(change.name)
        let key = PrintableText.escaped(change.key)
        let subject =
            switch change.subject {
            case .notebook: key
            case .setting: "setting \(key)"
            case .folder: "folder \(name)" + (key.isEmpty ? "" : ", \(key)")
            case .tag: "tag \(name)" + (key.isEmpty ? "" : ", \(key)")
            case .smartFolder: name.isEmpty ? "order of smart folders" : "smart folder \(name), \(key)"
            }
        let values = [change.old, change.new].compactMap { $0.map { Self.shown($0) } }
        return label(kind) + subject + (change.key.isEmpty ? "" : ": " + values.joined(separator: " -> "))
    }

    /// The line of a file.
    func line(_ file: FileDifference) -> String { file.isItem ? itemLine(file) : otherLine(file) }

    /// The line of an item: what happened to it, and which of its values differ.
    private func itemLine(_ item: FileDifference) -> String {
        let details = Self.details(item)
        return label(item.change) + paths(item.change, item.old, item.new) { $0.path.text }
            + (details.isEmpty ? "" : "  " + style(details.joined(separator: ", "), .dim))
    }

    /// The line of an attachment or another file.
    private func otherLine(_ file: FileDifference) -> String {
        let isBlob = file.shown.type == .blob
        let names = paths(file.change, file.old, file.new) { file in
            (isBlob ? BlobName(file.path.name)?.readableName : nil) ?? file.path.text
        }
        let sizes = [file.old, file.new].compactMap { $0.map { Wording.size($0.size) } }
        let size = file.old?.digest == file.new?.digest ? sizes.last ?? "" : sizes.joined(separator: " -> ")
        let details = (isBlob ? [MediaType.of(file.shown.path.name)] : []) + [size]
        return label(file.change) + names + "  " + style(details.joined(separator: ", "), .dim)
    }

    /// What differs in an item, value by value.
    func values(of item: FileDifference) -> [String] {
        var rows = item.properties.map { property in
            let values = [property.old, property.new].map { $0.map { Self.shown($0, width: 60) } ?? "(none)" }
            return (name: property.key, value: values.joined(separator: " -> "))
        }
        let tags = item.addedTags.map { "+\($0.text)" } + item.removedTags.map { "-\($0.text)" }
        if !tags.isEmpty { rows.append(("tags", PrintableText.escaped(tags.joined(separator: " ")))) }
        let width = min(24, rows.map { PrintableText.escaped($0.name).columns }.max() ?? 0)
        return rows.map { "  " + style(PrintableText.escaped($0.name).padded(to: width), .dim) + "  " + $0.value }
    }

    private func label(_ change: FileChangeKind) -> String {
        let text = change.rawValue.padded(to: 10)
        return switch change {
        case .added, .restored: style(text, .green)
        case .removed, .trashed: style(text, .red)
        default: style(text, .yellow)
        }
    }

    private func paths(
        _ change: FileChangeKind, _ old: ComparedFile?, _ new: ComparedFile?, _ name: (ComparedFile) -> String
    ) -> String {
        switch change {
        case .renamed, .moved:
            [old, new].compactMap { $0.map { PrintableText.escaped(name($0)) } }.joined(separator: " -> ")
        case .trashed: old.map { PrintableText.escaped(name($0)) } ?? ""
        default: (new ?? old).map { PrintableText.escaped(name($0)) } ?? ""
        }
    }

    private static func details(_ item: FileDifference) -> [String] {
        var details: [String] = []
        if let lines = item.lines { details.append("+\(lines.added) -\(lines.removed) lines") }
        // The date changes with everything else.
        let others = item.properties.filter { $0.key != "modified" }
        let isOnlyDate = others.isEmpty && item.lines == nil && item.addedTags.isEmpty && item.removedTags.isEmpty
        for property in isOnlyDate ? item.properties : others {
            let name = PrintableText.escaped(property.key)
            switch (property.key, property.new) {
            case ("pinned", "true"?): details.append("pinned")
            case ("pinned", _): details.append("unpinned")
            case (_, nil): details.append("\(name) removed")
            case (_, let new?):
                details.append(
                    property.old.map { "\(name) \(shown($0)) -> \(shown(new))" } ?? "\(name) set to \(shown(new))")
            }
        }
        func names(_ tags: [Tag]) -> String { tags.map { PrintableText.escaped($0.text) }.joined(separator: " ") }
        if !item.addedTags.isEmpty { details.append("tagged \(names(item.addedTags))") }
        if !item.removedTags.isEmpty { details.append("untagged \(names(item.removedTags))") }
        if item.isRewritten { details.append("only written differently") }
        return details
    }

    /// A value on one line.
    private static func shown(_ value: String, width: Int = valueWidth) -> String {
        let line = value.split(whereSeparator: \.isNewline).joined(separator: " ")
        return line.isEmpty ? "(empty)" : PrintableText.escaped(line).cut(to: width)
    }
}

extension DifferenceLines {
    /// How many of each kind there are, in one line.
    static func counts(_ difference: NotebookDifference) -> String {
        func counts(_ kinds: [FileChangeKind], _ noun: String) -> String? {
            guard !kinds.isEmpty else { return nil }
            let parts = FileChangeKind.allCases.compactMap { kind -> String? in
                let count = kinds.count { $0 == kind }
                return count > 0 ? "\(count) \(kind.rawValue)" : nil
            }
            guard parts.count > 1 else { return "\(Wording.count(kinds.count, noun)) \(kinds[0].rawValue)" }
            return "\(Wording.count(kinds.count, noun)) (\(parts.joined(separator: ", ")))"
        }
        let lines = difference.items.compactMap(\.lines)
        let (added, removed) = (lines.reduce(0) { $0 + $1.added }, lines.reduce(0) { $0 + $1.removed })
        let values = difference.notebook.count
        return [
            values > 0 ? "\(Wording.count(values, "value")) of the notebook" : nil,
            counts(difference.items.map(\.change), "item"), counts(difference.attachments.map(\.change), "attachment"),
            counts(difference.extras.map(\.change), "extra"), counts(difference.strays.map(\.change), "other file"),
            added + removed > 0 ? "+\(added) -\(removed) lines" : nil,
        ].compactMap(\.self).joined(separator: "; ")
    }
}

/// How two notebooks differ, in an answer.
struct DifferenceRow: JSONRow {
    let isSame: Bool
    let notebook: [Value]
    let items: [Item]
    let attachments: [File]
    let extras: [File]
    let strays: [File]

    /// A value of `notebook.json`.
    struct Value: JSONRow {
        let subject: String
        let name: String
        let key: String
        let old: String?
        let new: String?
    }

    /// A note or card.
    struct Item: JSONRow {
        let change: String
        let path: String
        let from: String?
        let type: String
        let uuid: String?
        let title: String
        let properties: [Property]
        let addedTags: [String]
        let removedTags: [String]
        let addedLines: Int
        let removedLines: Int
        let isRewritten: Bool
        var words: [Words]?
    }

    /// A value of front matter.
    struct Property: JSONRow {
        let key: String
        let old: String?
        let new: String?
    }

    /// Words that both texts of an item have, or only one of them.
    struct Words: JSONRow {
        let origin: String
        let text: String
    }

    /// An attachment or another file.
    struct File: JSONRow {
        let change: String
        let path: String
        let from: String?
        let type: String
        let oldSize: Int?
        let size: Int?
    }
}

extension DifferenceRow {
    init(_ difference: NotebookDifference, _ words: (FileDifference) throws -> [Words]?) rethrows {
        isSame = difference.isEmpty
        notebook = difference.notebook.map(Value.init)
        items = try difference.items.map { Item($0, words: try words($0)) }
        attachments = difference.attachments.map(File.init)
        extras = difference.extras.map(File.init)
        strays = difference.strays.map(File.init)
    }
}

extension DifferenceRow.Value {
    init(_ change: DescriptionChange) {
        (subject, name, key) = (change.subject.rawValue, change.name, change.key)
        (old, new) = (change.old, change.new)
    }
}

extension DifferenceRow.Item {
    fileprivate init(_ item: FileDifference, words: [DifferenceRow.Words]?) {
        let path = item.shown.path.text
        self.init(
            change: item.change.rawValue, path: path,
            from: item.old.flatMap { $0.path.text == path ? nil : $0.path.text },
            type: item.shown.type?.rawValue ?? "", uuid: item.shown.item?.uuid?.description, title: item.shown.title,
            properties: item.properties.map { DifferenceRow.Property(key: $0.key, old: $0.old, new: $0.new) },
            addedTags: item.addedTags.map(\.text), removedTags: item.removedTags.map(\.text),
            addedLines: item.lines?.added ?? 0, removedLines: item.lines?.removed ?? 0, isRewritten: item.isRewritten,
            words: words)
    }
}

extension DifferenceRow.File {
    fileprivate init(_ file: FileDifference) {
        let path = file.shown.path.text
        self.init(
            change: file.change.rawValue, path: path,
            from: file.old.flatMap { $0.path.text == path ? nil : $0.path.text },
            type: MediaType.of(file.shown.path.name), oldSize: file.old?.size, size: file.new?.size)
    }
}

extension DifferenceRow.Words {
    /// The words of two texts.
    static func all(_ old: some Collection<UInt8>, _ new: some Collection<UInt8>) -> [DifferenceRow.Words] {
        WordDifference(old, new).parts.map { part in
            let origin =
                switch part.origin {
                case .both: "both"
                case .old: "old"
                case .new: "new"
                }
            return DifferenceRow.Words(origin: origin, text: String(decoding: part.bytes, as: UTF8.self))
        }
    }
}
