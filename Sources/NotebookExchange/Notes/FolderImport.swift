import Cores
import NotebookFiles
import NotebookFormat
import NotebookLinks
import NotebookMarkdown
import NotebookPacking
import NotebookStore
import NotebookText

/// Imports a folder of notes into a new notebook.
struct FolderImport: ~Copyable {
    private let source: SourceFolder
    private let names: SourceNames
    private let links: SourceLinks<SourceFolder.File>
    private let takesExtras: Bool
    /// Files that are imported as extras in any case.
    private let knownExtras: Set<String>
    /// The original wiki links that an export rewrote, by the current text between the brackets.
    private let knownLinks: [String: String]
    /// The dates of notes that had none in their front matter before the folder was exported.
    private let knownDates: UnwrittenDates
    private let environment: NotebookEnvironment
    private let progress: any WorkProgress
    /// The notebook that receives the notes.
    private let notebook: UniqueIdentifier
    /// Whether notes with the same uuid keep it, because they are imported into another notebook in a second step.
    private let keepsTwins: Bool

    private var report = ImportReport()
    private var attachments: FolderAttachments
    private var earliest: Timestamp?
    /// How many links of a note were updated.
    private var fixedLinks: [String: Int] = [:]
    /// Why JSON files contain no notes.
    private var refusals: [DiskPath: String] = [:]

    /// Makes an import of a folder.
    ///
    /// A note without a uuid gets one derived from the notebook and the path of the note, so that it is recognized
    /// whenever the folder is imported again.
    ///
    /// - Parameters:
    ///   - record: What an export left in the folder.
    ///   - notebook: The notebook that receives the notes.
    ///   - takesExtras: Whether to import files that no note links to, as extras.
    ///   - keepsTwins: Whether notes with the same uuid keep it.
    init(
        _ source: SourceFolder, _ record: VaultRecord? = nil, for notebook: UniqueIdentifier,
        takesExtras: Bool = false, keepsTwins: Bool = false, environment: NotebookEnvironment,
        progress: any WorkProgress
    ) throws {
        self.notebook = notebook
        self.keepsTwins = keepsTwins
        self.source = source
        knownExtras = record?.extras ?? []
        knownLinks = record?.links ?? [:]
        knownDates = record?.dates ?? UnwrittenDates()
        names = try SourceNames(
            source.notes, cards: try source.notes(withUUIDs: record?.cards ?? []), known: record?.names ?? [:],
            ofExport: source.isExport)
        links = SourceLinks(source.notes + source.others)
        attachments = FolderAttachments(source.files, names: record?.names ?? [:], progress)
        self.takesExtras = takesExtras
        self.environment = environment
        self.progress = progress
    }

    /// The result.
    struct Result {
        let report: ImportReport
        /// The creation date of the oldest item.
        let created: Timestamp?
        /// The uuids that were only derived from names of notes in JSON.
        let guessed: Set<UniqueIdentifier>
    }

    /// Writes everything into a bundle.
    ///
    /// - Throws: `NotebookError.noNotes` if the folder contains no notes.
    consuming func run(into bundle: inout NewBundle) throws -> Result {
        try bringNotes(&bundle)
        try followNames(in: &bundle)
        try restoreLinks(in: &bundle)
        let (created, guessed) = try bringOthers(&bundle)
        try attachments.recordPlaces(in: &bundle)
        report.attachments += attachments.count
        return Result(report: report, created: created, guessed: guessed)
    }

    /// Imports notes in JSON and extras, and completes the report.
    private mutating func bringOthers(_ bundle: inout NewBundle) throws -> (Timestamp?, Set<UniqueIdentifier>) {
        var json = JSONImport(beside: Array(names.paths.values))
        let others = source.isWhole ? source.others : []
        for other in others where attachments.paths[other.path] == nil && attachments.refused[other.text] == nil {
            let holdsNotes = try bringJSON(other, &json, &bundle)
            if !holdsNotes { try bringExtra(other, &bundle) }
        }
        if !keepsTwins { try separateTwins(json.origins, &bundle) }
        report.add(json.report)
        if source.notes.isEmpty, report.items == 0 {
            for other in others { if let refusal = try source.refusal(of: other) { throw refusal } }
            throw NotebookError.noNotes(source.shown)
        }
        report.leftOut += source.excluded.map { .init(path: $0.path, text: $0.reason, isDamage: $0.isDamage) }
        report.leftOut += attachments.refused.map { .init(path: $0, text: $1, isDamage: true) }
        report.leftOut.sort { $0.path < $1.path }
        report.changed += fixedLinks.map { path, count in
            .init(path: path, text: "\(count) link\(count == 1 ? "" : "s") updated")
        }
        report.changed.sort { ($0.path, $0.text) < ($1.path, $1.text) }
        report.lost.sort { ($0.path, $0.text) < ($1.path, $1.text) }
        return ([earliest, json.earliest].compactMap(\.self).min(), json.guessed)
    }

