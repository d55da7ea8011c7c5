import NotebookText

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Small texts of pages.
enum PageText {
    /// A size in bytes, kB, MB or GB (powers of 1,000).
    static func size(_ bytes: Int) -> String {
        guard bytes >= 1000 else { return bytes == 1 ? "1 byte" : "\(bytes) bytes" }
        var value = Double(bytes) / 1000
        var units = ["kB", "MB", "GB", "TB"][...]
        while value >= 999.5, units.count > 1 {
            value /= 1000
            units.removeFirst()
        }
        let number = value < 9.95 ? "\((value * 10).rounded() / 10)" : "\(Int(value.rounded()))"
        return "\(number.hasSuffix(".0") ? String(number.dropLast(2)) : number) \(units.first ?? "")"
    }

    /// A number of things.
    static func count(_ number: Int, _ word: String) -> String { number == 1 ? "1 \(word)" : "\(number) \(word)s" }

    /// A date as a `time` element: the day in UTC.
    static func time(_ timestamp: Timestamp) -> String {
        let day = timestamp.minute.prefix(10)
        return "<time datetime=\"\(day)\">\(PageText.day(day))</time>"
    }

    /// A day `YYYY-MM-DD` as people write it.
    private static func day(_ text: Substring) -> String {
        let parts = text.split(separator: "-").compactMap { Int($0) }
        guard parts.count == 3, (1...12).contains(parts[1]) else { return String(text) }
        return "\(parts[2]) \(months[parts[1] - 1]) \(parts[0])"
    }

    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// Bytes as a data address.
    static func data(_ bytes: [UInt8], type: String) -> String {
        "data:\(type);base64,\(Data(bytes).base64EncodedString())"
    }

    /// The digest of a text for a content security policy, which then allows only that text.
    static func policyDigest(_ text: String) -> String {
        "'sha256-\(Data(Digest.of(Array(text.utf8)).bytes).base64EncodedString())'"
    }
}
