import Archives
package import NotebookFiles
import NotebookFormat
import NotebookQuery
package import NotebookStore
import NotebookStudy

/// A notebook whose items are exported.
package struct ExportedNotebook {
    /// Writes a file of an export piece by piece.
    package typealias Content = (_ write: @escaping ([UInt8]) throws -> Void) throws -> Void
    /// Receives a file of an export: its path, and what writes its content, which is called once and at once.
    package typealias Writer = (_ path: String, _ content: @escaping Content) throws -> Void

    let notebook: NotebookListing
    let files: any FileTree
    /// What the export changes or cannot hold.
    let losses = ExportLosses()
    /// The folder for attachments beside the one file of an export; `nil` if that has no place.
    var folderBeside: String?
    /// Where reviews are that the notebook does not have.
    var reviews: StudyFolder?

    /// Makes the value from a notebook and its files.
    package init(_ notebook: NotebookListing, _ files: any FileTree) {
        self.notebook = notebook
        self.files = files
    }

    var manifest: Manifest { notebook.manifest }

    /// Reads items, in the order of their paths.
    ///
    /// - Throws: `NotebookError.gone` if a file is missing, so that none is left out silently.
    func read(_ items: [Item], _ body: (Item, _ bytes: [UInt8]) throws -> Void) throws {
        guard items.count >= notebook.items.count / 8 else {
            // Passing an archive for each folder would take as long for each as the whole archive does.
            for item in items.sorted(by: { $0.path < $1.path }) {
                guard let bytes = try files.content(of: item.path, limit: ItemFile.maximumBytes) else {
                    throw NotebookError.gone(item.path)
                }
                try body(item, bytes)
            }
            return
        }
        var byPath = Dictionary(items.map { ($0.path, $0) }) { first, _ in first }
        try files.readItems(Set(byPath.keys)) { path, bytes in
            if let item = byPath.removeValue(forKey: path) { try body(item, bytes) }
        }
        if let path = byPath.keys.min() { throw NotebookError.gone(path) }
    }

    /// Reads an attachment or another file piece by piece.
    ///
    /// - Throws: `NotebookError.gone` if it is missing, so that no empty file takes its place.
    func stream(_ path: BundlePath, _ body: ([UInt8]) throws -> Void) throws {
        guard try files.stream(path, body) else { throw NotebookError.gone(path) }
    }

    /// The first bytes of an attachment: this many, or all if there are fewer.
    ///
    /// - Throws: `NotebookError.gone` if it is missing.
    func start(of path: BundlePath, length: Int) throws -> [UInt8] {
        var start: [UInt8] = []
        struct Enough: Error {}
        do {
            try stream(path) { piece in
                start += piece.prefix(length - start.count)
                if start.count >= length { throw Enough() }
            }
        } catch is Enough {}
        return start
    }

    /// The items among these that match a query.
    func select(_ items: [Item], _ query: Query, in context: QueryContext, _ tags: ItemTags) throws -> [Item] {
        try notebook.select(items, query, in: context, files: files, tags: tags)
    }

    /// Whether these are all items.
    func isWhole(_ items: [Item]) -> Bool { items.count >= notebook.items.count }

    /// What is not exported if the whole notebook was selected.
    ///
    /// - Parameters:
    ///   - leftOut: Attachments that are reported as left out.
    ///   - hasProgress: Whether the export has the progress of studying.
    ///   - hasDescription: Whether it has the description of the notebook.
    ///   - hasFolders: Whether it has folders without items.
    func leftBehind(
        _ items: [Item], _ written: Set<BundlePath>, leavingOut leftOut: Set<BundlePath> = [],
        hasProgress: Bool = false, hasDescription: Bool = false, hasFolders: Bool = false
    ) throws -> [String] {
        losses.balance.find(.attachments, written.count)
        losses.balance.settle(.attachments, .stored, written.count)
        let attachments = leftOut.isEmpty ? [] : ["\(leftOut.count) attachment\(leftOut.count == 1 ? "" : "s")"]
        guard isWhole(items) else { return attachments }
        var known = written.union(leftOut)
        if hasProgress { known.formUnion(manifest.entries.paths.filter(StudyFiles.contains)) }
        return attachments + (hasDescription ? [] : undescribed(hasFolders: hasFolders))
            + notebook.leftBehind(besides: known, used: try usedBlobs(besides: known))
    }

    /// What only the description of the notebook has, apart from what every new notebook has.
    private func undescribed(hasFolders: Bool) -> [String] {
        let description = notebook.description
        let smart = description.smartFolders.count { !NotebookDescription.SmartFolder.standard.contains($0) }
        let empty =
            hasFolders
            ? 0
            : description.folders.count { row in !notebook.items.contains { $0.folder.isInside(row.path) } }
        return [
            smart > 0 ? "\(smart) smart folder\(smart == 1 ? "" : "s")" : nil,
            empty > 0 ? "\(empty) folder\(empty == 1 ? "" : "s") without items" : nil,
        ].compactMap(\.self)
    }

    /// The attachments that items reference, if there are others than some.
    private func usedBlobs(besides known: Set<BundlePath>) throws -> Set<BundlePath> {
        let isComplete = manifest.entries(below: .blobs).allSatisfy { $0.type != .blob || known.contains($0.path) }
        guard !isComplete else { return [] }
        let carried = CarriedBlobs(manifest)
        var used: Set<BundlePath> = []
        try read(notebook.items) { item, bytes in
            used.formUnion(carried.blobs(of: try Draft.item(bytes, item.path), at: item.path))
        }
        return used
    }

    /// The description for an export: the notebook's own if all items are exported, otherwise only the icons, colours
    /// and order of their folders and tags.
    func description(for items: [Item]) throws -> NotebookDescription {
        var description = notebook.description
        guard !isWhole(items) else { return description }
        description.folders.removeAll { row in !items.contains { $0.folder.isInside(row.path) } }
        if !description.tags.isEmpty {
            let tags = try notebook.itemTags(of: Set(items.map(\.path)), files)
            description.tags.removeAll { row in !items.contains { tags.has(row.name, $0) } }
        }
        description.smartFolders = []
        return description
    }
}

