import NotebookFormat
package import NotebookText

/// A log of reviews as a file: JSON Lines that only grow (docs/Study.md).
package struct StudyLog: Sendable {
    /// The records in the order of their lines.
    package private(set) var records: [StudyRecord] = []
    /// The numbers of lines that cannot be read, from 1; they stay in the file.
    package private(set) var unreadableLines: [Int] = []

    private static let format = "notebundle-study"
    private static let version = 1

    /// Reads a log.
    ///
    /// Several logs joined together give the same records as each by itself.
    ///
    /// - Throws: `TextProblem` if it was written by a later version of the format.
    package init(_ bytes: [UInt8]) throws(TextProblem) {
        var (start, number) = (0, 1)
        while start < bytes.count {
            let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
            if bytes[start..<end].contains(where: { !Line.isBlank($0) && $0 != 0x0D }) {
                try read(bytes, start..<end, number)
            }
            (start, number) = (end + 1, number + 1)
        }
    }

    /// The first line of a log.
    package static let head = Array("{\"format\": \"\(format)\", \"version\": \(version)}\n".utf8)

    /// Writes a record as a line, with its line feed.
    package static func line(_ record: StudyRecord) -> [UInt8] {
        switch record {
        case .review(let review):
            Array(
                """
                {"id": "\(review.id)", "time": "\(review.time)", "day": "\(review.day)", \
                "card": "\(review.key.card)", "side": "\(review.key.side.name)", \
                "grade": \(review.grade.rawValue), "milliseconds": \(review.milliseconds)}\n
                """.utf8)
        case .undo(let id, let time, let review):
            Array("{\"id\": \"\(id)\", \"time\": \"\(time)\", \"undoes\": \"\(review)\"}\n".utf8)
        case .hold(let hold):
            Array(
                """
                {"id": "\(hold.id)", "time": "\(hold.time)", "day": "\(hold.day)", "card": "\(hold.card)", \
                "hold": "\(hold.kind.rawValue)"}\n
                """.utf8)
        }
    }

    /// Adds records to the end of a log.
    ///
    /// A last line that was cut off stays a separate line.
    package static func appending(_ records: [StudyRecord], to bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes.isEmpty ? head : bytes
        if bytes.last != 0x0A { bytes.append(0x0A) }
        for record in records { bytes += line(record) }
        return bytes
    }

    private mutating func read(_ bytes: [UInt8], _ range: Range<Int>, _ number: Int) throws(TextProblem) {
        guard let line = StudyLogLine(Array(bytes[range])) else {
            unreadableLines.append(number)
            return
        }
        if line.format == Self.format {
            guard let version = line.version, version > Self.version else { return }
            throw TextProblem(
                "the log of reviews was written by a later version (\(version))", at: range.lowerBound,
                kind: .newerVersion)
        }
        guard let record = line.record else {
            unreadableLines.append(number)
            return
        }
        records.append(record)
    }
}

/// The values of a line, except those of unknown keys.
private struct StudyLogLine {
    var format: String?
    var version: Int?
    private var id: UniqueIdentifier?
    private var time: Timestamp?
    private var undoes: UniqueIdentifier?
    private var day: StudyDay?
    private var card: UniqueIdentifier?
    private var side: StudySide?
    private var grade: ReviewGrade?
    private var milliseconds = 0
    private var hold: StudyHold.Kind?

    /// Reads a line; `nil` if it is not an object with values of the right kinds.
    init?(_ line: [UInt8]) {
        var reader = JSONReader(line)
        do throws(TextProblem) {
            reader.skipWhiteSpace()
            try reader.object { (reader, key) throws(TextProblem) in
                try read(try reader.text(of: key.string), &reader)
            }
            try reader.end()
        } catch {
            return nil
        }
    }

    private mutating func read(_ key: String, _ reader: inout JSONReader) throws(TextProblem) {
        func text(_ reader: inout JSONReader) throws(TextProblem) -> String {
            let string = try reader.string()
            return try reader.text(of: string)
        }
        switch key {
        case "format": format = try text(&reader)
        case "version": version = try reader.integer()
        case "id": id = UniqueIdentifier(try text(&reader))
        case "time": time = Timestamp(canonical: try text(&reader))
        case "undoes": undoes = UniqueIdentifier(try text(&reader))
        case "day": day = StudyDay(try text(&reader))
        case "card": card = UniqueIdentifier(try text(&reader))
        case "side": side = StudySide(try text(&reader))
        case "grade": grade = ReviewGrade(rawValue: try reader.integer())
        case "hold": hold = StudyHold.Kind(rawValue: try text(&reader))
        case "milliseconds": milliseconds = try reader.integer()
        default: _ = try reader.value()
        }
    }

    /// The record of the line; `nil` if something is missing.
    var record: StudyRecord? {
        guard let id, let time else { return nil }
        if let undoes { return .undo(id: id, time: time, review: undoes) }
        guard let day, let card else { return nil }
        if let hold { return .hold(StudyHold(id: id, time: time, day: day, card: card, kind: hold)) }
        guard let side, let grade else { return nil }
        return .review(
            Review(
                id: id, time: time, day: day, key: StudyKey(card: card, side: side), grade: grade,
                milliseconds: milliseconds))
    }
}
