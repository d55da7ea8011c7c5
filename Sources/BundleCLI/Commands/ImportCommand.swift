import Foundation
import NotebookBundle
import NotebookExchange
import NotebookFormat

/// The verb ‘import’.
enum ImportCommand {
    private static let sources = Positional(
        "SOURCE", "Notes (.md, .markdown, .txt), folders of them, JSON, exports, other notebooks", isRepeated: true)
    private static let folder = Option(
        "folder", "FOLDER", "Put everything into this folder, with its own folders below")
    private static let dryRun = Flag("dry-run", "Tell what would come in, and change nothing")

    static let verb = Verb(
        "import", "Take notes and cards into a notebook; what came in before is updated",
        details: """
            Folders come in as with ‘create --from’; attachments come along, and links to them are corrected. JSON is an array
            or one object with title, content, createdAt, modifiedAt and id, or what ‘export’ writes; dates are ISO 8601 or
            seconds since 2001. An item is known again by its uuid, or where it has none by where it came from; what was
            changed here later than there stays as it is.
            """,
        parameters: [Common.bundle, sources, folder, dryRun, Common.json] + Common.reading,
        examples: [
            ("import Recipes ~/notes/kitchen", "a folder of notes"),
            ("import Recipes notes.json pie.md --folder Inbox", "several sources at once"),
            ("import Recipes Old.notebundle.zip --dry-run", "what another notebook would bring"),
        ],
        statuses: [.finding: "a source holds no notes"]
    ) { arguments, session in
        let bundle = try session.bundle(arguments)
        let scratch = session.places.temporary.subpath("bundle-\(String(session.world.random(), radix: 16))")
        try scratch.create()
        defer { try? FileManager.default.removeItem(at: scratch.url) }
        let progress = session.progress("taking in")
        let opened = try arguments.all(sources).map { word in
            let path = try session.existingPath(word)
            let shown = session.displayed(path)
            return try ImportSource.open(
                path, shown: shown, scratch: scratch.path, world: session.world, progress: progress
            ) { archive in
                try session.unlocked(NamedArchive(source: archive, path: path, name: shown), arguments).source
            }
        }
        progress.finish()
        var transfers: [Transfer] = []
        do {
            let edit = try bundle.edit { draft in
                let base = try arguments[folder].map { try draft.folder($0) }
                for source in opened {
                    transfers.append(
                        try draft.take(
                            source.notebook.items, from: source.notebook, source.files, below: base, identity: .same))
                }
                if arguments[dryRun] { throw DryRun() }
                return draft.notebook.manifest
            }
            try session.tell(edit.recovery)
            try session.tell(edit.commit)
            let taken = transfers.flatMap { $0.added + $0.updated }.map(\.path)
            try session.tellShifted(from: edit.result, besides: Set(taken), in: bundle)
        } catch is DryRun {}
        return try session.report(transfers, opened.map(\.report), arguments)
    }
}

/// Ends an edit that was only tried.
private struct DryRun: Error {}

extension Session {
    fileprivate func report(
        _ transfers: [Transfer], _ reports: [ImportReport], _ arguments: Arguments
    ) throws -> ExitStatus {
        let rows = transfers.flatMap { transfer in
            transfer.added.map { ("added", $0) } + transfer.updated.map { ("updated", $0) }
                + transfer.newer.map { ("newer here", $0) }
        }
        let attachments = transfers.map(\.attachments).reduce(0, +)
        if arguments[Common.json] {
            try print(
                Output(
                    changes: rows.map { .init(path: $1.path.text, change: $0) },
                    imported: .init(
                        items: rows.count, attachments: attachments, extras: 0,
                        changed: reports.flatMap(\.changed).map { .init(path: $0.path, reason: $0.text) },
                        leftOut: reports.flatMap(\.leftOut).map { .init(path: $0.path, reason: $0.text) })))
            return .success
        }
        for (change, item) in rows {
            try print("\(change.padded(to: 10)) \(PrintableText.escaped(item.path.text))")
        }
        let unchanged = transfers.map(\.unchanged.count).reduce(0, +)
        let counts = [
            "\(transfers.map(\.added.count).reduce(0, +)) added",
            "\(transfers.map(\.updated.count).reduce(0, +)) updated",
            "\(unchanged) unchanged", Wording.count(attachments, "attachment"),
        ]
        try print(counts.joined(separator: ", "))
        for row in reports.flatMap(\.leftOut) {
            try note("stayed out: \(PrintableText.escaped(row.path)): \(PrintableText.escaped(row.text))")
        }
        return .success
    }
}
