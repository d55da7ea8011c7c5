import Cores
import NotebookFiles
package import NotebookFormat
import NotebookText

extension Draft {
    /// Changes several items, whose texts are made on all cores.
    ///
    /// - Throws: what `edit` throws for the first item that cannot be changed.
    package mutating func edit(_ edits: [(path: BundlePath, change: ItemChange)]) throws {
        guard Set(edits.map(\.path)).count == edits.count else {
            // An item that changes twice has to change in turn.
            for (path, change) in edits { _ = try edit(path, change) }
            return
        }
        store.files.beginPass()
        defer { store.files.endPass() }
        var queue = ResultQueue<[PreparedEdit]>()
        let (reader, now) = (peekingReader, environment.now())
        for start in stride(from: 0, to: edits.count, by: Self.editsAtOnce) {
            let batch = edits[start..<min(start + Self.editsAtOnce, edits.count)].map { path, change in
                PreparedEdit(path: path, change: change, uuid: entry(path)?.item?.uuid)
            }
            let prepared = try queue.add {
                let contents = try reader.contents(of: batch.map(\.path))
                return zip(batch, contents).map { $0.prepared(from: $1, at: now) }
            }
            try make(prepared)
        }
        try make(try queue.finish())
    }

    private static var editsAtOnce: Int { 64 }

    private mutating func make(_ edits: [[PreparedEdit]]) throws {
        for edit in edits.joined() {
            switch edit.outcome {
            case .unchanged: break
            case .changed(let item, let digest):
                try rewrite(edit.path) { draft in
                    try draft.write(
                        item, at: edit.path, insteadOf: digest, hasSameText: edit.change.onlyOrganises)
                }
            case .unknown: _ = try self.edit(edit.path, edit.change)
            }
        }
    }
}

/// A change of an item whose text is made before the draft takes it in.
private struct PreparedEdit: Sendable {
    enum Outcome: Sendable {
        case unchanged
        /// The new item, and the digest of the text that it was made from.
        case changed(ItemFile, Digest)
        /// Something is unusual, or wrong: the draft makes the change, or says what is wrong.
        case unknown
    }

    let path: BundlePath
    let change: ItemChange
    /// The uuid in the manifest.
    let uuid: UniqueIdentifier?
    var outcome = Outcome.unknown

    init(path: BundlePath, change: ItemChange, uuid: UniqueIdentifier?) {
        (self.path, self.change, self.uuid) = (path, change, uuid)
    }

    func prepared(from bytes: [UInt8]?, at now: Timestamp) -> PreparedEdit {
        var edit = self
        edit.outcome = (try? outcome(from: bytes, at: now)) ?? .unknown
        return edit
    }

    private func outcome(from bytes: [UInt8]?, at now: Timestamp) throws -> Outcome {
        guard let bytes else { return .unknown }
        let old = try Draft.item(bytes, path)
        let new = try Draft.edited(old, path, change)
        guard new.bytes != old.bytes else { return .unchanged }
        guard let uuid = new.metadata.uuid ?? uuid else { return .unknown }
        let dated = try Draft.dated(new, path, since: change.onlyOrganises ? nil : old, uuid, at: now)
        return .changed(dated, Digest.of(bytes))
    }
}
