import NotebookFiles
package import NotebookText

/// The formats for importing items; to add one, add a folder of code and a line here.
package enum ImportFormats {
    /// All formats, in the order in which they are tried.
    package static let all: [any ItemImporter] =
        [NotebookDirectories(), MarkdownFormat()] + foreign + [NotesFormat(), JSONFormat(), NotebookArchives()]

    /// The formats of other systems.
    package static let foreign: [any ForeignFormat] = [
        EnexFormat(), KeepFormat(), JoplinFormat(), AnkiFormat(), AnkiTextFormat(), TextBundleFormat(), NotionFormat(),
        LogseqFormat(), RoamFormat(), ZimFormat(), StandardNotesFormat(), SimplenoteFormat(), DayOneFormat(),
        TomboyFormat(), OPMLFormat(), CSVFormat(),
        WebPagesFormat(),
    ]

    /// The formats of our own, and of plain files.
    private static let ours: [any ItemImporter] = all.filter { !($0 is any ForeignFormat) }

    /// The names of the formats.
    package static var names: [String] { all.map(\.name) }

    /// The sources of other systems, as phrases for a list.
    package static var systems: [String] { foreign.map(\.sources) }

    /// All sources, as phrases for a list.
    package static var sources: [String] { ours.map(\.sources) + [Bag.sources] + systems }

    private static func formats(_ request: ImportRequest) -> [any ItemImporter] {
        all.filter { request.format == nil || $0.name == request.format }
    }

    private static func unknown(_ place: ImportLocation, _ request: ImportRequest) -> ImportFailure {
        ImportFailure(
            path: place.shown,
            reason: request.format.map { "it is not of the format \($0)" } ?? "unknown kind of source")
    }

    /// Opens sources for importing into a notebook; links between sources of other systems lead to each other.
    ///
    /// - Throws: `ImportFailure`, or an error if one cannot be read.
    package static func open(
        _ places: [ImportLocation], for notebook: UniqueIdentifier, _ request: ImportRequest
    ) throws -> [ImportSource] {
        var sources: [ImportSource] = []
        var others: [(place: ImportLocation, source: any ForeignSource)] = []
        var read: Set<String> = []
        for place in try places.map({ try Bag.payload(of: $0, request) }) {
            if let opened = try foreign(place, among: places.count, request) {
                // The same export twice would be two notes for each.
                guard read.insert(ExternalPath.real(place.path)).inserted else { continue }
                others.append((place, opened))
                guard request.format == nil, let beside = try ExportFolder(place, request, within: opened) else {
                    continue
                }
                others += beside.sources
                try beside.setAside()
                guard !beside.notes.isEmpty else { continue }
                place.cache.notes = Set(beside.notes.map(\.composed))
                if let notes = try NotesFormat().open(place, request) {
                    sources.append(try notes.source(place, for: notebook, request))
                }
                continue
            }
            if let exports = try ExportFolder(place, request) {
                others += exports.sources
                if !exports.sources.isEmpty, exports.notes.isEmpty { continue }
            }
            guard let opened = try open(place, request) else { throw unknown(place, request) }
            sources.append(try opened.source(place, for: notebook, request))
        }
        guard let first = others.first?.place else { return sources }
        return sources + [try ForeignSources(others.map(\.source)).source(first, for: notebook, request)]
    }

    /// Opens a source of another system; one of several that cannot be opened is reported when it is read.
    private static func foreign(
        _ place: ImportLocation, among count: Int, _ request: ImportRequest
    ) throws -> (any ForeignSource)? {
        do {
            return try foreign(place, request)
        } catch let failure as ImportFailure where count > 1 {
            return UnreadableSource(failure: failure)
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
    package static func foreign(_ place: ImportLocation, _ request: ImportRequest) throws -> (any ForeignSource)? {
        // A notebook, or an export of one, is never anything else.
        let isOurs = try [NotebookDirectories() as any ItemImporter, MarkdownFormat()].contains {
            try $0.open(place, request) != nil
        }
        guard !isOurs else { return nil }
        if let refusal = try UnreadableKind(place)?.refusal(of: place) { throw refusal }
        for format in foreign where request.format == nil || request.format == format.name {
            if let source = try format.source(place, request) { return source }
        }
        if let refusal = CSVFormat.unread(place)?.refusal(of: place) { throw refusal }
        return nil
    }

    /// What a new notebook is made from.
    package struct Contents {
        package let source: any OpenSource
        /// What is imported into it then: exports beside notes, or notes beside an export.
        var rest: ((UniqueIdentifier, ImportRequest) throws -> [ImportSource])?
    }

    /// Opens what a new notebook is made from: one folder of notes, or exports of other systems.
    ///
    /// - Throws: `ImportFailure`, or an error if one cannot be read.
    package static func open(new places: [ImportLocation], _ request: ImportRequest) throws -> Contents {
        var read: Set<String> = []
        let places = try places.filter { read.insert(ExternalPath.real($0.path)).inserted }.map { place in
            try Bag.payload(of: place, request)
        }
        var notes: [ImportLocation] = []
        var rest: ((UniqueIdentifier, ImportRequest) throws -> [ImportSource])?
        let opened = try places.map { place -> [any ForeignSource] in
            if let source = try foreign(place, among: places.count, request) {
                guard request.format == nil, let beside = try ExportFolder(place, request, within: source) else {
                    return [source]
                }
                try beside.setAside()
                if !beside.notes.isEmpty {
                    place.cache.notes = Set(beside.notes.map(\.composed))
                    notes.append(place)
                }
                return [source] + beside.sources.map(\.source)
            }
            guard let exports = try ExportFolder(place, request) else { return [] }
            guard !exports.notes.isEmpty, !exports.sources.isEmpty else { return exports.sources.map(\.source) }
            // Notes beside exports make a folder of notes.
            let sources = exports.sources.map(\.source)
            rest = { [try ForeignSources(sources).source(place, for: $0, $1)] }
            return []
        }
        if !notes.isEmpty {
            rest = { uuid, request in
                try notes.compactMap { try NotesFormat().open($0, request)?.source($0, for: uuid, request) }
            }
        }
        if !opened.isEmpty, opened.allSatisfy({ !$0.isEmpty }) {
            return Contents(source: ForeignSources(opened.flatMap(\.self)), rest: rest)
        }
        guard places.count == 1, let place = places.first else {
            let place = zip(places, opened).first { $0.1.isEmpty }?.0
            throw ImportFailure(
                path: place?.shown ?? "", reason: "only exports of other systems can be combined into a new notebook")
        }
        // A file is refused with a reason.
        if !place.isDirectory { _ = try DirectoryFiles(place.path, name: place.shown) }
        let ofFolders: [any ItemImporter] = [MarkdownFormat(), NotesFormat()]
        for format in ofFolders where request.format == nil || format.name == request.format {
            if let source = try format.open(place, request) { return Contents(source: source, rest: rest) }
        }
        throw request.format == nil
            ? ImportFailure(path: place.shown, reason: "not a folder of notes") : unknown(place, request)
    }
}
