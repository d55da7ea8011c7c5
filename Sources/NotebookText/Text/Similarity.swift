/// Suggests what a mistyped word probably means.
package enum Similarity {
    /// The words most similar to a text, the most similar first, at most three.
    package static func nearest(to text: String, in words: [String]) -> [String] {
        var seen: Set<String> = []
        return SimilarName(text).nearest(in: words.filter { seen.insert($0).inserted }.map(SimilarName.init))
    }

    /// The number of characters to change, insert, remove or swap with a neighbour (Damerau–Levenshtein, restricted);
    /// `nil` above a limit.
    ///
    /// Compares only this many characters around the diagonal.
    package static func distance(_ one: [Unicode.Scalar], _ two: [Unicode.Scalar], upTo limit: Int) -> Int? {
        guard abs(one.count - two.count) <= limit else { return nil }
        let far = limit + 1
        // The rows of the last two characters, and the current one.
        var (before, last) = ([Int](repeating: far, count: two.count + 1), [Int](repeating: far, count: two.count + 1))
        for column in 0...min(two.count, limit) { last[column] = column }
        var row = last
        for index in one.indices {
            let columns = max(0, index - limit)..<min(two.count, index + limit + 1)
            row[columns.lowerBound] = columns.lowerBound == 0 && index < limit ? index + 1 : far
            var best = row[columns.lowerBound]
            for column in columns {
                var cost = min(last[column] + (one[index] == two[column] ? 0 : 1), row[column] + 1)
                if column + 1 < index + limit + 1 { cost = min(cost, last[column + 1] + 1) }
                if index > 0, column > 0, one[index] == two[column - 1], one[index - 1] == two[column] {
                    cost = min(cost, before[column - 1] + 1)
                }
                row[column + 1] = min(cost, far)
                best = min(best, cost)
            }
            if columns.upperBound < two.count { row[columns.upperBound + 1] = far }
            guard best <= limit else { return nil }
            (before, last, row) = (last, row, before)
        }
        return last[two.count] <= limit ? last[two.count] : nil
    }
}

/// A name to compare with many others.
package struct SimilarName {
    package let text: String
    private let key: [Unicode.Scalar]
    /// How many characters of a name to compare.
    private static let longest = 200

    package init(_ text: String) {
        self.text = text
        key = Array(ComparisonKey(text).text.unicodeScalars.prefix(Self.longest))
    }

    /// The names most similar to this one, the most similar first, at most three; none if none resembles it.
    package func nearest(in names: [SimilarName]) -> [String] {
        let limit = max(1, key.count / 3)
        var ranked: [(word: String, distance: Int)] = []
        for other in names {
            if key.count >= 3, other.key.count > key.count, other.key.starts(with: key) {
                ranked.append((other.text, 0))
            } else if let distance = Similarity.distance(key, other.key, upTo: limit), resembles(other) {
                ranked.append((other.text, distance))
            }
        }
        return ranked.sorted { ($0.distance, $0.word) < ($1.distance, $1.word) }.prefix(3).map(\.word)
    }

    /// Whether a name within the distance of a typing error is similar at all: a short one has the same letters or the
    /// same beginning, so that “a” is not taken for “b”, nor “dog” for “log”.
    private func resembles(_ other: SimilarName) -> Bool {
        guard min(key.count, other.key.count) <= 3, key != other.key else { return true }
        return key.count == other.key.count && key.count < 3
            ? key.sorted() == other.key.sorted()
            : key.first == other.key.first || key.sorted() == other.key.sorted()
    }
}
