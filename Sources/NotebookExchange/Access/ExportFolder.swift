import NotebookFiles
import NotebookFormat
import NotebookLinks
import NotebookPacking
import NotebookText

/// A folder with several exports of other systems, each in a file, perhaps beside notes or within another export.
struct ExportFolder {
    /// The exports, in the order of their paths.
    private(set) var sources: [(place: ImportLocation, source: any ForeignSource)] = []
    /// The notes that belong to no export, by their paths.
    private(set) var notes: Set<String> = []

    private let place: ImportLocation
    private let files: ForeignFiles
    private let request: ImportRequest
    private let owner: (any ForeignSource)?
    /// The files of the exports.
    private var taken: Set<String> = []

    /// The formats whose files are exports by a rule.
    private static func formats(_ rule: LooseFiles.Rule) -> [any ForeignFormat] {
        ImportFormats.foreign.filter { $0.looseFiles.rule == rule }
    }

    /// Looks for exports in a folder, at any depth, and remembers them in the place; `nil` if it is no folder.
    ///
    /// - Parameter owner: The export that the folder is, to which its own files are left.
    init?(_ place: ImportLocation, _ request: ImportRequest, within owner: (any ForeignSource)? = nil) throws {
        guard place.isDirectory, let files = try place.files(request) else { return nil }
        // Nobody is asked for the password of an archive that may be an attachment.
        var quiet = ImportRequest(environment: request.environment, progress: request.progress)
        (quiet.format, quiet.tagsColumn) = (request.format, request.tagsColumn)
        (self.place, self.files, self.request, self.owner) = (place, files, quiet, owner)
        try takeFolders()
        let others = try takeAlways()
        try leaveNamed()
        try takeUnlessNamed(others)
        try takePages()
        if sources.isEmpty { return }
        place.cache.exports = taken
        guard notes.isEmpty, owner == nil, case let rest = try rest(), !rest.isEmpty else { return }
        sources.append((place, FolderRest(paths: rest, shown: place.shown)))
    }

    /// Takes folders that a file in them marks as an export, beside the owner.
    private mutating func takeFolders() throws {
        let paths = files.files.map(\.path).filter { owner?.owns($0) != true }
        for format in wanted(ImportFormats.foreign) {
            guard let mark = format.looseFiles.folderMark.map({ "/" + $0 }) else { continue }
            for folder in paths.compactMap({ $0.without(ending: mark).map(String.init) }).sorted()
            where !taken.contains((folder + mark).composed) {
                guard let source = try open(folder, [format]) else { continue }
                sources.append((location(folder), source))
                taken.formUnion(paths.map(\.composed).filter { $0.hasPrefix(folder.composed + "/") })
            }
        }
    }

    /// Takes the files that are exports wherever they are, and the notes.
    ///
    /// - Returns: Other files that may be exports, with their first bytes; of a pack, its path.
    private mutating func takeAlways() throws -> [(path: String, start: [UInt8])] {
        let formats = wanted(Self.formats(.always))
        var others: [(path: String, start: [UInt8])] = []
        var packs: Set<String> = []
        if let owner { packs.formUnion(files.files.map(\.path).filter(owner.owns).compactMap(Self.pack)) }
        for file in files.files where owner?.owns(file.path) != true && !taken.contains(file.path.composed) {
            if let pack = Self.pack(around: file.path) {
                if packs.insert(pack).inserted { others.append((pack, [])) }
                continue
            }
            let isMarkdown = [".md", ".markdown"].contains { file.name.lowercased().hasSuffix($0) }
            let start = isMarkdown ? [] : try files.start(file.path)
            let isExport = Self.mayBegin(start) && FileKind.following(location(file.path).path) == .file
            if isExport, let source = try open(file.path, formats) {
                take(source, file.path)
            } else if isMarkdown || file.name.lowercased().hasSuffix(".txt") {
                if !file.name.hasPrefix(".") { notes.insert(file.path) }
            } else if isExport || CSVFormat.isTable(file.path) {
                others.append((file.path, start))
            }
        }
        return others
    }

