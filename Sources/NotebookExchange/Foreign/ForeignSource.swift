import Archives
import NotebookFiles
import NotebookFormat
package import NotebookPacking
import NotebookStore
import NotebookText

/// A format of another system.
package protocol ForeignFormat: ItemImporter {
    /// How its files are found among others.
    var looseFiles: LooseFiles { get }

    /// Opens a source; `nil` if it does not have this format.
    ///
    /// Its content decides, never a name.
    ///
    /// - Throws: `ImportFailure`, or an error if it cannot be read.
    func openForeign(_ place: ImportLocation, _ request: ImportRequest) throws -> (any ForeignSource)?
}

/// How an import finds files of a format in a folder or an archive with other files.
package struct LooseFiles: Sendable {
    /// When such a file is an export, rather than an attachment.
    enum Rule {
        /// Wherever it is.
        case always
        /// Unless a text names it.
        case unlessNamed
        /// In an archive, unless a text names it or there are notes.
        case unlessBesideNotes
        /// Never: all files of the folder are one source.
        case never
    }

    let rule: Rule
    /// The endings of files that are imported one by one from an archive with others.
    let endings: [String]
    /// Whether files with these endings are hardly ever attached to notes.
    let areHardlyAttached: Bool
    /// The path of a file that makes a folder an export; `nil` if there is none.
    let folderMark: String?

    init(_ rule: Rule, _ endings: [String] = [], areHardlyAttached: Bool = false, folderMark: String? = nil) {
        (self.rule, self.endings, self.areHardlyAttached) = (rule, endings, areHardlyAttached)
        self.folderMark = folderMark
    }

    /// Whether a file has one of the endings.
    func mayHave(_ path: String) -> Bool { endings.contains { path.lowercased().hasSuffix($0) } }
}

extension ForeignFormat {
    /// Nothing: sources of other systems are opened together.
    package func open(_ place: ImportLocation, _ request: ImportRequest) throws -> (any OpenSource)? { nil }
}

extension ForeignFormat {
    /// Opens a source; `nil` if it does not have this format.
    ///
    /// Of a damaged archive, it is what is before the damage.
    ///
    /// - Throws: `ImportFailure`, or an error if it cannot be read.
    func source(_ place: ImportLocation, _ request: ImportRequest) throws -> (any ForeignSource)? {
        guard let source = try openForeign(place, request) else { return nil }
        guard let damages = (place.cache.value as? ForeignFiles)?.damages, !damages.isEmpty else { return source }
        return DamagedSource(source: source, damages: damages)
    }
}

extension ImportLocation {
    /// The files of a folder or an archive, read once; `nil` if it is neither.
    func files(_ request: ImportRequest) throws -> ForeignFiles? {
        if let known = cache.value as? ForeignFiles { return known }
        let files = try ForeignFiles(self, request, isPart: ForeignFiles.isPart)
        cache.value = files
        return files
    }
}

/// A source of another system, opened.
package protocol ForeignSource {
    /// The name in messages.
    var shown: String { get }

    /// Whether a file of its folder belongs to it; others may be notes, or other exports.
    func owns(_ path: String) -> Bool

    /// Adds another source that is a part of the same export; false if it is none.
    func takes(_ other: any ForeignSource) -> Bool

    /// Reads everything, and writes its notes and attachments.
    ///
    /// A fault stays in its note: it is reported, and the rest is read.
    ///
    /// - Throws: `ImportFailure` if nothing can be read, or an error of the system.
    func read(into notes: ForeignImport, _ bundle: inout NewBundle) throws
}

extension ForeignSource {
    /// False: most exports come in one piece.
    package func takes(_ other: any ForeignSource) -> Bool { false }

    /// True: most folders of exports have nothing else.
    package func owns(_ path: String) -> Bool { true }
}

/// A source of another system that cannot be opened.
struct UnreadableSource: ForeignSource {
    let failure: ImportFailure
    var shown: String { failure.path }

    func read(into notes: ForeignImport, _ bundle: inout NewBundle) throws { throw failure }
}

/// Files without notes: the media of a part of an export that was split.
struct LooseMedia: ForeignSource {
    let files: ForeignFiles
    let shown: String

    /// Opens a folder or an archive; `nil` if it is neither, or may have notes.
    init?(_ place: ImportLocation, _ request: ImportRequest) throws {
        do {
            guard let files = try place.files(request),
                !files.files.contains(where: { SourceFolder.File.isNote($0.name) })
            else { return nil }
            (self.files, shown) = (files, place.shown)
        } catch is ArchiveFailure {
            // An archive that cannot be opened may be anything.
            return nil
        }
    }

    func read(into notes: ForeignImport, _ bundle: inout NewBundle) { notes.loseRest(files.files) }
}

/// A source of which a part cannot be read.
private struct DamagedSource: ForeignSource {
    let source: any ForeignSource
    let damages: [(place: String, fault: ForeignFault)]

    var shown: String { source.shown }

    func owns(_ path: String) -> Bool { source.owns(path) }
    func takes(_ other: any ForeignSource) -> Bool { source.takes(other) }

    func read(into notes: ForeignImport, _ bundle: inout NewBundle) throws {
        for damage in damages {
            notes.balance.find(.notes)
            notes.refuse(note: "", place: damage.place, because: damage.fault.reason)
        }
        try source.read(into: notes, &bundle)
    }
}

/// The sources of other systems in one call, whose links lead to each other.
final class ForeignSources: OpenSource {
    private let sources: [any ForeignSource]
    /// Whether the call has no other sources.
    private let isAlone: Bool
    private(set) var description: NotebookDescription?

    init(_ sources: [any ForeignSource], isAlone: Bool) {
        var whole: [any ForeignSource] = []
        for source in sources where !whole.contains(where: { $0.takes(source) }) { whole.append(source) }
        (self.sources, self.isAlone) = (whole, isAlone)
    }

    func write(
        into bundle: inout NewBundle, for notebook: UniqueIdentifier, _ request: ImportRequest
    ) throws -> Conversion {
        let notes = ForeignImport(request)
        for source in sources {
            notes.begin(source.shown)
            do {
                try source.read(into: notes, &bundle)
            } catch let failure as ImportFailure {
                notes.refuse(failure)
                guard !isAlone || notes.failures < sources.count else { throw failure }
            }
        }
        let conversion = try notes.finish(&bundle)
        if !notes.emptyFolders.isEmpty {
            var description = NotebookDescription(
                uuid: request.environment.newUUID(), title: "Import",
                created: conversion.created ?? request.environment.now())
            description.folders = notes.emptyFolders.sorted().map { .init(path: $0) }
            self.description = description
        }
        return conversion
    }
}
