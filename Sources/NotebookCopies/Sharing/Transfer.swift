package import NotebookFormat
public import NotebookStore
package import NotebookText

/// The result of copying or importing items from another notebook.
public struct Transfer: Sendable {
    /// New items.
    public internal(set) var added: [Item] = []
    /// Items that existed and were updated from the other notebook.
    package internal(set) var updated: [Item] = []
    /// Items that existed and are the same.
    package var unchanged: [Item] = []
    /// Items that were changed more recently here than in the other notebook, and were left alone.
    package internal(set) var newer: [Item] = []
    /// The updated items whose old versions went to the trash.
    package internal(set) var kept: [Kept] = []
    /// Items whose uuid was in use here, and that got a new uuid.
    package internal(set) var twins: [Twin] = []
    /// Links of the copies to files that were not copied.
    public var lostLinks: [UnkeptLink] { lost.map(\.link) }
    /// The same, each with its target in the other notebook.
    package internal(set) var lost: [(link: UnkeptLink, target: BundlePath)] = []
    /// How many new attachments were copied.
    public internal(set) var attachments = 0
    /// The attachments of the other notebook that items reference.
    package var carriedBlobs: Set<BundlePath> = []
    /// Names of attachments in items, outside of links, that differ here.
    package internal(set) var lostNames: [LostName] = []

    /// The name of an attachment in an item, if it differs here.
    package struct LostName: Hashable, Sendable {
        /// The item in the receiving notebook.
        package let item: BundlePath
        /// The attachment's name in the other notebook.
        package let old: BundlePath
        /// Its name here.
        package let new: BundlePath
    }

    /// An overwritten item whose old version went to the trash.
    package struct Kept: Sendable {
        /// The item now.
        package let item: Item
        /// Why the old version was kept.
        package let reason: Reason

        /// Why the old version of an item is kept.
        package enum Reason: Sendable {
            /// It was also changed here since it was imported.
            case changedHere
            /// The new text is unrelated: it may be another item that took the old one's place.
            case unrelated
        }
    }

    /// An item whose uuid was in use here.
    package struct Twin: Sendable, Hashable {
        /// The new item.
        package let item: BundlePath
        /// The item with that uuid; `nil` if it is in the trash.
        package let other: BundlePath?
    }
}

/// How items of another notebook are matched with those here.
package enum TransferIdentity: Sendable {
    /// Each is a new item; it gets a new uuid if its own is in use.
    case new
    /// An item with a known uuid, or without a uuid but with the same path, is the same item.
    ///
    /// - Parameters:
    ///   - guessed: The uuids that were only derived from names in the source, so that different items may share them.
    ///   - twins: Items of the source that only their texts tell apart.
    case same(guessed: Set<UniqueIdentifier> = [], twins: [TransferTwins] = [])
}

/// Items of a source that have the same title and date, or none, so that each may be any of the items here.
package struct TransferTwins: Sendable, Hashable {
    /// Their uuids, in the order of the source.
    package var members: [UniqueIdentifier] = []
    /// The uuids that they may have here, by their numbers.
    package var candidates: [UniqueIdentifier]

    /// Makes a group without members.
    package init(candidates: [UniqueIdentifier]) { self.candidates = candidates }

    /// The uuids that the members get: first those of items that say the same, then the others in their order.
    ///
    /// - Parameters:
    ///   - there: The title and the text of a member.
    ///   - here: Those of an item that is here.
    func matches(
        there: (UniqueIdentifier) throws -> [UInt8]?, here: (UniqueIdentifier) throws -> [UInt8]?
    ) rethrows -> [UniqueIdentifier: UniqueIdentifier] {
        var known: [[UInt8]: [UniqueIdentifier]] = [:]
        for uuid in candidates.reversed() {
            if let content = try here(uuid) { known[content, default: []].append(uuid) }
        }
        var matches: [UniqueIdentifier: UniqueIdentifier] = [:]
        for member in members {
            guard let content = try there(member), let uuid = known[content]?.popLast() else { continue }
            matches[member] = uuid
        }
        // The first one may be that of a note with another title.
        let taken = Set(matches.values)
        let rest = candidates.enumerated().filter { index, uuid in
            !taken.contains(uuid) && (index > 0 || members.contains(uuid))
        }
        for (member, (_, uuid)) in zip(members.filter { matches[$0] == nil }, rest) { matches[member] = uuid }
        return matches
    }
}

/// How similar two texts are, to distinguish a new version of an item from another item with the same name.
enum ItemLikeness {
    /// Below this share of common words, counted in the shorter text, two texts are unrelated.
    private static let least = 0.25