    /// Gives new uuids to notes that have the uuid of another note.
    private mutating func separateTwins(
        _ origins: [BundlePath: JSONImport.Origin], _ bundle: inout NewBundle
    ) throws {
        let sources = Dictionary(names.paths.map { ($0.value, $0.key) }) { first, _ in first }
        let text = "got a new uuid: another note has the same"
        for path in try bundle.separateTwins() {
            if let origin = origins[path] {
                report.lost.append(origin.row(text))
            } else if let source = sources[path] {
                report.changed.append(.init(path: source.text, text: text))
            }
        }
    }

    /// Imports the notes of a JSON file; false if it contains none.
    private mutating func bringJSON(
        _ file: SourceFolder.File, _ json: inout JSONImport, _ bundle: inout NewBundle
    ) throws -> Bool {
        guard file.name.lowercased().hasSuffix(".json"), file.status.size <= JSONImport.maximumBytes else {
            return false
        }
        let bytes: [UInt8]
        do throws(SystemError) {
            bytes = try source.files.content(of: file.path, limit: JSONImport.maximumBytes)
        } catch {
            guard error.meansRefused else { throw error }
            refusals[file.path] = error.reasonToSkip
            return false
        }
        try progress.step(bytes.count, file.text)
        let notes: JSONNotes
        do throws(ImportFailure) {
            notes = try JSONNotes(bytes, shown: file.text)
        } catch {
            refusals[file.path] = error.reason
            return false
        }
        try json.bring(notes, from: file.text, below: file.directory, into: &bundle)
        return true
    }

    /// Imports the notes; other cores read the next notes while this one writes.
    private mutating func bringNotes(_ bundle: inout NewBundle) throws {
        let preparation = NotePreparation(
            files: source.files, names: names, links: links, dates: knownDates,
            origin: "notebundle-import\0folder:\(notebook)\0\(source.name)\0")
        var read: [NotePreparation.Note] = []
        var line = JobQueue<[NotePreparation.Note]> { read += $0 }
        for batch in batches {
            try line.add { try batch.map { try preparation.read($0.file, to: $0.path) } }
            for note in read { try bring(note, preparation, &bundle) }
            read = []
        }
        try line.finish()
        for note in read { try bring(note, preparation, &bundle) }
    }

    /// About how many bytes a job reads.
    private static let bytesAtOnce = 1 << 16

    /// The notes and their new paths, in batches for one job each.
    private var batches: [[(file: SourceFolder.File, path: BundlePath)]] {
        var batches: [[(file: SourceFolder.File, path: BundlePath)]] = []
        var size = Self.bytesAtOnce
        for note in source.notes {
            guard let path = names.paths[note.path] else { continue }
            if size >= Self.bytesAtOnce {
                batches.append([])
                size = 0
            }
            batches[batches.count - 1].append((note, path))
            size += note.status.size
        }
        return batches
    }

    private mutating func bring(
        _ note: NotePreparation.Note, _ preparation: NotePreparation, _ bundle: inout NewBundle
    ) throws {
        let (file, path) = (note.file, note.path)
        try progress.step(note.size, file.text)
        let content: NotePreparation.Content
        switch note.content {
        case .success(let read): content = read
        case .failure(let refusal):
            report.leftOut.append(.init(path: file.text, text: refusal.reason, isDamage: true))
            return
        }
        // Imports attachments first, so that nothing can fail after the text is changed.
        for target in content.attachments { try attachments.copy(target, &bundle) }
        for target in content.namedAttachments {
            try attachments.copy(target, &bundle)
            report.changed.append(
                .init(path: file.text, text: "front matter names \(target.name), and was left unchanged"))
        }
        let written =
            try content.written
            ?? preparation.written(
                content.item, content.links, content.metadata, file, to: path, attachments.paths)
        if written.fixedLinks > 0 { fixedLinks[file.text, default: 0] += written.fixedLinks }
        var changes = content.changes
        for value in content.item.unacceptable {
            let line = TextPosition(of: value.offset, in: content.item.bytes).line
            let change = "line \(line): “\(value.key.rawValue)” \(value.key.row.kind.complaint), and was left unchanged"
            // One line can contain several values of a list.
            if !changes.contains(change) { changes.append(change) }
        }
        if names.isMoved(file) {
            changes.append("renamed to \(path)")
        } else if String(validating: file.path.bytes, as: UTF8.self) == nil {
            changes.append("renamed to \(path): the name is not UTF-8")
        }
        try bundle.write(written.bytes, at: path, item: written.fact)
        if let created = content.metadata.created { earliest = min(earliest ?? created, created) }
        report.items += 1
        if FileType(of: path) == .card { report.cards += 1 }
        report.changed += changes.map { .init(path: file.text, text: $0) }
    }

