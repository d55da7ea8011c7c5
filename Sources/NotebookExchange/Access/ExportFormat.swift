/// A format for exporting items.
public struct ExportFormat: Sendable {
    package let exporter: any ItemExporter

    /// One text with everything: the notebook’s description, items, unknown front matter, attachments.
    public static let json = ExportFormat(exporter: JSONFormat())
    /// One page with everything, which any browser opens without a network; embeds attachments of up to 5 MiB.
    public static let html = ExportFormat(exporter: PageFormat())
    /// A folder of pages, one for each item, for any web server or for a browser without one.
    public static let site = ExportFormat(exporter: SiteFormat())
    /// The files as they are, in the folders of the notebook, with their attachments and `notebook.json`.
    public static let markdown = ExportFormat(exporter: MarkdownFormat())
    /// An Obsidian vault, with attachments under their original names and places, and links that work there.
    public static let obsidian = ExportFormat(exporter: ObsidianFormat())
    /// A package for Anki with all cards.
    public static let anki = ExportFormat(exporter: AnkiExport())
    /// Only the texts, one file for each item.
    public static let text = ExportFormat(exporter: TextFormat())
}

extension ExportFormat {
    /// One page with everything.
    ///
    /// - Parameter limit: The size in bytes up to which attachments are embedded; larger ones are only named.
    public static func html(embeddingUpTo limit: Int) -> ExportFormat {
        ExportFormat(exporter: PageFormat(embeddingUpTo: limit))
    }
}

extension ExportFormat: CaseIterable, Hashable {
    /// The formats.
    public static let allCases = [anki, html, json, markdown, obsidian, site, text]

    /// The name of the format.
    public var name: String { exporter.name }

    /// Compares by name.
    public static func == (left: ExportFormat, right: ExportFormat) -> Bool { left.name == right.name }

    /// Hashes the name.
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
