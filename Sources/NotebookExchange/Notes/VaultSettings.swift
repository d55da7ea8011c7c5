import NotebookFiles
import NotebookFormat
import NotebookText

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Settings of an Obsidian vault that notebooks have as well: the folders for new notes, daily notes and templates, and
/// whether line ends are shown.
struct VaultSettings {
    private static let folder = ".obsidian"
    /// The largest file of settings that is read, in bytes.
    private static let maximumBytes = 1 << 20

    private let daily: [String: String]
    private let templates: [String: String]
    private let app: [String: String]
    /// Whether line ends are shown; `nil` to keep what the record of an export says.
    private let keepsLineBreaks: Bool?

    /// Reads the settings of a folder; files that are missing or cannot be parsed have none.
    ///
    /// - Parameter hasRecord: Whether the folder is an export, whose record has all settings.
    /// - Throws: `SystemError` if a file cannot be read.
    init(in files: DirectoryFiles, hasRecord: Bool) throws {
        func texts(_ name: String) throws -> [String: String] {
            let place = DiskPath(Self.folder + "/" + name)
            guard let status = try files.status(place), status.kind == .file, status.size <= Self.maximumBytes,
                let value = try? JSONValue.read(try files.content(of: place, limit: Self.maximumBytes)),
                case .object(let members) = value.content
            else { return [:] }
            let pairs = members.compactMap { member -> (String, String)? in
                switch member.value.content {
                case .string(let text): (member.key, text)
                case .boolean(let value): (member.key, value ? "true" : "false")
                default: nil
                }
            }
            return Dictionary(pairs) { first, _ in first }
        }
        daily = try texts("daily-notes.json")
        templates = try texts("templates.json")
        app = try texts("app.json")
        // Obsidian shows them by default.
        let isVault = try files.status(DiskPath(Self.folder))?.kind == .directory && !hasRecord
        keepsLineBreaks = app["strictLineBreaks"].map { $0 != "true" } ?? (isVault ? true : nil)
    }

    /// Changes settings to those of the vault, and lists the changes: the key and the value of each setting.
    ///
    /// Values that a notebook cannot have, such as a folder whose name is not portable, are ignored.
    func apply(to settings: inout NotebookDescription.Settings) -> [ImportReport.Row] {
        var rows = apply(to: &settings.places)
        if let keepsLineBreaks, keepsLineBreaks != settings.keepsLineBreaks {
            settings.keepsLineBreaks = keepsLineBreaks
            rows.append(.init(path: "lineBreaks", text: String(keepsLineBreaks)))
        }
        return rows
    }

    private func apply(to places: inout NoteLocations) -> [ImportReport.Row] {
        let before = places
        var rows: [ImportReport.Row] = []
        func record(_ key: String, _ value: String, _ isChanged: Bool) {
            if isChanged { rows.append(.init(path: key, text: value)) }
        }
        switch app["newFileLocation"] {
        case "folder": places.inboxFolder = app["newFileFolderPath"].flatMap(Self.folder) ?? places.inboxFolder
        case "root": places.inboxFolder = .root
        default: break
        }
        record("inboxFolder", Self.shown(places.inboxFolder), places.inboxFolder != before.inboxFolder)
        if let folder = daily["folder"].flatMap(Self.folder) { places.dailyFolder = folder }
        record("dailyFolder", Self.shown(places.dailyFolder), places.dailyFolder != before.dailyFolder)
        if let format = daily["format"].flatMap(NoteLocations.accepted) {
            let pattern = DatePattern(format)
            if pattern.problemAsDailyName == nil { places.dailyName = pattern }
        }
        record("dailyName", places.dailyName.text, places.dailyName.text != before.dailyName.text)
        let template = daily["template"].flatMap { Self.path($0.hasSuffix(".md") ? String($0.dropLast(3)) : $0) }
        if let folder = templates["folder"].flatMap(Self.folder) {
            places.templateFolder = folder
        } else if let template, let slash = template.lastIndex(of: "/"),
            let folder = Self.folder(String(template[..<slash]))
        {
            places.templateFolder = folder
        }
        record("templateFolder", Self.shown(places.templateFolder), places.templateFolder != before.templateFolder)
        let root = places.templateFolder == .root ? "" : places.templateFolder.text + "/"
        if let template, template.hasPrefix(root),
            let name = NoteLocations.accepted(String(template.dropFirst(root.count)))
        {
            places.dailyTemplate = name
            record("dailyTemplate", name, name != before.dailyTemplate)
        }
        return rows
    }

    /// A path without leading and trailing slashes; `nil` if nothing is left.
    private static func path(_ text: String) -> String? {
        let path = text.split(separator: "/").joined(separator: "/").composed
        return path.isEmpty ? nil : path
    }

    private static func folder(_ text: String) -> FolderPath? {
        if text.allSatisfy({ $0 == "/" }) { return text.isEmpty ? nil : .root }
        return path(text).flatMap { try? FolderPath($0) }
    }

    private static func shown(_ folder: FolderPath) -> String { folder == .root ? "/" : folder.text }
}

/// What an export for Obsidian stores about the notebook in the vault’s settings folder, so that an import gives the
/// same notebook: its description, which notes are cards, which files were attachments or extras, and which names differ
/// in the vault.
struct VaultRecord {
    /// The path of the record in the vault.
    static let path = ".obsidian/notebundle.json"
    /// The largest record that is read, in bytes.
    private static let maximumBytes = 64 << 20

    /// The description of the notebook.
    let description: NotebookDescription
    /// The uuids of the cards.
    let cards: Set<UniqueIdentifier>
    /// The paths of attachments in the vault that have the ending of a note.
    let attachments: Set<String>
    /// The paths of extras in the vault.
    let extras: Set<String>
    /// The original names of files that were renamed, by their paths in the vault.
    let names: [String: String]
    /// The original wiki links that were rewritten, by the text between the brackets in the vault.
    let links: [String: String]
    /// The dates of items whose front matter lacks one.
    let dates: UnwrittenDates

    init(
        _ description: NotebookDescription, cards: Set<UniqueIdentifier>, attachments: Set<String>, extras: Set<String>,
        names: [String: String], links: [String: String], dates: UnwrittenDates
    ) {
        (self.description, self.cards, self.attachments, self.extras) = (description, cards, attachments, extras)
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
        attachments = Set(texts("attachments"))
        extras = Set(texts("extras"))
    }

    /// The content of the record besides the description.
    private struct Rest: Encodable {
        let attachments: [String]?
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
            attachments: attachments.isEmpty ? nil : attachments.sorted(), cards: cards.map(\.description).sorted(),
            dates: dates.isEmpty ? nil : dates.texts, extras: extras.sorted(), links: links.isEmpty ? nil : links,
            names: names.isEmpty ? nil : names)
        let text =
            try encoder.encode(rest).dropLast() + Array(",\"notebook\":".utf8) + description.text + [UInt8(ascii: "}")]
        return JSONText.canonical(Array(text)) ?? Array(text)
    }
}
