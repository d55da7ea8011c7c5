import NotebookFiles
import NotebookText

/// The formats for importing items; to add one, add a folder of code and a line here.
package enum ImportFormats {
    /// All formats, in the order in which they are tried.
    package static let all: [any ItemImporter] =
        [NotebookDirectories(), MarkdownFormat()] + foreign + [NotesFormat(), JSONFormat(), NotebookArchives()]

    /// The formats of other systems.
    package static let foreign: [any ForeignFormat] = [
        EnexFormat(), KeepFormat(), JoplinFormat(), AnkiFormat(), AnkiTextFormat(), TextBundleFormat(), NotionFormat(),
        LogseqFormat(), RoamFormat(), ZimFormat(), StandardNotesFormat(), SimplenoteFormat(), DayOneFormat(),
        TomboyFormat(), OPMLFormat(), CSVFormat(), HashcardsFormat(), EPUBFormat(), WebPagesFormat(),
    ]

    /// The formats of our own, and of plain files.
    private static let ours: [any ItemImporter] = all.filter { !($0 is any ForeignFormat) }

    /// The names of the formats.
    package static var names: [String] { all.map(\.name) }

    /// All sources, as phrases for a list.
    package static var sources: [String] { ours.map(\.sources) + [Bag.sources] + foreign.map(\.sources) }

    private static func formats(_ request: ImportRequest) -> [any ItemImporter] {
        all.filter { request.format == nil || $0.name == request.format }
    }

    private static func unknown(_ place: ImportLocation, _ request: ImportRequest) -> ImportFailure {
        ImportFailure(
            path: place.shown,
            reason: request.format.map { "it is not of the format \($0)" } ?? "unknown kind of source")
    }

    /// A source, opened.
    package typealias Opened = (place: ImportLocation, source: any OpenSource)

    /// Sources that are being opened, by the order in which they are read.
    private struct Opening {
        /// Notebooks and notes.
        var sources: [Opened] = []
        /// Those of other systems.
        var others: [(place: ImportLocation, source: any ForeignSource)] = []
        /// Notes beside these.
        var beside: [Opened] = []
    }

    /// Opens sources, each once: first notebooks and notes, then those of other systems, whose links lead to each other,
    /// and then notes beside these.
    ///
    /// One of several that cannot be opened is reported when it is read.
    ///
    /// - Throws: `ImportFailure`, or an error if one cannot be read.
    package static func open(_ places: [ImportLocation], _ request: ImportRequest) throws -> [Opened] {
        var opening = Opening()
        var read: Set<String> = []
        // The same export twice would be two notes for each.
        let places = places.filter { read.insert(ExternalPath.real($0.path)).inserted }
        let found = try places.map { try look(at: $0, among: places.count, request) }
        for one in found {
            do {
                try open(one, among: found, &opening, request)
            } catch let failure as ImportFailure where places.count > 1 {
                opening.others.append((one.place, UnreadableSource(failure: failure)))
            }
        }
        let (sources, others, beside) = (opening.sources, opening.others, opening.beside)
        guard let first = others.first?.place else { return sources + beside }
        let isAlone = sources.isEmpty && beside.isEmpty
        return sources + [(first, ForeignSources(others.map(\.source), isAlone: isAlone))] + beside
    }

    /// A source, as far as it is known alone.
    private struct Found {
        let place: ImportLocation
        /// The notebook, or the export of one, that it is.
        var whole: (any OpenSource)?
        var foreign: (any ForeignSource)?
    }

    private static func look(
        at place: ImportLocation, among count: Int, _ request: ImportRequest
    ) throws -> Found {
        do {
            let place = try Bag.payload(of: place, request)
            // A notebook, or an export of one, is never anything else.
            let whole = try whole(place, request)
            if place.isEmptyBag { return Found(place: place, whole: whole, foreign: try LooseMedia(place, request)) }
            return Found(
                place: place, whole: whole, foreign: try whole == nil ? foreign(place, among: count, request) : nil)
        } catch let failure as ImportFailure where count > 1 {
            return Found(place: place, foreign: UnreadableSource(failure: failure))
        }
    }

    private static func open(
        _ one: Found, among found: [Found], _ opening: inout Opening, _ request: ImportRequest
    ) throws {
        let place = one.place
        if let opened = one.whole {
            opening.sources.append((place, opened))
            if place.cache.notes?.isEmpty == false, let notes = try NotesFormat().open(place, request) {
                opening.beside.append((place, notes))
            }
            return
        }
        if let opened = one.foreign {
            let isWhole = request.format != nil || opened is UnreadableSource
            if !isWhole, try openUnpacked(place, besides: opened, among: found, &opening, request) { return }
            opening.others.append((place, opened))
            guard request.format == nil, let folder = try ExportFolder(place, request, within: opened) else { return }
            opening.others += folder.sources
            try folder.setAside()
            guard !folder.notes.isEmpty else { return }
            place.cache.notes = Set(folder.notes.map(\.composed))
            if let notes = try NotesFormat().open(place, request) { opening.beside.append((place, notes)) }
            return
        }
        if found.count > 1, let media = try LooseMedia(place, request),
            found.contains(where: { $0.foreign?.takes(media) == true })
        {
            return
        }
        if let exports = try ExportFolder(place, request) {
            opening.others += exports.sources
            if !exports.sources.isEmpty, exports.notes.isEmpty { return }
        }
        do {
            guard let opened = try open(place, request) else { throw unknown(place, request) }
            opening.sources.append((place, opened))
        } catch let failure as ImportFailure where failure.isArchive {
            guard try openUnpacked(place, besides: nil, among: found, &opening, request) else { throw failure }
        }
    }

    /// Opens an archive as the folder that it is unpacked to; false if nothing would be imported from there.
    private static func openUnpacked(
        _ place: ImportLocation, besides source: (any ForeignSource)?, among found: [Found], _ opening: inout Opening,
        _ request: ImportRequest
    ) throws -> Bool {
        let unpacked = try readable { try UnpackedArchive(place, besides: source, request) }
        guard let archive = unpacked else { return false }
        try open(try look(at: archive.place, among: found.count, request), among: found, &opening, request)
        if let rest = archive.rest { opening.others.append((archive.place, rest)) }
        return true
    }

    /// Opens a notebook, or an export of one; `nil` for anything else.
    ///
    /// - Throws: `ImportFailure` if another format is asked for, or an error if it cannot be read.
    private static func whole(_ place: ImportLocation, _ request: ImportRequest) throws -> (any OpenSource)? {
        for format in [NotebookDirectories() as any ItemImporter, MarkdownFormat()] {
            guard let opened = try format.open(place, request) else { continue }
            guard request.format == nil || request.format == format.name else { throw unknown(place, request) }
            return opened
        }
        return nil
    }

    /// Opens a source of another system; one of several that cannot be opened is reported when it is read.
    private static func foreign(
        _ place: ImportLocation, among count: Int, _ request: ImportRequest
    ) throws -> (any ForeignSource)? {
        do {
            return try readable { try foreign(place, request) }
        } catch let failure as ImportFailure where count > 1 {
            return UnreadableSource(failure: failure)
        }
    }

    /// Calls a function that opens a source; a damaged archive is a source that cannot be imported.
    private static func readable<Source>(_ open: () throws -> Source) throws -> Source {
        do {
            return try open()
        } catch let damaged as ArchiveFailure where damaged.isFinding && damaged.mayBeCutOff {
            throw ImportFailure(damaged)
        }
    }

    /// Opens a source of a format of our own, or of plain files; formats after the first that knows it are not asked.
    private static func open(_ place: ImportLocation, _ request: ImportRequest) throws -> (any OpenSource)? {
        for format in formats(request) {
            if let opened = try format.open(place, request) { return opened }
        }
        return nil
    }

    /// Opens a source of another system; `nil` if it is none.
    ///
    /// - Throws: `ImportFailure`, or an error if it cannot be read.
    private static func foreign(_ place: ImportLocation, _ request: ImportRequest) throws -> (any ForeignSource)? {
        if let refusal = try UnreadableKind(place)?.refusal(of: place) { throw refusal }
        for format in foreign where request.format == nil || request.format == format.name {
            if let source = try format.source(place, request) { return source }
        }
        if let refusal = CSVFormat.unread(place)?.refusal(of: place) { throw refusal }
        return nil
    }
}
