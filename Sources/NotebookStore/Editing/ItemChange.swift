package import NotebookFiles
public import NotebookFormat
import NotebookLinks
public import NotebookText

/// A change of an item; `nil` leaves a value unchanged.
public struct ItemChange: Sendable {
    /// The title.
    public var title: String?
    /// The text after the front matter, in UTF-8.
    package var body: [UInt8]?
    /// Text to add at the end of the body, as a paragraph of its own.
    public var appended: [UInt8]?
    /// Text to add at the beginning of the body, as a paragraph of its own.
    package var prepended: [UInt8]?
    /// The heading of the section that `appended` and `prepended` mean, instead of the body; resolved by the caller.
    package var section: ItemSection?
    /// The front of a card, in UTF-8.
    package var front: [UInt8]?
    /// The back of a card, in UTF-8.
    package var back: [UInt8]?
    /// All tags, replacing those of the item.
    public var tags: [Tag]?
    /// Tags to add.
    public var addedTags: [Tag] = []
    /// Tags to remove.
    public var removedTags: [Tag] = []
    /// Whether it is pinned.
    public var isPinned: Bool?

    /// Properties to change, each with its new value, or `nil` to remove it.
    public var properties: [(key: String, value: PropertyValue?)] = []

    /// A change that changes nothing.
    public init() {}

    /// Whether nothing is changed.
    package var isEmpty: Bool {
        keepsContent && !KnownKey.allCases.contains(where: sets)
    }

    /// Whether it changes nothing but tags and the pin.
    var onlyOrganises: Bool { keepsContent && !KnownKey.allCases.contains { sets($0) && !$0.row.isOrganising } }

    private var keepsContent: Bool {
        body == nil && appended == nil && prepended == nil && front == nil && back == nil && properties.isEmpty
    }

    private func sets(_ key: KnownKey) -> Bool {
        switch key {
        case .uuid, .created, .modified: false
        case .title: title != nil
        case .pinned: isPinned != nil
        case .tags: tags != nil || !addedTags.isEmpty || !removedTags.isEmpty
        }
    }

    /// Sets a key, if the change does.
    ///
    /// - Throws: `NotebookError.notATitle`.
    fileprivate func set(_ key: KnownKey, in metadata: inout ItemMetadata) throws {
        switch key {
        case .uuid, .created, .modified: break
        case .title: metadata.title = try title.map(Draft.title) ?? metadata.title
        case .pinned: metadata.pinned = isPinned ?? metadata.pinned
        case .tags:
            let removed = Set(removedTags.map(\.key))
            metadata.tags = Tag.unique((tags ?? metadata.tags).filter { !removed.contains($0.key) } + addedTags)
        }
    }
}

extension Draft {
    /// Changes an item and says whether its bytes changed.
    ///
    /// The modification date changes with the title, the text and other keys, but not with tags and the pin.
    ///
    /// - Parameter digest: The `ItemFile.digest` when it was read; `nil` to change it whatever others did to it.
    /// - Throws: `NotebookError.gone`, `.noSides`, `.notATitle`, `.notAProperty`, `.noSuchProperty`, `.malformedItem`, or
    ///   `.changedSince` if it has another digest, or `StoreError` if the file cannot be written.
    package mutating func edit(_ path: BundlePath, _ change: ItemChange, ifStill digest: Digest? = nil) throws -> Bool {
        let old = try item(path, ifStill: digest)
        return try replace(path, old, try Self.edited(old, path, change), keepsDate: change.onlyOrganises)
    }

    /// An item with a change, but for its uuid and its date.
    static func edited(_ old: ItemFile, _ path: BundlePath, _ change: ItemChange) throws -> ItemFile {
        for text in [change.body, change.appended, change.prepended, change.front, change.back] {
            if let text { try check(text, for: path) }
        }
        var new = old
        if let body = change.body { new = try ended(new.setting(body: old.withItsLineEnds(body))) }
        if change.front != nil || change.back != nil {
            guard FileType(of: path) == .card else { throw NotebookError.noSides(path) }
            new = try setSides(of: new, change.front, change.back)
        }
        // At the end first: the beginning of the section stays where it is.
        if let text = change.appended {
            let isAtEnd = change.section.map { $0.range.upperBound == old.bytes.count } ?? true
            let added = try keepingSides(
                of: new, path, try new.adding(old.withItsLineEnds(text), atStart: false, in: change.section))
            // The added text may be what closes the block.
            if isAtEnd, added.bytes != new.bytes, let open = new.openBlock, added.openBlock != nil {
                throw NotebookError.staysOpen(path, TextPosition(of: open, in: new.bytes))
            }
            new = added
        }
        if let text = change.prepended {
            new = try keepingSides(
                of: new, path, try new.adding(old.withItsLineEnds(text), atStart: true, in: change.section))
        }
        for (key, value) in change.properties { new = try setting(key, value, of: new, path) }
        var metadata = new.metadata
        for key in KnownKey.allCases { try change.set(key, in: &metadata) }
        return try setting(metadata, of: new, path)
    }

