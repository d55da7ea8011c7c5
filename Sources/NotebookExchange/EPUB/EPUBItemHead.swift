import ForeignData
import NotebookFormat
import NotebookStore
import NotebookStudy
import NotebookText

/// What our books say of an item in the head of its page, besides its text: standard names where there are any.
struct EPUBItemHead {
    /// The program that our books name.
    static let generator = "notebundle"
    /// The property of a file of the book that is its name in the notebook.
    static let nameProperty = "notebundle:name"
    /// The class of the element that holds the back of a card.
    static let backClass = "card-back"
    /// The class of a title that is not a part of the text.
    static let titleClass = "item-title"

    private static let prefix = "notebundle:"
    private static let property = prefix + "property:"
    private static let file = prefix + "file"

    // MARK: Writing

    /// The elements of an item; a property that cannot be one is reported.
    ///
    /// - Parameter files: The files of the book that only properties lead to.
    static func elements(
        _ item: Item, _ file: ItemFile, files: [String], _ losses: ExportLosses
    ) -> String {
        var kind = item.type.rawValue
        if item.type == .card, file.metadata.title != nil { kind += " titled" }
        var values = KnownKey.allCases.compactMap { value(of: $0, item) }.filter { !$0.1.isEmpty }
        values += [(prefix + "kind", kind), (prefix + "folder", item.folder.text)]
        for property in file.properties {
            let cell = PropertyNotation.cell(property.value)
            if PropertyNotation.value(cell) != property.value {
                losses.lose(
                    .noteChanged, "the property “\(property.key)” became a text", of: item, target: property.key)
            }
            values.append((Self.property + property.key, cell))
        }
        values += files.map { (Self.file, $0) }
        return values.map { name, value in
            // A line end in an attribute would become a space.
            let shown = XMLText.escaped(value).replacing("\n", with: "&#10;").replacing("\t", with: "&#9;")
            return "<meta name=\"\(XMLText.escaped(name))\" content=\"\(shown)\"/>\n"
        }.joined()
    }

    /// The name and value of a key; `nil` for the title, which is in the text.
    private static func value(of key: KnownKey, _ item: Item) -> (String, String)? {
        switch key {
        case .uuid: (prefix + "uuid", item.uuid?.description ?? "")
        case .title: nil
        case .created: ("dcterms.created", "\(item.created)")
        case .modified: ("dcterms.modified", "\(item.modified)")
        case .pinned: (prefix + "pinned", item.isPinned ? "true" : "")
        case .tags: ("keywords", item.tags.map(\.text).joined(separator: ","))
        }
    }

    // MARK: Reading

    private let root: HTMLElement

    /// Looks into a page; `nil` if it is no item of ours.
    init?(_ root: HTMLElement) {
        self.root = root
        guard value("folder") != nil else { return nil }
    }

    private func value(_ name: String) -> String? {
        root.first { $0.name == "meta" && $0["name"] == Self.prefix + name }?["content"]
    }

    /// The addresses of the files that only properties lead to.
    var files: [String] {
        var found: [String] = []
        root.forEach { if $0.name == "meta", $0["name"] == Self.file { found.append($0["content"] ?? "") } }
        return found
    }

    /// Gives a note what the page says of it.
    func add(to note: inout ForeignNote) {
        note.folder = (value("folder") ?? "").split(separator: "/").map(String.init)
        for key in KnownKey.allCases {
            switch key {
            case .uuid:
                guard let uuid = value("uuid").flatMap({ UniqueIdentifier($0) }) else { continue }
                (note.uuid, note.isGuessed) = (uuid, false)
            case .pinned: note.isPinned = value("pinned") == "true"
            // Pages of any book have these.
            case .title, .created, .modified, .tags: break
            }
        }
        let kind = (value("kind") ?? "").split(separator: " ")
        if kind.first == "card" {
            note.type = .card
            if !kind.contains("titled") { note.title = nil }
        }
        root.forEach { element in
            guard element.name == "meta", let name = element["name"], name.hasPrefix(Self.property),
                let value = PropertyNotation.value(element["content"] ?? "")
            else { return }
            note.properties.append((String(name.dropFirst(Self.property.count)), value))
        }
    }
}