    /// Takes those of some files that are exports and that no text names.
    private mutating func takeUnlessNamed(_ candidates: [(path: String, start: [UInt8])]) throws {
        let isAlone = notes.isEmpty && owner == nil
        var found: [(path: String, source: any ForeignSource)] = []
        for (path, start) in candidates {
            // Tables that begin with plain text were not asked before.
            var formats = Self.formats(.always).filter { $0.looseFiles.mayHave(path) } + Self.formats(.unlessNamed)
            if isAlone, ForeignFiles.isArchive(start) { formats += Self.formats(.unlessBesideNotes) }
            // Beside notes, tables of anything else are attachments.
            if !isAlone, !CSVFormat.namesNotes(start, in: path) { formats.removeAll { $0 is CSVFormat } }
            if let source = try open(path, wanted(formats)) { found.append((path, source)) }
        }
        guard !found.isEmpty else { return }
        let media = try takenMedia(candidates.map(\.path), by: found)
        let exports = Set(found.map(\.path))
        let texts = files.files.map(\.path).filter { path in
            Self.isText(path) && !taken.contains(path.composed) && !exports.contains(path)
                && Self.pack(around: path) == nil
        }
        let named = try FileMentions(of: found.map(\.path)).read(texts, in: files)
        for (path, source) in found where !named.contains(path) { take(source, path) }
        taken.formUnion(media)
    }

    /// The archives among some files that are no exports themselves, but have the media of one.
    private func takenMedia(
        _ candidates: [String], by exports: [(path: String, source: any ForeignSource)]
    ) throws -> [String] {
        let known = Set(exports.map(\.path))
        return try candidates.filter { path in
            guard !known.contains(path), path.lowercased().hasSuffix(".zip"),
                let media = try LooseMedia(location(path), request)
            else { return false }
            return exports.contains { $0.source.takes(media) }
        }.map(\.composed)
    }

    /// Takes the pages of the web beside notes or an export to which no note links and which no page of the export names;
    /// others are attachments.
    private mutating func takePages() throws {
        guard owner != nil || !notes.isEmpty, !wanted([WebPagesFormat()]).isEmpty else { return }
        let pages = files.files.filter { file in
            WebPagesFormat.isPage(file.name) && !file.name.hasPrefix(".") && !taken.contains(file.path.composed)
                && Self.pack(around: file.path) == nil && owner?.owns(file.path) != true
        }.map(\.path)
        guard !pages.isEmpty else { return }
        let owned = files.files.map(\.path).filter { owner?.owns($0) == true && Self.isText($0) }
        let named = try FileMentions(of: pages).read(owned, in: files).map(\.composed)
        let linked = try linkedFiles().union(named)
        let rest = Set(pages.map(\.composed)).subtracting(linked)
        // The files of an export are those that nobody else takes.
        guard !rest.isEmpty, let files = try owner == nil ? files : ForeignFiles(place, request) else { return }
        let source = WebPagesSource(files, only: rest, shown: place.shown)
        sources.append((place, source))
        // What only a page shows belongs to the pages.
        taken.formUnion(rest.union(try source.shownFiles().subtracting(linked)))
    }

    /// Leaves notes to the export around them whose pages name them: they may be its attachments.
    private mutating func leaveNamed() throws {
        guard let owner, !notes.isEmpty else { return }
        let pages = files.files.map(\.path).filter { owner.owns($0) && Self.isText($0) }
        notes.subtract(try FileMentions(of: notes.sorted()).read(pages, in: files))
    }

    /// Whether a file may be a text that names others, by its ending.
    private static func isText(_ path: String) -> Bool {
        [".md", ".markdown", ".txt", ".org", ".html", ".htm", ".xhtml", ".note", ".json"].contains {
            path.lowercased().hasSuffix($0)
        }
    }

    private func wanted(_ formats: [any ForeignFormat]) -> [any ForeignFormat] {
        formats.filter { request.format == nil || request.format == $0.name }
    }

    private mutating func take(_ source: any ForeignSource, _ path: String) {
        sources.append((location(path), source))
        taken.insert(path.composed)
        // What a pack holds, and the folder beside a table or an outline that an export made.
        let isPack = Self.pack(around: path) != nil
        guard isPack || CSVFormat.isTable(path) || path.lowercased().hasSuffix(".opml") else { return }
        let folder = isPack ? path : path.split(separator: ".").dropLast().joined(separator: ".") + "_files"
        taken.formUnion(files.files.map(\.path.composed).filter { $0.hasPrefix(folder.composed + "/") })
    }

    private func location(_ path: String) -> ImportLocation {
        ImportLocation(ExternalPath.below(place.path, path), shown: ExternalPath.below(place.shown, path))
    }

    /// The folder or archive of TextBundles that a file is in, or that it is.
    private static func pack(around path: String) -> String? {
        let components = path.split(separator: "/")
        let index = components.firstIndex { component in
            [".textpack", ".textbundle", ".bear2bk"].contains { component.lowercased().hasSuffix($0) }
        }
        return index.map { components[...$0].joined(separator: "/") }
    }

