package import NotebookFormat
package import NotebookText

/// The states that a copy of a notebook had or merged from other copies, as far as it remembers (Format, clause 27.8).
///
/// Each state comes after the states that it derives from; the current state is the last. A state that returned, such
/// as by undoing a change, occurs again.
package struct Lineage: Equatable, Sendable {
    /// One of the states.
    package struct State: Equatable, Sendable {
        /// When it was made or merged.
        package let time: Timestamp
        /// The fingerprint of the notebook.
        package let fingerprint: Digest
        /// The state of another copy whose merge added it; `nil` for a state of this copy.
        package let takenWith: Digest?

        /// Makes a state.
        package init(_ time: Timestamp, _ fingerprint: Digest, takenWith: Digest? = nil) {
            (self.time, self.fingerprint, self.takenWith) = (time, fingerprint, takenWith)
        }
    }

    /// The largest accepted text, in bytes.
    package static let maximumBytes = 1 << 20
    /// The maximum number of remembered states; older ones are dropped.
    package static let maximumStates = 4096

    /// The states, the oldest first.
    package private(set) var states: [State]

    /// Makes the lineage of a copy that remembers these states.
    package init(_ states: [State] = []) { self.states = states }

    /// Reads the lines of a file; skips those that it cannot read.
    package init(_ bytes: [UInt8]) {
        states = bytes.split { $0 == 0x0A || $0 == 0x0D }.compactMap { line in
            let words = line.split(separator: 0x20)
            guard 2...3 ~= words.count, let time = Timestamp(canonical: bytes, in: words[0].indices),
                let fingerprint = Digest(hexadecimal: bytes, in: words[1].indices)
            else { return nil }
            guard words.count == 3 else { return State(time, fingerprint) }
            guard let other = Digest(hexadecimal: bytes, in: words[2].indices) else { return nil }
            return State(time, fingerprint, takenWith: other)
        }
    }

    /// The lines of a file: each a time, a fingerprint, and for a merged state the state of the other copy.
    package var text: [UInt8] {
        Array(
            states.map { state in
                "\(state.time) \(state.fingerprint)" + (state.takenWith.map { " \($0)" } ?? "") + "\n"
            }.joined().utf8)
    }

    /// The same states, recorded as states of this copy.
    package var own: Lineage { Lineage(states.map { State($0.time, $0.fingerprint) }) }

    /// The fingerprints, the latest first, without duplicates.
    package var latestFirst: [Digest] {
        var seen: Set<Digest> = []
        return states.reversed().map(\.fingerprint).filter { seen.insert($0).inserted }
    }

    /// Adds the current state of the copy, unless it is already the last one.
    package mutating func append(_ state: State) {
        guard states.last?.fingerprint != state.fingerprint else { return }
        states.append(state)
        if states.count > Self.maximumStates { states.removeFirst() }
    }

    /// Makes a state the last one by forgetting the states after it, for a state that no known change brought back.
    ///
    /// When files are copied one by one, the list can arrive before the rest of a notebook. Without this, such an older
    /// copy with a newer list would seem changed.
    package mutating func end(at state: State) {
        if let last = states.lastIndex(where: { $0.fingerprint == state.fingerprint }) {
            states.removeSubrange((last + 1)...)
        } else {
            append(state)
        }
    }

    /// Whether this is one of the states.
    package func contains(_ fingerprint: Digest) -> Bool { states.contains { $0.fingerprint == fingerprint } }

    /// Whether one state was made or merged after another.
    package func isLater(_ one: Digest, _ other: Digest) -> Bool {
        func place(_ state: Digest) -> Int { states.lastIndex { $0.fingerprint == state } ?? -1 }
        return place(one) > place(other)
    }

    /// Forgets a state and those after it.
    package mutating func forget(from fingerprint: Digest) {
        guard let first = states.firstIndex(where: { $0.fingerprint == fingerprint }) else { return }
        states.removeSubrange(first...)
    }

    /// Forgets the states that a state which another program put into place cannot come from: what these have and it
    /// lacks would count as deleted, and what it has from an older state as put back.
    ///
    /// - Parameters:
    ///   - manifest: That of the state.
    ///   - known: The manifests of some states, the latest first.
    package mutating func forgetStates(
        besides manifest: Manifest, known: [(state: Digest, manifest: Manifest)]
    ) {
        for (place, earlier) in known.enumerated() {
            let isOlder = known[(place + 1)...].contains { older in
                manifest.hasBack(from: older.manifest, since: earlier.manifest)
            }
            if !isOlder, manifest.holdsAll(of: earlier.manifest) { return }
            forget(from: earlier.state)
        }
    }

    /// Forgets all states but some.
    package mutating func forgetAll(but isKept: (State) -> Bool) { states.removeAll { !isKept($0) } }

    /// Adds the states of a copy that was merged at this time.
    package mutating func merge(_ other: Lineage, at time: Timestamp) {
        guard let last = other.states.last else { return }
        // A known state after the latest common one returned; before it, the lists only differ in order.
        let latest = commonPlaces(with: other).last?.there ?? -1
        let known = Set(states.map(\.fingerprint))
        let new = other.states.indices.filter { $0 > latest || !known.contains(other.states[$0].fingerprint) }
        for place in new { append(State(time, other.states[place].fingerprint, takenWith: last.fingerprint)) }
    }

    /// Forgets the states that were merged with some states of other copies; keeps the copy's own.
    package mutating func forget(takenWith others: Set<Digest>) {
        guard !others.isEmpty else { return }
        states.removeAll { $0.takenWith.map(others.contains) ?? false }
    }

    /// The states that two copies have in common and in the same order, the latest first.
    package func common(with other: Lineage) -> [Digest] {
        commonPlaces(with: other).reversed().map { states[$0.here].fingerprint }
    }

    /// A longest common subsequence of two lists; of several, one in which a state that returned is not the one that the
    /// other copy has from before.
    private func commonPlaces(with other: Lineage) -> [(here: Int, there: Int)] {
        let places = common(states.map(\.fingerprint), other.states.map(\.fingerprint))
        let exact = common(occurrences, other.occurrences)
        return exact.count < places.count ? places : exact
    }

    /// A state, and how often it occurred so far.
    private struct Occurrence: Hashable {
        let fingerprint: Digest
        let number: Int
    }

    private var occurrences: [Occurrence] {
        var counts: [Digest: Int] = [:]
        return states.map { state in
            counts[state.fingerprint, default: 0] += 1
            return Occurrence(fingerprint: state.fingerprint, number: counts[state.fingerprint] ?? 0)
        }
    }

    /// A pair of places, and the pair before it in the longest sequence that ends with it.
    private struct Link { let here: Int, there: Int, before: Int? }

    /// A longest common subsequence, by the algorithm of Hunt and Szymanski: nearly all states occur once.
    private func common<State: Hashable>(_ own: [State], _ other: [State]) -> [(here: Int, there: Int)] {
        var places: [State: [Int]] = [:]
        for (place, state) in other.enumerated().reversed() { places[state, default: []].append(place) }
        var links: [Link] = []
        // For each length, the sequence that ends first in the other list.
        var ends: [Int] = []
        for (here, state) in own.enumerated() {
            for there in places[state] ?? [] {
                var (low, high) = (0, ends.count)
                while low < high {
                    let middle = (low + high) / 2
                    if links[ends[middle]].there < there { low = middle + 1 } else { high = middle }
                }
                links.append(Link(here: here, there: there, before: low > 0 ? ends[low - 1] : nil))
                if low < ends.count { ends[low] = links.count - 1 } else { ends.append(links.count - 1) }
            }
        }
        var found: [(here: Int, there: Int)] = []
        var next = ends.last
        while let link = next.map({ links[$0] }) {
            found.append((link.here, link.there))
            next = link.before
        }
        return found.reversed()
    }
}
