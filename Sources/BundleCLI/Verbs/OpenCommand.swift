import NotebookBundle
import NotebookFormat

/// The verb ‘open’.
enum OpenCommand {
    private static let depth = Option("depth", "LEVELS", "How many levels of folders to show") { text in
        Int(text).flatMap { $0 > 0 ? $0 : nil }
    }

    static let verb = Verb(
        "open", "Show what is in a notebook: counts, folders, tags, smart folders and the latest items",
        details: """
            First completes or undoes an edit that was interrupted, and says so. To find outside changes, it compares only
            sizes; ‘status’ compares every byte.
            """,
        parameters: [Common.notebook, depth, Common.json] + Common.reading,
        examples: [
            ("open Recipes", "the overview of Recipes.notebundle"),
            ("open Recipes.notebundle.zip", "the overview of an archive"),
        ],
        statuses: [.finding: "the notebook is damaged"]
    ) { arguments, session in
        if case .directory(let bundle) = try session.source(arguments[Common.notebook], arguments) {
            try session.recover(bundle)
        }
        return try session.read(arguments) { files in
            let notebook = try Notebook(files)
            let outside = try (files as? DirectoryTree)?.countOutsideChanges(notebook.manifest) ?? 0
            let smart = try session.smartFolderRows(notebook, files)
            try session.show(
                Overview(notebook, depth: arguments[depth]), smart, outside: outside, asJSON: arguments[Common.json])
            return .success
        }
    }
}

extension Session {
    /// Completes or undoes an interrupted edit, and says so.
    fileprivate func recover(_ bundle: NotebookDirectory) throws {
        guard try bundle.hasPendingChange() else { return }
        let recovery: Recovery
        do {
            recovery = try bundle.recover()
        } catch let error as SystemError where error.isReadOnly {
            return try note(
                "note: an interrupted edit is waiting; the place cannot be written, so it is read as if it were done")
        }
        try tell(recovery)
    }

    /// Tells what was done about an interrupted edit.
    func tell(_ recovery: Recovery) throws {
        switch recovery {
        case .nothing: break
        case .discarded: try note("note: an edit that was interrupted before it was saved has been undone")
        case .completed(let conflicts):
            try note("note: an edit that was interrupted has been completed")
            for conflict in conflicts {
                try note("note: a text that somebody else wrote meanwhile is kept as \(conflict)")
            }
        }
    }

    fileprivate func show(
        _ overview: Overview, _ smart: [Output.SmartFolderOutput], outside: Int, asJSON: Bool
    ) throws {
        let notebook = overview.notebook
        if asJSON {
            return try print(
                Output(
                    notebook: .init(notebook), counts: overview.counts, folders: overview.folders, tags: overview.tags,
                    smartFolders: smart,
                    items: overview.latest.map(Output.ItemOutput.init)))
        }
        let counts = overview.counts
        try print(style(PrintableText.escaped(notebook.description.title), .bold))
        try print(
            "  \(Wording.count(counts.notes, "note")), \(Wording.count(counts.cards, "card")), "
                + "\(Wording.count(counts.attachments, "attachment")) (\(Wording.size(counts.attachmentBytes)))")
        try print("  fingerprint \(notebook.fingerprint)")
        try print("")
        try sidebar(overview, smart)
        if !overview.latest.isEmpty {
            try print("\n" + style("Latest", .bold))
            for line in lines(overview.latest) { try print(line) }
        }
        if outside > 0 {
            try note("note: \(Wording.count(outside, "file")) changed outside; ‘\(tool) seal’ accepts that")
        }
    }

    private func sidebar(_ overview: Overview, _ smart: [Output.SmartFolderOutput]) throws {
        var rows = [
            ("All Notes", overview.counts.notes + overview.counts.cards), ("Recently Deleted", overview.counts.trashed),
        ]
        var headings: [Int: String] = [:]
        if !overview.folders.isEmpty { headings[rows.count] = "Folders" }
        rows += overview.folders.map { folder in
            let depth = folder.path.count { $0 == "/" }
            return (
                String(repeating: "  ", count: depth + 1)
                    + (folder.icon.map { PrintableText.escaped($0) + " " } ?? "")
                    + PrintableText.escaped(folder.path.split(separator: "/").last ?? ""), folder.items
            )
        }
        if !overview.tags.isEmpty { headings[rows.count] = "Tags" }
        rows += overview.tags.map { ("  #" + PrintableText.escaped($0.name), $0.items) }
        if !smart.isEmpty { headings[rows.count] = "Smart Folders" }
        rows += smart.map {
            (
                "  " + ($0.icon.map { PrintableText.escaped($0) + " " } ?? "") + PrintableText.escaped($0.name),
                $0.items ?? 0
            )
        }
        let width = rows.map(\.0.columns).max() ?? 0
        let digits = rows.map { String($0.1).count }.max() ?? 0
        for (index, row) in rows.enumerated() {
            if let heading = headings[index] { try print(style(heading, .bold)) }
            let number = String(row.1)
            try print(
                row.0.padded(to: width) + "  " + String(repeating: " ", count: digits - number.count)
                    + style(number, .dim))
        }
    }
}

/// What the overview of a notebook shows, from its manifest alone.
struct Overview {
    let notebook: Notebook
    let counts: Output.CountsOutput
    let folders: [Output.FolderOutput]
    let tags: [Output.TagOutput]
    let latest: [Item]

    /// The overview, with so many levels of folders.
    init(_ notebook: Notebook, depth: Int? = nil) {
        self.notebook = notebook
        let blobs = notebook.manifest.entries.filter { $0.type == .blob && TrashedPath($0.path) == nil }
        counts = Output.CountsOutput(
            notes: notebook.items.count { $0.type == .note }, cards: notebook.items.count { $0.type == .card },
            attachments: blobs.count, attachmentBytes: blobs.reduce(0) { $0 + $1.size },
            trashed: notebook.trashedItems.count)
        let inFolder = FolderCounts(notebook.items)
        let icons = Dictionary(notebook.description.folders.map { ($0.path, $0.icon) }) { first, _ in first }
        folders = notebook.sortedFolders.filter { $0.components.count <= depth ?? .max }.map {
            .init(path: $0.text, items: inFolder[$0], icon: icons[$0] ?? nil)
        }
        tags = TagList(notebook).rows
        latest = Array(ItemOrder(.modified).sorted(notebook.items).prefix(5))
    }
}
