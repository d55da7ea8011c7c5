package import NotebookFiles
public import NotebookFormat
public import NotebookText

/// A template of a notebook.
public struct NotebookTemplate: Sendable {
    /// The path of its file.
    package let path: BundlePath
    /// Its text.
    package let text: Template

    /// A template from the bytes of its file.
    ///
    /// - Throws: `NotebookError.malformedItem`.
    package init(_ path: BundlePath, _ bytes: [UInt8]) throws(NotebookError) {
        self.path = path
        text = Template(try Draft.item(bytes, path))
    }
}

extension NotebookListing {
    /// The templates for notes or for cards, each with its name: the path in the folder of templates, without ending.
    public func templates(_ type: FileType) -> [(name: String, item: Item)] {
        let folder = description.settings.places.templateFolder
        let key = folder.key
        let depth = folder.components.count
        return items.filter { item in
            guard item.type == type else { return false }
            if item.folder.isInside(folder) { return true }
            let above = item.folder.components.prefix(depth).joined(separator: "/")
            return ComparisonKey(above) == key
        }.map { item in
            ((item.folder.components.dropFirst(depth).map(String.init) + [item.path.stem]).joined(separator: "/"), item)
        }
    }

    /// The template with a name, in any letter case: its path in the folder of templates, its file name or its title.
    ///
    /// - Throws: `NotebookError.noSuchTemplate`.
    package func template(_ name: String, _ type: FileType = .note) throws(NotebookError) -> Item {
        let all = templates(type)
        let key = ComparisonKey(name)
        let found =
            all.first { ComparisonKey($0.name) == key } ?? all.first { ComparisonKey($0.item.path.stem) == key }
            ?? all.first { ComparisonKey($0.item.title) == key }
        guard let found else {
            let near = Similarity.nearest(to: name, in: all.map(\.name))
            throw .noSuchTemplate(
                name, description.settings.places.templateFolder,
                like: near.isEmpty ? all.prefix(5).map(\.name) : near)
        }
        return found.item
    }
}

extension Draft {
    /// The template with a name.
    ///
    /// - Throws: `NotebookError.noSuchTemplate`, `.gone` or `.malformedItem`, or an error if it cannot be read.
    package mutating func template(_ name: String, _ type: FileType = .note) throws -> NotebookTemplate {
        let item = try listing.template(name, type)
        return try NotebookTemplate(item.path, try read(item.path, limit: ItemFile.maximumBytes))
    }
}

/// The note of a day.
public struct DailyNote: Sendable {
    /// The note.
    public let item: Item
    /// Whether it was just created.
    public let isNew: Bool
    /// Where the user continues typing: an offset in the body, in bytes; `nil` if no template sets it.
    package let cursor: Int?
}

extension Draft {
    /// The note of a day, or of its week or month; creates it from its template, in the place that the settings of the notebook give, if there
    /// is none yet.
    ///
    /// A file that exists but is not sealed yet becomes the note.
    ///
    /// - Parameters:
    ///   - day: The day, with the time that the template shows.
    ///   - period: Whether the note is about the day, its week or its month.
    ///   - template: The name of the template for a new note; `nil` takes that of the settings.
    ///   - appended: Text to add at the end, in UTF-8.
    /// - Throws: `NotebookError.noSuchTemplate`, `.notADailyName`, `.gone`, `.notATitle` or `.malformedItem`, `.taken` if
    ///   something else has its path, or `StoreError` if the file cannot be written.
    public mutating func dailyNote(
        for day: LocalMoment, of period: NotePeriod = .day, template: String? = nil, appending appended: [UInt8] = []
    ) throws -> DailyNote {
        let places = description.settings.places
        let name: (folder: String, title: String)
        do throws(DailyNameProblem) {
            name = try places.dailyNote(day, of: period)
        } catch {
            throw NotebookError.notADailyName(places.dailyName.text, error)
        }
        let folder = try self.folder(name.folder)
        guard let stem = PortableName.made(from: name.title) else { throw NotebookError.noFileName(name.title) }
        if let path = try notePath(stem, in: folder) {
            guard try peek(path, limit: .max) != nil else {
                throw entry(path) == nil ? NotebookError.taken(PrintableText.escaped(path.text)) : .gone(path)
            }
            if entry(path) == nil { try accept(path) }
            if !appended.isEmpty {
                var change = ItemChange()
                change.appended = appended
                _ = try edit(path, change)
            }
            return DailyNote(item: try shown(path), isNew: false, cursor: nil)
        }
        var new = NewItem(.note)
        if let template = try dailyTemplate(template, period) {
            new = try NewItem(.note, from: template, title: name.title, fallback: name.title, at: day, text: appended)
        } else if !appended.isEmpty {
            new = try NewItem(.note, file: appended)
        }
        new.title = name.title
        new.folder = folder
        return DailyNote(item: try add(new), isNew: true, cursor: new.cursor)
    }

    /// The template of daily notes: the named one, that of the settings, or the default one if there is one.
    private mutating func dailyTemplate(_ name: String?, _ period: NotePeriod) throws -> NotebookTemplate? {
        let places = description.settings.places
        if let name = name ?? (period == .day ? places.dailyTemplate : nil) { return try template(name) }
        do {
            return try template(places.template(for: period))
        } catch NotebookError.noSuchTemplate {
            return nil
        }
    }

    /// The note with a file name in a folder, listed or not, in any letter case; `nil` if there is none.
    private func notePath(_ stem: String, in folder: FolderPath) throws -> BundlePath? {
        let directory = try BundlePath(folder == .root ? "notes" : "notes/\(folder)")
        let path = try directory.appending("\(stem).md")
        if entry(path) != nil { return path }
        let known = manifest.entries(below: directory).first { $0.path.key == path.key }
        if let known { return known.path }
        return try names(in: directory).first { ComparisonKey($0) == ComparisonKey("\(stem).md") }
            .flatMap { try? directory.appending($0) }
    }

    /// Accepts an unlisted file as an item, as sealing does.
    private mutating func accept(_ path: BundlePath) throws {
        let file = try item(path)
        var metadata = file.metadata
        let isItsOwn = if let uuid = metadata.uuid { try !isInUse(uuid) } else { false }
        if !isItsOwn { metadata.uuid = environment.newUUID() }
        if metadata.created == nil, metadata.modified == nil { metadata.created = environment.now() }
        try write(try Self.setting(metadata, of: file, path), at: path)
    }

    /// Whether an item has a uuid, and its file is still there.
    private func isInUse(_ uuid: UniqueIdentifier) throws -> Bool {
        try manifest.entries.contains { try $0.item?.uuid == uuid && peek($0.path, limit: .max) != nil }
    }
}
