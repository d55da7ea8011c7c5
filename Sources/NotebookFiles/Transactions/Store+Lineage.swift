package import NotebookFormat
package import NotebookMerging
package import NotebookText

extension Store {
    /// The states that the notebook had and the states of other copies that it merged (Format, clause 27.8).
    package static let lineagePlace = historyPlace.appending("lineage")
    private static let newLineage = historyPlace.appending("lineage.new")

    /// For how many of the latest states the manifest is kept as well, whatever the limits of the history.
    private static let keptManifests = 8

    /// The recorded states.
    ///
    /// - Throws: `SystemError` if the list cannot be read.
    package func recordedLineage() throws(SystemError) -> Lineage {
        guard let status = try files.status(Self.lineagePlace), status.kind == .file,
            status.size <= Lineage.maximumBytes
        else { return Lineage() }
        return Lineage(try files.content(of: Self.lineagePlace, limit: Lineage.maximumBytes))
    }

    /// The contents that the history keeps.
    func keptContents() throws(SystemError) -> Set<Digest> {
        guard try files.status(Self.contents)?.kind == .directory else { return [] }
        return Set(
            try files.list(Self.contents).compactMap { Digest(hexadecimal: $0.name, in: $0.name.indices) })
    }

    /// The states whose manifests must be kept.
    ///
    /// - Parameter noted: The recorded states.
    package func statesToKeep(of noted: Lineage) throws(SystemError) -> Set<Digest> {
        Set(try statesKept(of: noted).prefix(Self.keptManifests))
    }

    /// The states whose manifests the history has, the latest first.
    private func statesKept(of lineage: Lineage) throws(SystemError) -> [Digest] {
        let states = lineage.latestFirst
        let names = NameList(states.lazy.map { Array($0.description.utf8) })
        let statuses = try files.statuses(of: names, in: Self.contents)
        return zip(states, statuses).filter { $1?.kind == .file }.map(\.0)
    }

    /// The states that the notebook had or merged.
    ///
    /// - Parameters:
    ///   - noted: The recorded states.
    ///   - fingerprint: The current fingerprint of the notebook.
    ///   - manifest: The manifest with this fingerprint, if it can be read.
    /// - Throws: `SystemError` if kept manifests cannot be read.
    package func lineage(
        _ noted: Lineage, _ log: HistoryLog, _ fingerprint: Digest, _ manifest: Manifest?
    ) throws(SystemError) -> Lineage {
        var lineage = noted
        // What an undone merge brought can be merged again; undoing a synchronisation undoes it in all copies.
        let undone = Set(
            log.records.filter { log.undoing($0.number) != nil && $0.note.verb != ChangeNote.synchronizing }
                .compactMap(\.note.merged))
        let standing = Set(log.records.filter { log.undoing($0.number) == nil }.compactMap(\.note.merged))
        lineage.forget(takenWith: undone.subtracting(standing))
        for record in log.records(after: lineage.states.last) {
            // A change that begins at an earlier state is a branch: somebody brought that state back.
            if let before = record.before { lineage.end(at: Lineage.State(record.note.time, before)) }
            if let merged = record.note.merged, standing.contains(merged) || !undone.contains(merged) {
                lineage.append(Lineage.State(record.note.time, merged, takenWith: merged))
            }
            let after = Lineage.State(record.note.time, record.after)
            if record.note.verb == ChangeNote.replacing { lineage.end(at: after) } else { lineage.append(after) }
        }
        if let manifest, !lineage.contains(fingerprint) {
            lineage.forgetStates(besides: manifest, known: try keptManifests(of: lineage))
        }
        lineage.end(at: Lineage.State(now(), fingerprint))
        return lineage
    }

    /// The manifests of states that are kept, the latest first.
    private func keptManifests(of lineage: Lineage) throws(SystemError) -> [(state: Digest, manifest: Manifest)] {
        try statesToKeep(of: lineage).sorted(by: lineage.isLater).compactMap { state in
            let bytes = try? files.content(of: Self.kept(state), limit: Manifest.maximumBytes)
            return bytes.flatMap { try? Manifest($0) }.map { (state, $0) }
        }
    }

    /// Records the states that the notebook had or merged.
    ///
    /// Call it only once they are durable: what is listed but was not merged would count as deleted here.
    ///
    /// - Parameters:
    ///   - lineage: All of them.
    ///   - state: The manifest of one of them, to be kept; `nil` for none.
    /// - Throws: `SystemError` if files cannot be written.
    package func record(
        _ lineage: Lineage, keeping state: (fingerprint: Digest, manifest: Manifest)?
    ) throws(SystemError) {
        try HistoryKeeping(self).makeDirectories()
        if let state, try !keepsContent(state.fingerprint) {
            try write(state.manifest.text, at: Self.kept(state.fingerprint))
        }
        if try recordedLineage() != lineage { try write(lineage.text, at: Self.lineagePlace) }
        for state in try statesKept(of: lineage).dropFirst(Self.keptManifests) { try files.unlink(Self.kept(state)) }
    }

    /// Adds a change to the recorded states where no record of the change says which state it comes from: without a
    /// history, other copies could not tell it from an older state that somebody put back.
    func recordStates(before: Digest?, after: Digest) throws(SystemError) {
        guard history == nil, !isKeptElsewhere, let before, try files.status(Self.lineagePlace) != nil else { return }
        var lineage = try recordedLineage()
        lineage.end(at: Lineage.State(now(), before))
        lineage.append(Lineage.State(now(), after))
        try record(lineage, keeping: nil)
    }

    /// Writes a file of the history completely or not at all.
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
    /// The changes since a state was recorded.
    fileprivate func records(after state: Lineage.State?) -> some Sequence<HistoryRecord> {
        guard let state else { return records[...] }
        if let last = records.lastIndex(where: { $0.after == state.fingerprint }) { return records[(last + 1)...] }
        if let first = records.firstIndex(where: { $0.before == state.fingerprint }) { return records[first...] }
        // In the same second, a change is later: what it left out would count as deleted otherwise.
        return records[(records.firstIndex { $0.note.time >= state.time } ?? records.endIndex)...]
    }
}