    /// Changes an item from a list, also an older one, wherever it is now, and says whether its bytes changed.
    ///
    /// - Throws: `NotebookError.inTrash` if it was moved there, `.noSuchItem` if the notebook no longer has it, or what
    ///   changing the item at its path throws.
    public mutating func edit(_ item: Item, _ change: ItemChange, ifStill digest: Digest? = nil) throws -> Bool {
        try edit(try foundOutsideTrash(item).path, change, ifStill: digest)
    }

    /// Replaces the text of an item from a list, also an older one, wherever it is now.
    ///
    /// - Throws: `NotebookError.inTrash` if it was moved there, `.noSuchItem` if the notebook no longer has it, or what
    ///   replacing the text at its path throws.
    public mutating func replace(_ item: Item, with bytes: [UInt8], ifStill digest: Digest? = nil) throws -> Bool {
        try replace(try foundOutsideTrash(item).path, with: bytes, ifStill: digest)
    }

    /// Replaces the text of an item, for example with one from an editor.
    ///
    /// - Parameter digest: The `ItemFile.digest` when it was read; `nil` to replace it whatever others did to it.
    /// - Throws: `NotebookError.gone`, `.malformedItem`, or `.changedSince` if it has another digest, or `StoreError` if the
    ///   file cannot be written.
    package mutating func replace(
        _ path: BundlePath, with bytes: [UInt8], ifStill digest: Digest? = nil
    ) throws -> Bool {
        let old = try item(path, ifStill: digest)
        return try replace(path, old, try Self.item(bytes, path))
    }

    private mutating func item(_ path: BundlePath, ifStill digest: Digest?) throws -> ItemFile {
        let file = try item(path)
        guard digest == nil || file.digest == digest else { throw NotebookError.changedSince(path) }
        return file
    }

    /// Writes a changed item, with a new date unless it brings its own, or only its tags or its pin differ.
    ///
    /// - Parameter keepsDate: Whether to keep the date in any case.
    mutating func replace(
        _ path: BundlePath, _ old: ItemFile, _ new: ItemFile, keepsDate: Bool = false
    ) throws -> Bool {
        guard new.bytes != old.bytes else { return false }
        let uuid = new.metadata.uuid ?? entry(path)?.item?.uuid ?? environment.newUUID()
        let dated = try Self.dated(new, path, since: keepsDate ? nil : old, uuid, at: environment.now())
        try rewrite(path) { draft in try draft.write(dated, at: path) }
        return true
    }

    /// Writes an item that has changed.
    mutating func rewrite(_ path: BundlePath, _ write: (inout Draft) throws -> Void) throws {
        let title = entry(path)?.item?.title
        try write(&self)
        // The title of a card without one is its text.
        if entry(path)?.item?.title != title { recordMove(of: path, to: path) }
    }

    /// A changed item with a uuid, and with a new date unless it brings its own, or only its tags or its pin differ.
    ///
    /// - Parameter old: The item before; `nil` to keep the date.
    static func dated(
        _ new: ItemFile, _ path: BundlePath, since old: ItemFile?, _ uuid: UniqueIdentifier, at now: Timestamp
    ) throws -> ItemFile {
        var metadata = new.metadata
        metadata.uuid = uuid
        if let old, metadata.modified == old.metadata.modified, !new.differsOnlyInOrder(from: old) {
            metadata.modified = modificationDate(of: metadata, at: now)
        }
        return try setting(metadata, of: new, path)
    }