    /// Updates wiki links to renamed notes, now that all titles are known.
    private mutating func followNames(in bundle: inout NewBundle) throws {
        guard
            source.notes.contains(where: { note in
                names.isMoved(note)
            })
        else { return }
        let manifest = Manifest(of: try bundle.written, notebookCreated: environment.now())
        let resolver = LinkResolver(manifest)
        for note in source.notes {
            guard let path = names.paths[note.path], manifest[path] != nil else { continue }
            let item = try Draft.item(try bundle.read(path, limit: ItemFile.maximumBytes), path)
            let text = ItemText(item)
            let found = text.links()
            var spellings: [Int: [String]] = [:]
            for (index, link) in found.enumerated() where link.holdsDestination {
                guard case .wikiLink(let wiki) = link.kind, let file = links.file(wiki: wiki.target, in: note),
                    let target = names.paths[file.path], let entry = manifest[target]
                else { continue }
                switch resolver.resolve(wiki: wiki.target, from: path) {
                case .file(target), .ambiguous: continue
                default: break
                }
                spellings[index] = WikiSpellings(wiki.target, ledTo: target).all(
                    to: target, title: entry.shownTitle, from: path
                ).filter { resolver.resolve(wiki: $0, from: path) == .file(target) }
            }
            let edits = text.edits(of: found, to: spellings)
            for index in edits.refused {
                report.lost.append(
                    .init(path: note.text, text: "[[\(found[index].destination.text)]] now leads nowhere"))
            }
            guard !edits.edits.isEmpty else { continue }
            try bundle.replace(try item.replacing(edits.edits).bytes, at: path)
            fixedLinks[note.text, default: 0] += edits.edits.count
        }
    }

    /// Restores wiki links to what they were before the export, if they lead to the same target.
    private mutating func restoreLinks(in bundle: inout NewBundle) throws {
        guard !knownLinks.isEmpty else { return }
        let manifest = Manifest(of: try bundle.written, notebookCreated: environment.now())
        let resolver = LinkResolver(manifest)
        for note in source.notes {
            guard let path = names.paths[note.path], manifest[path] != nil,
                let old = try? ItemFile(source.files.content(of: note.path, limit: ItemFile.maximumBytes))
            else { continue }
            let item = try Draft.item(try bundle.read(path, limit: ItemFile.maximumBytes), path)
            let (links, oldLinks) = (ItemText(item).links(), ItemText(old).links())
            // The import changes destinations, but neither adds nor removes links.
            guard links.count == oldLinks.count else { continue }
            var edits: [(range: Range<Int>, text: [UInt8])] = []
            for (link, oldLink) in zip(links, oldLinks) {
                guard let range = link.wikiRange(from: item.bodyStart),
                    let oldRange = oldLink.wikiRange(from: old.bodyStart), case .wikiLink(let wiki) = link.kind,
                    let before = knownLinks[String(decoding: old.bytes[oldRange], as: UTF8.self)]
                else { continue }
                let target = before.prefix { $0 != "#" && $0 != "|" && $0 != "\\" }
                guard case .file(let goal) = resolver.resolve(wiki: String(target), from: path),
                    case .file(goal) = resolver.resolve(wiki: wiki.target, from: path)
                else { continue }
                edits.append((range, Array(before.utf8)))
            }
            guard !edits.isEmpty else { continue }
            try bundle.replace(try item.replacing(edits).bytes, at: path)
        }
    }

    private mutating func bringExtra(_ file: SourceFolder.File, _ bundle: inout NewBundle) throws {
        guard takesExtras || knownExtras.contains(file.text) else {
            let reason = try refusals[file.path] ?? source.refusal(of: file)?.reason ?? "no note links to it"
            report.leftOut.append(.init(path: file.text, text: reason))
            return
        }
        let path: BundlePath
        do throws(PathProblem) {
            path = try BundlePath(checking: "\(BundlePath.importedExtras.text)/\(file.text)")
        } catch {
            report.leftOut.append(.init(path: file.text, text: "its path is not portable: it \(error.phrase)"))
            return
        }
        let files = source.files
        _ = try bundle.write(at: path) { write in try files.stream(file.path, write) }
        report.extras += 1
    }
}
