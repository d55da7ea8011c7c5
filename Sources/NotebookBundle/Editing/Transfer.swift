public import NotebookFormat

/// What became of items that were taken from another notebook.
public struct Transfer: Sendable {
    /// A link that leads to something that stayed behind.
    public struct LostLink: Hashable, Sendable {
        /// The item in the notebook that took it.
        public let item: BundlePath
        /// What the link led to, in the other notebook.
        public let target: BundlePath
        /// Where the link is.
        public let position: TextPosition
    }

    /// Items that are new.
    public internal(set) var added: [Item] = []
    /// Items that were there before, and are as in the other notebook now.
    public internal(set) var updated: [Item] = []
    /// Items that were there before, and the same.
    public internal(set) var unchanged: [Item] = []
    /// Items that were changed here later than there, and stay as they are.
    public internal(set) var newer: [Item] = []
    /// Links whose targets stayed behind.
    public internal(set) var lostLinks: [LostLink] = []
    /// How many attachments came along that were not there before.
    public internal(set) var attachments = 0
}

/// How items of another notebook are told from those that are here.
public enum TransferIdentity: Sendable {
    /// Each is a new item, with a uuid of its own where that is taken.
    case new
    /// An item with a uuid that is known here, or without one the same path, is the same item.
    case same
}

extension Draft {
    /// Takes items of another notebook, with the attachments that they link to.
    ///
    /// - Parameters:
    ///   - items: Items of the other notebook.
    ///   - source: The other notebook.
    ///   - files: Its files.
    ///   - folder: The folder for all of them; `nil` keeps their own.
    ///   - base: A folder that their own ones are put into.
    ///   - identity: Whether items that are here already are updated.
    package mutating func take(
        _ items: [Item], from source: Notebook, _ files: some FileTree, into folder: FolderPath? = nil,
        below base: FolderPath? = nil, identity: TransferIdentity = .new
    ) throws -> Transfer {
        var transfer = Transfer()
        var contents: [BundlePath: [UInt8]] = [:]
        try files.readItems(Set(items.map(\.path))) { contents[$0] = $1 }
        let resolver = LinkResolver(source.manifest)
        // First the places of all, so that links between them can follow.
        var places: [(item: Item, file: ItemFile, target: BundlePath, known: Item?)] = []
        var renames: [Rename] = []
        for item in items {
            guard let bytes = contents[item.path] else { throw NotebookError.gone(item.path) }
            let file = try Self.item(bytes, item.path)
            let known = identity == .same ? self.known(item) : nil
            let target =
                try known?.path
                ?? freePath(
                    stem: item.livePath.stem, type: item.type, in: try place(of: item, folder, base),
                    avoiding: Set(places.map(\.target)))
            places.append((item, file, target, known))
            if target != item.livePath { renames.append(Rename(old: item.livePath.text, new: target)) }
        }
        renames += try takeBlobs(places.map { ($0.item, $0.file) }, resolver, source, files, &transfer)
        let taken = Set(items.map(\.livePath))
        let links = RenamedLinks(renames)
        for place in places {
            try take(place, links, &transfer)
            for link in place.file.foundLinks {
                guard case .file(let path) = link.target(resolver, from: place.item.path), !taken.contains(path),
                    FileType(of: path)?.isItem == true
                else { continue }
                transfer.lostLinks.append(.init(item: place.target, target: path, position: link.position))
            }
        }
        return transfer
    }

    private mutating func take(
        _ place: (item: Item, file: ItemFile, target: BundlePath, known: Item?), _ links: RenamedLinks,
        _ transfer: inout Transfer
    ) throws {
        var metadata = place.file.metadata
        let isTaken = metadata.uuid.map { uuid in notebook.items.contains { $0.uuid == uuid } } ?? true
        if let known = place.known {
            guard known.modified <= place.item.modified else {
                transfer.newer.append(known)
                return
            }
            metadata.uuid = known.uuid ?? metadata.uuid
            // Dates that the source does not say are those that the item got when it came in first.
            let here = try item(place.target).metadata
            metadata.created = metadata.created ?? here.created
            metadata.modified = metadata.modified ?? here.modified
        } else if isTaken {
            metadata.uuid = world.newUUID()
        }
        // What stood for the dates in the other notebook is written down.
        metadata.created = metadata.created ?? place.item.created
        if place.known == nil, metadata.modified == nil, place.item.modified != metadata.created {
            metadata.modified = place.item.modified
        }
        let file = try links.rewriting(try place.file.setting(metadata), at: place.target)
        if place.known != nil, try item(place.target).bytes == file.bytes {
            transfer.unchanged.append(try shown(place.target))
            return
        }
        try write(file, at: place.target)
        if place.known == nil {
            transfer.added.append(try shown(place.target))
        } else {
            transfer.updated.append(try shown(place.target))
        }
    }

    /// The folder that an item goes to.
    private func place(of item: Item, _ folder: FolderPath?, _ base: FolderPath?) throws -> FolderPath {
        guard let base, base != .root else { return try self.folder((folder ?? item.folder).text) }
        return try self.folder(item.folder == .root ? base.text : "\(base)/\(item.folder)")
    }

    /// Takes the attachments that items link to, and tells what they are called here.
    private mutating func takeBlobs(
        _ items: [(Item, ItemFile)], _ resolver: LinkResolver, _ source: Notebook, _ files: some FileTree,
        _ transfer: inout Transfer
    ) throws -> [Rename] {
        var wanted: Set<BundlePath> = []
        for (item, file) in items {
            for link in file.foundLinks {
                guard case .file(let path) = link.target(resolver, from: item.path), FileType(of: path) == .blob else {
                    continue
                }
                wanted.insert(path)
            }
        }
        var renames: [Rename] = []
        for path in wanted.sorted() {
            let name = BlobName(path.name)?.readableName ?? String(path.name)
            let known = manifest.entries(below: .blobs).contains { $0.digest == source.manifest[path]?.digest }
            let new = try addBlob(
                Attachment(name: name) { write in
                    guard try files.stream(path, write) else { throw NotebookError.gone(path) }
                })
            if !known { transfer.attachments += 1 }
            if new != path { renames.append(Rename(old: path.text, new: new)) }
        }
        return renames
    }

    /// The item that is here already: by its uuid, or without one by its path.
    private func known(_ item: Item) -> Item? {
        guard let uuid = item.uuid else { return notebook.items.first { $0.path == item.livePath } }
        return notebook.items.first { $0.uuid == uuid }
    }

    /// Puts a copy of an item beside it, with a title and a uuid of its own.
    public mutating func duplicate(_ item: Item) throws -> Item {
        let file = try self.item(item.path)
        let stem = "\(item.livePath.stem) copy"
        let target = try freePath(stem: stem, type: item.type, in: item.folder)
        // The title has the number that the name has, if it was taken.
        let title = "\(item.title) copy\(target.stem.dropFirst(stem.count))"
        var metadata = file.metadata
        metadata.uuid = world.newUUID()
        if metadata.title != nil || item.type == .note { metadata.title = Title.accepted(title) ?? item.title }
        metadata.created = world.now()
        metadata.modified = nil
        try write(try file.setting(metadata), at: target)
        return try shown(target)
    }

    private func freePath(
        stem: String, type: FileType, in folder: FolderPath, avoiding taken: Set<BundlePath>
    ) throws -> BundlePath {
        var stem = stem
        var number = 2
        let first = stem
        while true {
            let path = try freePath(stem: stem, type: type, in: folder)
            guard taken.contains(where: { $0.key == path.key }) else { return path }
            stem = "\(first) \(number)"
            number += 1
        }
    }
}
