import NotebookFormat
import NotebookStore
import NotebookText

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
    /// - Parameter read: Reads an item that is here.
    mutating func identify(
        _ item: Item, _ file: ItemFile, _ identity: TransferIdentity, _ target: TransferTarget,
        read: (Item) throws -> ItemFile?
    ) throws -> Identified {
        guard case .same(let guessed) = identity else {
            let uuid = item.uuid.flatMap { target.isTaken($0) || paths[$0] != nil ? nil : $0 }
            return Identified(uuid: uuid)
        }
        guard let uuid = item.uuid else { return Identified(known: target.itemsByPath[item.livePath]) }
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