    /// Whether both the titles and the bodies of two items are unrelated.
    ///
    /// Bodies under unrelated titles need pairs of neighbouring words in common: any two texts of a language share its
    /// frequent words.
    static func areUnrelated(
        _ one: (title: String, body: ArraySlice<UInt8>), _ two: (title: String, body: ArraySlice<UInt8>)
    ) -> Bool {
        guard isLow(Set(words(one.title)), Set(words(two.title))) else { return false }
        let (first, second) = (words(one.body), words(two.body))
        guard min(first.count, second.count) > 1 else { return areUnrelated(one.body, two.body) }
        return one.body != two.body && isLow(pairs(first), pairs(second))
    }

    /// Whether two bodies are unrelated.
    static func areUnrelated(_ one: ArraySlice<UInt8>, _ two: ArraySlice<UInt8>) -> Bool {
        one != two && isLow(Set(words(one)), Set(words(two)))
    }

    private static func isLow<Part>(_ first: Set<Part>, _ second: Set<Part>) -> Bool {
        let shorter = min(first.count, second.count)
        guard shorter > 0 else { return first.count != second.count }
        return Double(first.intersection(second).count) / Double(shorter) < least
    }

    /// Each word with the one after it.
    private static func pairs(_ words: [Substring]) -> Set<[Substring]> {
        Set(zip(words, words.dropFirst()).map { [$0, $1] })
    }

    private static func words(_ body: ArraySlice<UInt8>) -> [Substring] { words(String(decoding: body, as: UTF8.self)) }

    private static func words(_ text: String) -> [Substring] {
        ComparisonKey(text).text.split { !$0.isLetter && !$0.isNumber }
    }
}

/// Matches the items of one source with items here; no two items of the source match the same one.
struct TransferClaims {
    /// An item of the source, after matching.
    struct Identified {
        /// The item here that it matches.
        var known: Item?
        /// Its uuid if it is new; `nil` for a random one.
        var uuid: UniqueIdentifier?
        /// Whether another item has its original uuid.
        var isTwin = false
        /// That other item.
        var other: BundlePath?

        /// What to report once it has a path.
        func twin(at path: BundlePath) -> Transfer.Twin? {
            isTwin && known == nil ? Transfer.Twin(item: path, other: other) : nil
        }
    }

    private var paths: [UniqueIdentifier: BundlePath] = [:]
    /// The highest number tried for uuids derived from one, so that the next item need not try them all.
    private var counts: [UniqueIdentifier: Int] = [:]

    /// Finds the item here that an item of the source matches.
    ///
    /// - Parameters:
    ///   - own: The uuid of the item of the source.
    ///   - read: Reads an item that is here.
    mutating func identify(
        _ item: Item, as own: UniqueIdentifier?, _ file: ItemFile, _ identity: TransferIdentity,
        _ target: TransferTarget,
        read: (Item) throws -> ItemFile?
    ) throws -> Identified {
        guard case .same(let guessed, _) = identity else {
            let uuid = own.flatMap { target.isTaken($0) || paths[$0] != nil ? nil : $0 }
            return Identified(uuid: uuid)
        }
        guard let uuid = own else { return Identified(known: target.itemsByPath[item.livePath]) }
        var number = counts[uuid] ?? 0
        while isClaimed(Self.candidate(uuid, number), target) { number += 1 }
        counts[uuid] = number
        while true {
            let candidate = Self.candidate(uuid, number)
            let here = target.items[candidate]
            let isDoubtful = number > 0 || guessed.contains(uuid) || target.arrived.contains(candidate)
            if try !isClaimed(candidate, target)
                && (here == nil || !isDoubtful || !areUnrelated(item, file, here, read))
            {
                return Identified(
                    known: here, uuid: candidate, isTwin: number > 0, other: paths[uuid] ?? target.items[uuid]?.path)
            }
            number += 1
        }
    }

    /// Whether an earlier item of the source, or one in the trash, has a uuid.
    private func isClaimed(_ uuid: UniqueIdentifier, _ target: TransferTarget) -> Bool {
        paths[uuid] != nil || target.isTrashed(uuid)
    }

    /// The uuid itself, or one derived from it.
    private static func candidate(_ uuid: UniqueIdentifier, _ number: Int) -> UniqueIdentifier {
        number == 0 ? uuid : uuid.twin(number)
    }

    private func areUnrelated(
        _ item: Item, _ file: ItemFile, _ here: Item?, _ read: (Item) throws -> ItemFile?
    ) throws -> Bool {
        guard let here, let other = try read(here) else { return false }
        return ItemLikeness.areUnrelated((item.title, file.body), (here.title, other.body))
    }

    /// Records the path of an item of the source here.
    mutating func settle(_ identified: Identified, at path: BundlePath) {
        if let uuid = identified.known?.uuid ?? identified.uuid { paths[uuid] = path }
    }
}
