/// The states that a copy of a notebook had or took in from other copies, as far as it remembers (Format, clause 21.8).
///
/// Each state stands behind those that it comes from, and the one now is the last. A state that came back, such as by
/// undoing a change, occurs again.
package struct Lineage: Equatable, Sendable {
    /// One of the states.
    package struct State: Equatable, Sendable {
        /// When it was made or taken in.
        package let time: Timestamp
        /// The fingerprint of the notebook.
        package let fingerprint: Digest
        /// The state of another copy that it was taken in with; `nil` for a state of this copy.
        package let takenWith: Digest?

        /// A state.
        package init(_ time: Timestamp, _ fingerprint: Digest, takenWith: Digest? = nil) {
            (self.time, self.fingerprint, self.takenWith) = (time, fingerprint, takenWith)
        }
    }

    /// The longest text that is read, in bytes.
    package static let maximumBytes = 1 << 20
    /// So many states are remembered, the latest.
    package static let maximumStates = 4096

    /// The states, the oldest first.
    package private(set) var states: [State]

    /// A copy that remembers states.
    package init(_ states: [State] = []) { self.states = states }

    /// Reads the lines of a file; those that cannot be read are left out.
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

    /// The lines of a file: a time, a fingerprint, and the state that it was taken in with.
    package var text: [UInt8] {
        Array(
            states.map { state in
                "\(state.time) \(state.fingerprint)" + (state.takenWith.map { " \($0)" } ?? "") + "\n"
            }.joined().utf8)
    }

    /// The same states, as those of this copy.
    package var own: Lineage { Lineage(states.map { State($0.time, $0.fingerprint) }) }

    /// The fingerprints, the latest first, each once.
    package var latestFirst: [Digest] {
        var seen: Set<Digest> = []
        return states.reversed().map(\.fingerprint).filter { seen.insert($0).inserted }
    }

    /// Adds a state that the copy has now, unless it is the last one.
    package mutating func append(_ state: State) {
        guard states.last?.fingerprint != state.fingerprint else { return }
        states.append(state)
        if states.count > Self.maximumStates { states.removeFirst() }
    }

    /// Makes a state the last one, if nobody knows that it came back: what comes behind it is forgotten.
    ///
    /// So an older copy whose list is newer, since the list was carried first, is not taken for one that was changed.
    package mutating func end(at state: State) {
        if let last = states.lastIndex(where: { $0.fingerprint == state.fingerprint }) {
            states.removeSubrange((last + 1)...)
        } else {
            append(state)
        }
    }

    /// Adds the states of a copy that was taken in at some time.
    package mutating func take(_ other: Lineage, at time: Timestamp) {
        guard let last = other.states.last else { return }
        // Behind the latest state of both, a known one came back; before it, it is only listed in another order.
        let latest = commonPlaces(with: other).last?.there ?? -1
        let known = Set(states.map(\.fingerprint))
        let new = other.states.indices.filter { $0 > latest || !known.contains(other.states[$0].fingerprint) }
        for place in new { append(State(time, other.states[place].fingerprint, takenWith: last.fingerprint)) }
    }

    /// Forgets what was taken in with some states, but for what the copy had as well.
    package mutating func forget(takenWith others: Set<Digest>) {
        guard !others.isEmpty else { return }
        states.removeAll { $0.takenWith.map(others.contains) ?? false }
    }

    /// The states that two copies have in common, the latest first: each of them comes, in both, before the one
    /// before it in the result.
    package func common(with other: Lineage) -> [Digest] {
        commonPlaces(with: other).reversed().map { states[$0.here].fingerprint }
    }

    /// A longest common subsequence of two lists, by the algorithm of Hunt and Szymanski: nearly all states occur once.
    private func commonPlaces(with other: Lineage) -> [(here: Int, there: Int)] {
        var places: [Digest: [Int]] = [:]
        for (place, state) in other.states.enumerated().reversed() {
            places[state.fingerprint, default: []].append(place)
        }
        /// A pair of places, and the pair before it in the longest sequence that ends with it.
        struct Link { let here: Int, there: Int, before: Int? }
        var links: [Link] = []
        // Of the sequences of each length, the one that ends first in the other list.
        var ends: [Int] = []
        for here in states.indices {
            for there in places[states[here].fingerprint] ?? [] {
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
