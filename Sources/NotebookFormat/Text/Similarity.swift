/// What a mistyped word was probably meant to be.
package enum Similarity {
    /// The words that are nearest to a text, the nearest first, at most three.
    package static func nearest(to text: String, in words: [String]) -> [String] {
        let key = Array(ComparisonKey(text).text.unicodeScalars)
        let limit = max(1, key.count / 3)
        var seen: Set<String> = []
        let ranked = words.filter { seen.insert($0).inserted }.compactMap { word -> (word: String, distance: Int)? in
            let other = Array(ComparisonKey(word).text.unicodeScalars)
            if key.count >= 3, other.count > key.count, other.starts(with: key) { return (word, 0) }
            guard abs(other.count - key.count) <= limit else { return nil }
            let distance = distance(key, other)
            return distance <= limit ? (word, distance) : nil
        }
        return ranked.sorted { ($0.distance, $0.word) < ($1.distance, $1.word) }.prefix(3).map(\.word)
    }

    /// The number of characters that must be changed, put in, taken out or swapped with a neighbour (Damerau–Levenshtein,
    /// restricted).
    package static func distance(_ one: [Unicode.Scalar], _ two: [Unicode.Scalar]) -> Int {
        var rows = [Array(0...two.count)]
        for (index, scalar) in one.enumerated() {
            var row = [index + 1]
            for (column, other) in two.enumerated() {
                let last = rows[index]
                var cost = min(last[column] + (scalar == other ? 0 : 1), last[column + 1] + 1, row[column] + 1)
                if index > 0, column > 0, scalar == two[column - 1], one[index - 1] == other {
                    cost = min(cost, rows[index - 1][column - 1] + 1)
                }
                row.append(cost)
            }
            rows.append(row)
        }
        return rows[one.count][two.count]
    }
}