    /// Opens a file with the first format that knows it.
    private func open(_ path: String, _ formats: [any ForeignFormat]) throws -> (any ForeignSource)? {
        let place = location(path)
        for format in formats {
            do {
                if let source = try format.source(place, request) { return source }
            } catch let failure as ImportFailure {
                return UnreadableSource(failure: failure)
            } catch is ArchiveFailure {
                // An archive that cannot be opened may be anything.
                return nil
            }
        }
        return nil
    }

    /// Whether a file with these first bytes may be an export: XML, JSON, an archive, or a list of Anki.
    private static func mayBegin(_ start: [UInt8]) -> Bool {
        let text = start.starts(with: [0xEF, 0xBB, 0xBF]) ? start.dropFirst(3) : start[...]
        return text.first.map { "<{[".utf8.contains($0) } == true || text.starts(with: "#separator:".utf8)
            || text.starts(with: [0xFF, 0xFE]) || text.starts(with: [0xFE, 0xFF]) || ForeignFiles.isArchive(start)
    }

    // MARK: What is left

    /// The files of the folder that belong to no export and that no text of one names, which are reported.
    private func rest() throws -> [String] {
        let media = Substring(AnkiTextExport.mediaFolder)
        let others = files.files.map(\.path).filter { path in
            !taken.contains(path.composed) && !path.split(separator: "/").contains(media)
        }
        let texts = taken.filter { path in
            CSVFormat.isTable(path) || [".txt", ".json", ".opml"].contains { path.lowercased().hasSuffix($0) }
        }
        let named = try FileMentions(of: others).read(texts.sorted(), in: files)
        return others.filter { !named.contains($0) }
    }

    /// Leaves the exports to themselves, and the notes with what they name to another import.
    func setAside() throws {
        var pages = files.files.map(\.path).filter { owner?.owns($0) == true && Self.isText($0) }
        let web = owner as? WebPagesSource
        let linked = try linkedFiles()
        let others = Set(files.files.map(\.path)).subtracting(pages).subtracting(notes)
        var named = others.filter { linked.contains($0.composed) }
        if let web {
            let linkedPages = Set(pages.filter { linked.contains($0.composed) })
            web.leave(linkedPages)
            named.formUnion(linkedPages)
        }
        pages.removeAll { named.contains($0) }
        // What a page names, too, is also an attachment of the page.
        let shared = try FileMentions(of: named.sorted()).read(pages, in: files)
        files.remove(taken.union(notes.map(\.composed)).union(named.subtracting(shared).map(\.composed)))
    }

    /// The files that the import of the notes attaches: those that they link to, show or have as a property.
    ///
    /// A text that only names a file does not count.
    private func linkedFiles() throws -> Set<String> {
        guard !notes.isEmpty else { return [] }
        let folder = try SourceFolder(place.path, shown: place.shown)
        let links = SourceLinks(folder.notes + folder.others)
        let wanted = Set(notes.map(\.composed))
        var linked: Set<String> = []
        for note in folder.notes where wanted.contains(note.text) {
            let bytes = try files.content(note.path.text, limit: ItemFile.maximumBytes) ?? []
            guard let item = try? NoteConversion(file: note, born: nil).read(bytes).item else { continue }
            linked.formUnion(links.files(ItemText(item).links(), in: note).map(\.text))
            linked.formUnion(item.frontMatterTargets(note, links).map(\.text))
        }
        return linked
    }
}

/// The files of a folder of exports that belong to none.
private struct FolderRest: ForeignSource {
    let paths: [String]
    let shown: String

    func read(into notes: ForeignImport, _ bundle: inout NewBundle) {
        for path in paths { notes.lose(.partSkipped, "it is no part of an export", place: path) }
    }
}

/// Which files of a folder are named in texts.
private struct FileMentions {
    private let paths: [String]
    private let search: WordSearch

    /// The largest text that is searched, in bytes.
    private static let maximumBytes = 16 << 20

    init(of paths: [String]) {
        self.paths = paths
        search = WordSearch(
            paths.map { path in Array((path.split(separator: "/").last ?? "").composed.lowercased().utf8) })
    }

    /// The files that some texts of a folder name, as they are or with percent signs.
    func read(_ texts: [String], in files: ForeignFiles) throws -> Set<String> {
        var found: Set<Int> = []
        guard !paths.isEmpty else { return [] }
        for path in texts {
            guard let bytes = try files.content(path, limit: Self.maximumBytes) else { continue }
            for bytes in bytes.contains(UInt8(ascii: "%")) ? [bytes, PercentEncoding.decodedBytes(bytes)] : [bytes] {
                let text = String(decoding: bytes, as: UTF8.self).composed.lowercased()
                found.formUnion(search.longestWords(in: Array(text.utf8)))
            }
        }
        return Set(found.map { paths[$0] })
    }
}
