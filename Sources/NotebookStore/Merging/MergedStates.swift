import NotebookFormat

/// A state of another copy that a notebook has taken in.
struct MergedState: Equatable {
    /// When it was taken in.
    let time: Timestamp
    /// The fingerprint of the other copy then.
    let fingerprint: Digest
}

extension Store {
    /// The list of the states of other copies that the notebook has taken in (Format, clause 21.6).
    static let mergedStates = historyPlace.appending("merged")
    private static let newMergedStates = historyPlace.appending("merged.new")

    /// So many states are remembered, the latest.
    private static let rememberedStates = 4096
    /// Of so many states, the latest, the manifest is kept as well, whatever limits the history has.
    private static let keptManifests = 8
    /// The longest list that is read, in bytes.
    private static let longestList = 1 << 20

    /// The states of other copies that were taken in, the oldest first; lines that cannot be read are left out.
    ///
    /// - Throws: `SystemError` if the list cannot be read.
    func listedStates() throws(SystemError) -> [MergedState] {
        guard let status = try files.status(Self.mergedStates), status.kind == .file, status.size <= Self.longestList
        else { return [] }
        let text = String(decoding: try files.content(of: Self.mergedStates, limit: Self.longestList), as: UTF8.self)
        return text.split(whereSeparator: \.isNewline).compactMap { line in
            let words = line.split(separator: " ")
            guard words.count == 2, let time = Timestamp(canonical: String(words[0])),
                let fingerprint = Digest(hexadecimal: String(words[1]))
            else { return nil }
            return MergedState(time: time, fingerprint: fingerprint)
        }
    }

    /// The fingerprints whose manifests must be kept.
    func statesToKeep() throws(SystemError) -> Set<Digest> {
        Set(try listedStates().suffix(Self.keptManifests).map(\.fingerprint))
    }

    /// Remembers that the notebook has taken in a state of another copy.
    ///
    /// Only to be called when that is durable: what is listed and was not taken in would count as deleted here.
    ///
    /// - Parameter manifest: The manifest of the other copy; `nil` to remember only its fingerprint.
    /// - Throws: `SystemError` if files cannot be written.
    func noteMerged(_ fingerprint: Digest, manifest: [UInt8]?) throws(SystemError) {
        var states = try listedStates()
        guard states.last?.fingerprint != fingerprint else { return }
        states.removeAll { $0.fingerprint == fingerprint }
        states.append(MergedState(time: now(), fingerprint: fingerprint))
        try HistoryKeeping(self).makeDirectories()
        if let manifest, try !keepsContent(fingerprint) { try write(manifest, at: Self.kept(fingerprint)) }
        let lines = states.suffix(Self.rememberedStates).map { "\($0.time) \($0.fingerprint)\n" }
        try write(Array(lines.joined().utf8), at: Self.mergedStates)
    }

    /// Writes a file of the history as a whole or not at all.
    private func write(_ bytes: [UInt8], at place: DiskPath) throws(SystemError) {
        let new = Self.newMergedStates
        if try files.status(new) != nil { try files.unlink(new) }
        let file = try files.create(new)
        defer { files.close(file) }
        try files.writeAll(bytes, to: file)
        try files.synchronize(file)
        try files.rename(new, to: place)
    }

    /// The states that the notebook had or has taken in, the latest first.
    ///
    /// - Parameter fingerprint: That of the notebook now.
    func knownStates(_ log: HistoryLog, _ fingerprint: Digest) throws(SystemError) -> [Digest] {
        let undone = Set(log.records.filter { log.undoing($0.number) != nil }.compactMap(\.note.merged))
        let standing = Set(log.records.filter { log.undoing($0.number) == nil }.compactMap(\.note.merged))
        let listed = try listedStates().filter { !undone.contains($0.fingerprint) || standing.contains($0.fingerprint) }
        let noted = listed.map(\.fingerprint) + undone
        // Of two that are equally old, that of the notebook itself came later.
        var states = listed.map { (time: $0.time, isOwn: 0, fingerprint: $0.fingerprint) }
        for record in log.records {
            if let merged = record.note.merged, !noted.contains(merged) { states.append((record.note.time, 0, merged)) }
            if let before = record.before { states.append((record.note.time, 1, before)) }
            states.append((record.note.time, 1, record.after))
        }
        let sorted = states.enumerated().sorted {
            ($0.element.time, $0.element.isOwn, $0.offset) > ($1.element.time, $1.element.isOwn, $1.offset)
        }
        var seen: Set<Digest> = []
        return ([fingerprint] + sorted.map(\.element.fingerprint)).filter { seen.insert($0).inserted }
    }
}
