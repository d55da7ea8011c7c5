import NotebookFormat

extension Store {
    /// The states that the notebook had and those of other copies that it has taken in (Format, clause 21.8).
    static let lineagePlace = historyPlace.appending("lineage")
    private static let newLineage = historyPlace.appending("lineage.new")

    /// Of so many states, the latest, the manifest is kept as well, whatever limits the history has.
    private static let keptManifests = 8

    /// The states that were noted.
    ///
    /// - Throws: `SystemError` if the list cannot be read.
    private func notedLineage() throws(SystemError) -> Lineage {
        guard let status = try files.status(Self.lineagePlace), status.kind == .file,
            status.size <= Lineage.maximumBytes
        else { return Lineage() }
        return Lineage(try files.content(of: Self.lineagePlace, limit: Lineage.maximumBytes))
    }

    /// The states that were noted and whose manifests are kept, the latest first.
    ///
    /// - Parameter contents: The contents that the history keeps.
    private func manifests(_ lineage: Lineage, among contents: Set<Digest>) -> some Sequence<Digest> {
        lineage.latestFirst.lazy.filter(contents.contains)
    }

    private func keptContents() throws(SystemError) -> Set<Digest> {
        guard try files.status(Self.contents)?.kind == .directory else { return [] }
        return Set(
            try files.list(Self.contents).compactMap { Digest(hexadecimal: String(decoding: $0.name, as: UTF8.self)) })
    }

    /// The states whose manifests must be kept.
    func statesToKeep() throws(SystemError) -> Set<Digest> {
        Set(manifests(try notedLineage(), among: try keptContents()).prefix(Self.keptManifests))
    }

    /// The states that the notebook had or has taken in.
    ///
    /// - Parameter fingerprint: That of the notebook now.
    func lineage(_ log: HistoryLog, _ fingerprint: Digest) throws(SystemError) -> Lineage {
        var lineage = try notedLineage()
        // What an undone merge took in can be taken in again; to undo a synchronisation undoes it in all copies.
        let undone = Set(
            log.records.filter { log.undoing($0.number) != nil && $0.note.verb != ChangeNote.synchronizing }
                .compactMap(\.note.merged))
        let standing = Set(log.records.filter { log.undoing($0.number) == nil }.compactMap(\.note.merged))
        lineage.forget(takenWith: undone.subtracting(standing))
        for record in log.records(after: lineage.states.last) {
            if let before = record.before { lineage.append(Lineage.State(record.note.time, before)) }
            if let merged = record.note.merged, standing.contains(merged) || !undone.contains(merged) {
                lineage.append(Lineage.State(record.note.time, merged, takenWith: merged))
            }
            lineage.append(Lineage.State(record.note.time, record.after))
        }
        lineage.end(at: Lineage.State(now(), fingerprint))
        return lineage
    }

    /// Remembers the states that the notebook had or has taken in.
    ///
    /// Only to be called when they are durable: what is listed and was not taken in would count as deleted here.
    ///
    /// - Parameters:
    ///   - lineage: All of them.
    ///   - manifest: The manifest of one of them, to be kept; `nil` for none.
    /// - Throws: `SystemError` if files cannot be written.
    func note(_ lineage: Lineage, keeping manifest: Manifest?) throws(SystemError) {
        try HistoryKeeping(self).makeDirectories()
        if let text = manifest?.text {
            let place = Self.kept(Digest.of(text))
            if try files.status(place)?.kind != .file { try write(text, at: place) }
        }
        if try notedLineage() != lineage { try write(lineage.text, at: Self.lineagePlace) }
        let kept = manifests(lineage, among: try keptContents())
        for old in kept.dropFirst(Self.keptManifests) { try files.unlink(Self.kept(old)) }
    }

    /// Writes a file of the history as a whole or not at all.
    private func write(_ bytes: [UInt8], at place: DiskPath) throws(SystemError) {
        let new = Self.newLineage
        if try files.status(new) != nil { try files.unlink(new) }
        let file = try files.create(new)
        defer { files.close(file) }
        try files.writeAll(bytes, to: file)
        try files.synchronize(file)
        try files.rename(new, to: place)
    }
}

extension HistoryLog {
    /// The changes since a state was noted.
    fileprivate func records(after state: Lineage.State?) -> some Sequence<HistoryRecord> {
        guard let state else { return records[...] }
        if let last = records.lastIndex(where: { $0.after == state.fingerprint }) { return records[(last + 1)...] }
        if let first = records.firstIndex(where: { $0.before == state.fingerprint }) { return records[first...] }
        return records[(records.firstIndex { $0.note.time > state.time } ?? records.endIndex)...]
    }
}