extension ArchiveWriter {
    /// Adds an attachment; a zip stores one that is compressed as it is.
    func add(_ path: BundlePath, of notebook: ExportedNotebook, as name: String) throws {
        // Another program may have changed it since the notebook was sealed.
        var size: UInt64 = 0
        try notebook.stream(path) { size += UInt64($0.count) }
        try add(name, size: size, isAlreadyCompressed: MediaType.isCompressed(path.name)) { write in
            try notebook.stream(path) { try write($0[...]) }
        }
    }
}

/// The attachments beside the one file of an export, each once.
struct FilesBeside {
    private var written: Set<BundlePath> = []
    private var leftOut: Set<BundlePath> = []

    /// Writes the attachments of an item, and returns their paths from the file; those of an export that has no place
    /// are reported.
    mutating func write(
        _ blobs: [BundlePath], of item: Item, in notebook: ExportedNotebook, to write: ExportedNotebook.Writer
    ) throws -> [String] {
        guard let folder = notebook.folderBeside else {
            for path in blobs { notebook.losses.leaveOut(path, of: item) }
            leftOut.formUnion(blobs)
            return []
        }
        return try blobs.map { path in
            let place = "\(folder)/\(path.name)"
            if written.insert(path).inserted { try write(place) { try notebook.stream(path, $0) } }
            return place
        }
    }

    /// What is not exported if these are the items.
    func leftBehind(_ items: [Item], of notebook: ExportedNotebook) throws -> [String] {
        try notebook.leftBehind(items, written, leavingOut: leftOut)
    }
}

extension NotebookListing {
    /// A description of what is left out when all items are copied with some attachments and extras.
    ///
    /// - Parameter used: The attachments that items reference, in texts that are copied or not.
    func leftBehind(besides carried: Set<BundlePath>, used: Set<BundlePath> = []) -> [String] {
        let trash = manifest.deletedFiles
        let live = manifest.entries.filter { TrashedPath($0.path) == nil }
        // The record of places has no content of its own.
        let extras = live.filter {
            $0.type == .extra && $0.path != .attachmentPlaces && !carried.contains($0.path)
        }
        let progress = extras.count { StudyFiles.contains($0.path) }
        let others = extras.count - progress
        let blobs = live.filter { $0.type == .blob && !carried.contains($0.path) }
        let hidden = blobs.count { used.contains($0.path) }
        let unused = blobs.count - hidden
        return [
            trash > 0 ? "\(trash) in the trash" : nil, others > 0 ? "\(others) below extras/" : nil,
            progress > 0 ? "the progress of studying (\(progress) file\(progress == 1 ? "" : "s"))" : nil,
            hidden > 0 ? "\(hidden) in blobs/ that no exported text shows" : nil,
            unused > 0 ? "\(unused) in blobs/ that no item uses" : nil,
        ].compactMap(\.self)
    }
}
