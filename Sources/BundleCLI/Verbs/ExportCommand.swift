import NotebookBundle
import NotebookExchange
import NotebookFormat

/// The verb ‘export’.
struct ExportCommand: Command {
    private static let usual = ExportFormat.markdown
    private static let formats = ExportFormat.allCases.map(\.name)
    private static let format = Option<ExportFormat>(
        "format", formats.joined(separator: "|"), "The format (default \(usual.name))", kind: .words(formats),
        expected: formats.alternatives
    ) { name in ExportFormat.allCases.first { $0.name == name } }
    private static let items = Positional(
        "ITEM", Common.someItems.help + " (default: all)", kind: .item, isRequired: false, isRepeated: true)
    private static let output = Option.path(
        "output", short: "o", "OUT", "The folder, which must not exist yet; for json a file, or ‘-’")

    static let verb = Verb(
        "export", "Export items as Markdown, a vault of Obsidian, JSON or plain text",
        details: """
            Markdown: the files as they are, in the folders of the notebook, with their attachments and with notebook.json, which
            has title, settings, icons, colours, smart folders and empty folders. JSON: everything in one file, {"notebook": what
            notebook.json has, "items": […]}, with attachments in base64. ‘import’ and ‘create --from’ read both without loss. The
            trash, extras and unused attachments are not exported. Obsidian: a vault with the items in their folders, attachments
            under their own names where they were before their import (others in attachments/), files that ‘--extras’ imported,
            and links that work there: those by title get the name of the file. ‘create --from’ makes the same notebook of it
            again, with the cards and settings that .obsidian/notebundle.json records. Text: one file for each item with its text alone, without title,
            dates, tags and attachments.
            """,
        parameters: [
            Common.notebook, items, Common.query, format, output, Common.json,
        ] + Common.reading,
        examples: [
            ("export Recipes -o out", "all files, as Markdown"),
            ("export Recipes --format obsidian -o Vault", "a vault of Obsidian"),
            ("export Recipes --where \"tag under 'baking'\" --format json -o baking.json", "some items, in one file"),
        ]
    )

    /// What --json prints.
    private struct Answer: Encodable {
        let items: [ItemRow]
        let path: String
    }

    let arguments: Arguments
    let session: Session

    func run() throws -> ExitStatus {
        guard let out = arguments[Self.output] else { throw UsageError.missing("--output") }
        let format = arguments[Self.format] ?? Self.usual
        guard out != "-" || format.exporter.isOneFile && !arguments[Common.json] else {
            let names = Wording.list(ExportFormat.allCases.filter(\.exporter.isOneFile).map(\.name))
            throw UsageError.conflict("only --format \(names) can go to standard output, and not with --json")
        }
        try OutsideFiles(session).refuseToWrite(out, over: [session.absolute(arguments[Common.notebook])])
        return try NotebookOpener(arguments, session).read { files in
            let notebook = try Notebook(files)
            var items = notebook.items
            if !arguments.all(Self.items).isEmpty || arguments[Common.query] != nil {
                items = try Selection(arguments, session).items(in: notebook, files)
            }
            let export = ExportedNotebook(notebook, files)
            let leftBehind =
                try format.exporter.isOneFile
                ? writeFile(export, items, format, to: out) : writeFolder(export, items, format, to: out)
            if arguments[Common.json] {
                try session.printJSON(Answer(items: items.map(ItemRow.init), path: out))
            } else if out != "-" {
                try session.print("exported \(Wording.count(items.count, "item")) to \(PrintableText.escaped(out))")
            }
            if !leftBehind.isEmpty {
                try session.note("note: not exported: \(leftBehind.joined(separator: ", "))")
            }
            return .success
        }
    }
}

extension ExportCommand {
    /// Writes an export that is one file; gives the paths that are not exported.
    private func writeFile(
        _ notebook: ExportedNotebook, _ items: [Item], _ format: ExportFormat, to out: String
    ) throws -> [String] {
        try format.exporter.write(items, of: notebook) { _, content in
            try content { text in
                if out == "-" { try session.write(text) } else { try OutsideFiles(session).replace(out, with: text) }
            }
        }
    }

    /// Writes an export into a new folder, completely or not at all; gives the paths that are not exported.
    private func writeFolder(
        _ notebook: ExportedNotebook, _ items: [Item], _ format: ExportFormat, to out: String
    ) throws -> [String] {
        let (directory, name) = OutsideFiles(session).split(out)
        let files = try OutsideFiles(session).directory(directory, toWrite: out)
        guard try files.status(DiskPath(name)) == nil else {
            throw NotebookError.taken(session.displayed(session.absolute(out)))
        }
        return try notebook.write(items, as: format, to: name, in: files, session.world)
    }
}