    /// Makes sure that a text can be part of an item.
    package static func check(_ text: [UInt8], for path: BundlePath) throws(NotebookError) {
        // After an empty line, nothing is front matter.
        let whole = [0x0A] + text
        do throws(TextProblem) {
            _ = try ItemFile(whole)
        } catch {
            let position = error.position(in: whole)
            throw .malformedItem(path, error, TextPosition(line: max(1, position.line - 1), column: position.column))
        }
    }

    private static func setting(
        _ key: String, _ value: PropertyValue?, of item: ItemFile, _ path: BundlePath
    ) throws -> ItemFile {
        if item.property(key) == nil {
            guard value != nil else {
                let like = Similarity.nearest(to: key, in: item.properties.map(\.key))
                throw NotebookError.noSuchProperty(key, path, like: like)
            }
            guard PropertyKey.isValid(key) else { throw NotebookError.notAProperty(key) }
        }
        do throws(TextProblem) {
            return try item.setting(property: key, to: value)
        } catch {
            throw NotebookError.malformedItem(path, error, error.position(in: item.bytes))
        }
    }

    /// A changed item, in which the change of one side of a card moved nothing to the other.
    ///
    /// - Throws: `NotebookError.sidesMixed` if it did.
    package static func keepingSides(
        of old: ItemFile, _ path: BundlePath, _ new: ItemFile
    ) throws(NotebookError) -> ItemFile {
        guard FileType(of: path) == .card else { return new }
        func sides(_ item: ItemFile) -> (front: ArraySlice<UInt8>, back: ArraySlice<UInt8>?) {
            let sides = CardBody(item.bytes, bodyStart: item.bodyStart)
            return (item.bytes[sides.front], sides.back.map { item.bytes[$0] })
        }
        let (one, other) = (sides(old), sides(new))
        guard (one.back == nil) == (other.back == nil),
            one.front.elementsEqual(other.front) || (one.back ?? []).elementsEqual(other.back ?? [])
        else { throw .sidesMixed(path) }
        return new
    }

    private static func setSides(of item: ItemFile, _ front: [UInt8]?, _ back: [UInt8]?) throws -> ItemFile {
        let sides = CardBody(item.bytes, bodyStart: item.bodyStart)
        let oldFront = Array(item.bytes[sides.front])
        let oldBack = sides.back.map { Array(item.bytes[$0]) } ?? []
        return try item.setting(
            body: item.withItsLineEnds(CardBody.text(front: front ?? oldFront, back: back ?? oldBack)))
    }

    /// The time of a change now; a card can have been made a little ahead of the clock.
    func modificationDate(of metadata: ItemMetadata) -> Timestamp {
        Self.modificationDate(of: metadata, at: environment.now())
    }

    private static func modificationDate(of metadata: ItemMetadata, at now: Timestamp) -> Timestamp {
        guard let created = metadata.created, created > now, created <= latestDate(at: now) else { return now }
        return created
    }

    /// The item at a path, as lists will show it after the change.
    ///
    /// - Throws: `NotebookError.gone` if the draft has no item there.
    package func shown(_ path: BundlePath) throws -> Item {
        guard let item = entry(path).flatMap({ Item($0, notebookCreated: description.created) }) else {
            throw NotebookError.gone(path)
        }
        return item
    }
}

extension [UInt8] {
    /// The text as new items have it: without a byte order mark, with lines that end in line feeds (Format, clause
    /// 15.2).
    package var asNewText: [UInt8] {
        let start = starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        guard self[start...].contains(0x0D) else { return start == 0 ? self : Array(self[start...]) }
        var text: [UInt8] = []
        text.reserveCapacity(count)
        for index in indices[start...] where self[index] != 0x0D || index + 1 == count || self[index + 1] != 0x0A {
            text.append(self[index] == 0x0D ? 0x0A : self[index])
        }
        return text
    }
}

extension ItemFile {
    /// A text with the line ends of the item: CR LF if its first line ends with it, or else LF.
    fileprivate func withItsLineEnds(_ text: [UInt8]) -> [UInt8] {
        guard let end = bytes.firstIndex(of: 0x0A), end > 0, bytes[end - 1] == 0x0D else { return text.asNewText }
        var result: [UInt8] = []
        for byte in text {
            if byte == 0x0A, result.last != 0x0D { result.append(0x0D) }
            result.append(byte)
        }
        return result
    }
}

