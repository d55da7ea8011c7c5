import NotebookText

/// Dates in the names of daily pages.
enum DailyTitle {
    private static let months = [
        "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
        "december",
    ]

    /// A day as the settings of a graph write it in the title of its page.
    ///
    /// - Parameter pattern: Such as `MMM do, yyyy`, with the letters of Java’s patterns and `do` for `1st`.
    static func text(_ day: CalendarDate, _ pattern: String) -> String {
        let weekday = (day.daysSince1970 % 7 + 11) % 7
        var output = ""
        var rest = pattern[...]
        while let letter = rest.first {
            if rest.begins(with: "do") {
                output += "\(day.day)\(ending(day.day))"
                rest = rest.dropFirst(2)
                continue
            }
            let run = rest.prefix { $0 == letter }
            rest = rest[run.endIndex...]
            let two = { (number: Int) in run.count > 1 && number < 10 ? "0\(number)" : "\(number)" }
            switch letter {
            case "y": output += run.count == 2 ? String("\(day.year)".suffix(2)) : "\(day.year)"
            case "M" where run.count > 2: output += name(months[day.month - 1], isShort: run.count == 3)
            case "M": output += two(day.month)
            case "d": output += two(day.day)
            case "E", "e": output += name(weekdays[weekday], isShort: run.count < 4)
            default: output += run
            }
        }
        return output
    }

    private static let weekdays = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"]

    private static func name(_ name: String, isShort: Bool) -> String {
        let whole = name.prefix(1).uppercased() + name.dropFirst()
        return isShort ? String(whole.prefix(3)) : whole
    }

    private static func ending(_ day: Int) -> String {
        if 11...13 ~= day { return "th" }
        return switch day % 10 {
        case 1: "st"
        case 2: "nd"
        case 3: "rd"
        default: "th"
        }
    }

    /// The day in ISO 8601 of `January 1st, 2021`, `2021_01_01` and the like; `nil` for other titles.
    static func day(_ title: String) -> String? {
        // Most titles have no number, or another beginning.
        guard let last = title.utf8.last, ASCII.isDigit(last) else { return nil }
        let bytes = Array(title.utf8)
        let isISO =
            bytes.count == 10
            && bytes.indices.allSatisfy {
                $0 == 4 || $0 == 7
                    ? bytes[$0] == UInt8(ascii: "-") || bytes[$0] == UInt8(ascii: "_") : ASCII.isDigit(bytes[$0])
            }
        if isISO { return title.replacing("_", with: "-") }
        let parts = title.split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 3, let name = parts.first, name.count >= 3, parts[2].utf8.count == 4,
            parts[2].utf8.allSatisfy(ASCII.isDigit), name.first?.isUppercase == true,
            name.dropFirst().allSatisfy(\.isLowercase),
            let month = months.firstIndex(where: { $0.hasPrefix(name.lowercased()) }),
            let ending = ["st,", "nd,", "rd,", "th,"].first(where: { parts[1].hasSuffix($0) }),
            case let day = parts[1].dropLast(ending.count), 1...2 ~= day.utf8.count, day.utf8.allSatisfy(ASCII.isDigit)
        else { return nil }
        func two(_ text: some StringProtocol) -> String { text.count < 2 ? "0\(text)" : String(text) }
        return "\(parts[2])-\(two("\(month + 1)"))-\(two(day))"
    }
}
