import NotebookBundle

/// Numbers, dates and sizes as people read them.
enum Wording {
    /// `1 note`, `2 notes`.
    static func count(_ number: Int, _ singular: String, _ plural: String? = nil) -> String {
        "\(number) \(number == 1 ? singular : plural ?? singular + "s")"
    }

    /// A number, right-aligned in a column of this many digits.
    static func number(_ number: Int, _ digits: Int) -> String {
        let text = String(number)
        return String(repeating: " ", count: max(0, digits - text.count)) + text
    }

    /// `zip`, `zip or tar`, `zip, tar or tar.gz`.
    static func list(_ things: [some CustomStringConvertible], _ conjunction: String = "or") -> String {
        let words = things.map(\.description)
        guard words.count > 1, let last = words.last else { return words.first ?? "" }
        return "\(words.dropLast().joined(separator: ", ")) \(conjunction) \(last)"
    }

    /// Numbers in a sentence, with runs of three or more as ‘3 to 7’.
    static func ranges(_ numbers: [Int]) -> String {
        var runs: [ClosedRange<Int>] = []
        for number in numbers.sorted() {
            if let last = runs.last, last.upperBound + 1 == number {
                runs[runs.count - 1] = last.lowerBound...number
            } else {
                runs.append(number...number)
            }
        }
        return list(
            runs.flatMap { $0.count < 3 ? $0.map(String.init) : ["\($0.lowerBound) to \($0.upperBound)"] }, "and")
    }

    /// How long ago something happened, from seconds.
    static func age(_ seconds: Int64) -> String {
        let units: [(Int64, String)] = [
            (31_557_600, "year"), (2_629_800, "month"), (604_800, "week"), (86_400, "day"), (3600, "hour"),
            (60, "minute"),
        ]
        guard seconds >= 0 else { return "in the future" }
        guard let (length, unit) = units.first(where: { seconds >= $0.0 }) else { return "just now" }
        return "\(count(Int(seconds / length), unit)) ago"
    }

    /// A size in bytes, kB, MB or GB (powers of 1,000).
    static func size(_ bytes: Int) -> String {
        guard bytes >= 1000 else { return count(bytes, "byte") }
        var value = Double(bytes) / 1000
        var units = ["kB", "MB", "GB", "TB", "PB"][...]
        while value >= 999.5, units.count > 1 {
            value /= 1000
            units.removeFirst()
        }
        let rounded = value < 9.95 ? "\((value * 10).rounded() / 10)" : "\(Int(value.rounded()))"
        return "\(rounded.hasSuffix(".0") ? String(rounded.dropLast(2)) : rounded) \(units.first ?? "")"
    }
}
