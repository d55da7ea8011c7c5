import NotebookFiles
import NotebookFormat
import NotebookText

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What an export for Obsidian stores about the notebook in the vault’s settings folder, so that an import gives the
/// same notebook: its description, which notes are cards, which files were extras, and which names differ in the vault.
struct VaultRecord {
    /// The path of the record in the vault.
    static let path = ".obsidian/notebundle.json"
    /// The largest record that is read, in bytes.
    private static let maximumBytes = 64 << 20

    /// The description of the notebook.
    let description: NotebookDescription
    /// The uuids of the cards.
    let cards: Set<UniqueIdentifier>
    /// The paths of extras in the vault.
    let extras: Set<String>
    /// The original names of files that were renamed, by their paths in the vault.
    let names: [String: String]
    /// The original wiki links that were rewritten, by the text between the brackets in the vault.
    let links: [String: String]
    /// The dates of items whose front matter lacks one.
    let dates: UnwrittenDates

    init(
        _ description: NotebookDescription, cards: Set<UniqueIdentifier>, extras: Set<String>, names: [String: String],
        links: [String: String], dates: UnwrittenDates
    ) {
        (self.description, self.cards, self.extras) = (description, cards, extras)
        (self.names, self.links, self.dates) = (names, links, dates)
    }

    /// The record of a folder of notes; `nil` if there is none that can be parsed.
    ///
    /// - Throws: `SystemError` if it cannot be read.
    init?(in files: DirectoryFiles) throws {
        let place = DiskPath(Self.path)
        guard let status = try files.status(place), status.kind == .file, status.size <= Self.maximumBytes else {
            return nil
        }
        let bytes = try files.content(of: place, limit: Self.maximumBytes)
        guard let value = try? JSONValue.read(bytes), case .object(let members) = value.content,
            let notebook = members.first(where: { $0.key == "notebook" }),
            let description = try? NotebookDescription(notebook.value)
        else { return nil }
        func texts(_ key: String) -> [String] {
            guard case .array(let elements)? = members.first(where: { $0.key == key })?.value.content else { return [] }
            return elements.compactMap { if case .string(let text) = $0.content { text } else { nil } }
        }
        func pairs(_ key: String) -> [String: String] {
            guard case .object(let members)? = members.first(where: { $0.key == key })?.value.content else {
                return [:]
            }
            let pairs = members.compactMap { member -> (String, String)? in
                if case .string(let text) = member.value.content { (member.key, text) } else { nil }
            }
            return Dictionary(pairs) { first, _ in first }
        }
        self.description = description
        (names, links) = (pairs("names"), pairs("links"))
        dates = UnwrittenDates(members.first { $0.key == "dates" }?.value)
        cards = Set(texts("cards").compactMap { UniqueIdentifier($0) })
        extras = Set(texts("extras"))
    }

    /// The content of the record besides the description.
    private struct Rest: Encodable {
        let cards: [String]
        let dates: [String: [String: String]]?
        let extras: [String]
        let links: [String: String]?
        let names: [String: String]?
    }

    /// The content of the record's file.
    func text() throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let rest = Rest(
            cards: cards.map(\.description).sorted(), dates: dates.isEmpty ? nil : dates.texts, extras: extras.sorted(),
            links: links.isEmpty ? nil : links, names: names.isEmpty ? nil : names)
        let text =
            try encoder.encode(rest).dropLast() + Array(",\"notebook\":".utf8) + description.text + [UInt8(ascii: "}")]
        return JSONText.canonical(Array(text)) ?? Array(text)
    }
}