extension ItemFile {
    /// Whether only the tags and the pin differ: they organise items, and do not change what is written.
    package func differsOnlyInOrder(from other: ItemFile) -> Bool {
        let keys = KnownKey.allCases.filter(\.row.isOrganising)
        guard keys.contains(where: { !$0.row.isSame(metadata, other.metadata) }),
            let (one, two) = try? (withoutOrder(), other.withoutOrder())
        else { return false }
        return one == two
    }

    /// The bytes without tags and pin.
    private func withoutOrder() throws(TextProblem) -> [UInt8] {
        var plain = metadata
        for key in KnownKey.allCases where key.row.isOrganising { key.row.copy(ItemMetadata(), &plain) }
        return try setting(plain).bytes
    }
}

/// The result of merging two items.
package struct MergedItem: Sendable {
    /// The first item, with both texts.
    package let item: Item
    /// The deletion that moved the second item to the trash.
    package let batch: BatchName
    /// The properties of the second item that have other values in the first, and its tags and pin if they are invalid.
    package let leftOut: [Property]
}

extension Draft {
    /// Adds the text of an item to another of its kind, redirects all links to it, and moves it to the trash.
    ///
    /// The first item keeps its uuid, title and properties. It gets the properties that only the second item has, the
    /// tags of both, and the earlier creation date, and is pinned if one of them is. The fronts and the backs of cards
    /// are merged. Relative links in the second text are updated, and links to its headings lead to their new place.
    ///
    /// - Returns: The first item, with both texts.
    /// - Throws: `NotebookError.cannotMerge` if both are the same item, or of different kinds;
    ///   `NotebookError.staysOpen` if a block at the end of the first text would include the second text.
    @discardableResult
    public mutating func merge(_ second: Item, into first: Item) throws -> Item {
        try merging(second, into: first).item
    }

    /// The same, and says what became of the second item.
    package mutating func merging(_ second: Item, into first: Item) throws -> MergedItem {
        let (first, second) = (try foundOutsideTrash(first), try foundOutsideTrash(second))
        guard first.path != second.path, first.type == second.type else {
            throw NotebookError.cannotMerge(first.path, second.path)
        }
        let (one, other) = (try item(first.path), try item(second.path))
        let batch = try moveToTrash([second])
        let mergedHeading = JoinedAnchors(
            (first.path, one), (second.path, other), joined: try Self.join(other, behind: one, first.path))
        let links = KeptLinks(
            before: manifestBeforeMoves, after: manifest, moves: [second.path: first.path],
            mergedHeadings: [mergedHeading])
        let oneKept = try links.rewriting(one, from: first.path, to: first.path)
        let otherKept = try links.rewriting(other, from: second.path, to: first.path)
        var merged = try Self.join(otherKept.item, behind: oneKept.item, first.path)
        var metadata = merged.metadata
        for key in KnownKey.allCases where !key.row.isWrittenByTools {
            key.row.merge(nil, merged.metadata, other.metadata, &metadata)
        }
        metadata.created = min(first.created, second.created)
        metadata.modified = modificationDate(of: metadata)
        merged = try Self.setting(metadata, of: merged, first.path)
        let leftOut: [Property]
        (merged, leftOut) = try Self.addProperties(of: otherKept.item, to: merged, first.path)
        try write(merged, at: first.path)
        effects.changed[batch, default: []].insert(first.path)
        effects.redirecting.insert(batch)
        moved.recordRedirect(of: second.path, to: first.path, mergedHeading)
        moved.unkept += (oneKept.unkept + otherKept.unkept).map { UnkeptLink(item: first.path, link: $0) }
        return MergedItem(item: try shown(first.path), batch: batch, leftOut: leftOut)
    }

    private static func addProperties(
        of second: ItemFile, to first: ItemFile, _ path: BundlePath
    ) throws(NotebookError) -> (ItemFile, leftOut: [Property]) {
        do throws(TextProblem) {
            return try first.addingProperties(of: try ItemFile(first.withItsLineEnds(second.bytes)))
        } catch {
            throw .malformedItem(path, error, error.position(in: first.bytes))
        }
    }

    private static func join(
        _ second: ItemFile, behind first: ItemFile, _ path: BundlePath
    ) throws(NotebookError) -> ItemFile {
        do throws(JoiningProblem) {
            return try TextJoining(behind: first, isCard: FileType(of: path) == .card).joining(second)
        } catch {
            throw .staysOpen(path, error.position)
        }
    }
}
