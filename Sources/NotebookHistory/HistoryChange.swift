import NotebookFiles
public import NotebookFormat
public import NotebookQuery
import NotebookStore
public import NotebookText

/// A change of a notebook that its history keeps.
public struct HistoryChange: Identifiable, Sendable {
    /// Its number, by which it can be undone.
    public let id: Int
    /// When it was made.
    public let time: Timestamp
    /// What made it: a verb of the tool, or `edit`.
    public let verb: String
    /// The fingerprint before; `nil` if there was no manifest.
    package let before: Digest?
    /// The fingerprint after.
    package let after: Digest
    /// The files that it wrote, deleted or moved, in the order of their paths; never the manifest.
    public let files: [File]
    /// The number of the change that it undoes; `nil` if it does not undo a change.
    public let undoes: Int?
    /// The number of the change that undid it; `nil` if it is not undone.
    package let undoneBy: Int?
    /// The name of the copy that it merged, such as its path at that time; `nil` if it was not a merge.
    package let source: String?

    /// The numbers of later changes that undoing passed over, since what they deleted is gone for good.
    package internal(set) var passedOver: [Int] = []

    /// The attachments that it had added and that stayed when it was undone, because other items use them.
    package internal(set) var keptAttachments: [BundlePath] = []

    /// The same as `id`, as it is called in messages and in the history.
    package var number: Int { id }

    /// What happened to a file.
    public struct File: Hashable, Sendable {
        /// Its path before; `nil` if it was added.
        public let oldPath: BundlePath?
        /// Its path after; `nil` if it was deleted.
        public let newPath: BundlePath?
        /// The digest before; `nil` if it was added.
        package let before: Digest?
        /// The digest after; `nil` if it was deleted.
        package let after: Digest?
    }

    init(_ record: HistoryRecord) { self.init(record, in: HistoryLog([record])) }

    package init(_ record: HistoryRecord, in log: HistoryLog) {
        id = record.number
        time = record.note.time
        verb = record.note.verb
        before = record.before
        after = record.after
        undoes = record.note.undoes
        source = record.note.source
        undoneBy = log.undoing(record.number)
        let moves = Dictionary(record.note.moved.map { ($0.to, $0.from) }) { first, _ in first }
        let byPath = Dictionary(record.files.map { ($0.path, $0) }) { first, _ in first }
        let origins = Set(moves.values)
        files = record.files.compactMap { change in
            // What another program renamed and changed, the change found under the new name.
            if let from = moves[change.path], byPath[from] != nil || change.before == nil {
                return File(
                    oldPath: from, newPath: change.path, before: byPath[from]?.before, after: change.after)
            }
            if change.after == nil, origins.contains(change.path) { return nil }
            return File(
                oldPath: change.before == nil ? nil : change.path, newPath: change.after == nil ? nil : change.path,
                before: change.before, after: change.after)
        }
    }
}

/// A moment in the history of a notebook, as a person names it.
public enum HistoryMoment: Hashable, Sendable {
    /// After the change with this number; 0 is before all changes that are kept.
    case change(Int)
    /// A time as a range of seconds since 1970, such as a day or a minute.
    case time(Range<Int>)
    /// When the fingerprint began with these hexadecimal digits.
    case fingerprint(String)

    /// Reads the number of a change, the beginning of a fingerprint, or a date as in queries.
    ///
    /// - Throws: `QueryError` if it is none of these.
    public init(_ text: String, in context: QueryContext) throws(QueryError) {
        let digits = text.hasPrefix("#") ? String(text.dropFirst()) : text
        if digits.utf8.count <= Self.longestNumber, let number = Int(digits), number >= 0, digits.first != "+",
            digits.first != "-"
        {
            self = .change(number)
        } else if (Self.shortestFingerprint...64).contains(text.utf8.count),
            text.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) })
        {
            self = .fingerprint(text)
        } else {
            // Lists show a date and a time with a space between them.
            let parts =
                text.wholeMatch(of: /\d{1,2}:\d{2}(:\d{2})?/) == nil
                ? text.split(separator: " ")
                : [
                    "\(Self.today(in: context))",
                    text.utf8.dropFirst().first == 0x3A ? "0\(text)" : text[...],
                ]
            let isTime = parts.count == 2 && parts[1].utf8.contains(0x3A)
            self = .time(try QueryParser.moment(isTime ? "\(parts[0])T\(parts[1])" : text).seconds(in: context))
        }
    }

    private static func today(in context: QueryContext) -> CalendarDate {
        LocalCalendar(context).day(of: Int(context.now.secondsSince1970)).date
    }

    private static let longestNumber = 7
    private static let shortestFingerprint = 8

    /// Finds the change that this moment comes after.
    ///
    /// - Parameters:
    ///   - fingerprint: The current fingerprint of the notebook.
    ///   - isStart: Whether a day means its beginning instead of its end.
    /// - Returns: Its number, or 0 before all changes; `nil` if the history does not know the moment.
    package func number(in log: HistoryLog, _ fingerprint: Digest, atStart isStart: Bool = false) -> Int? {
        let last = log.records.last?.number ?? 0
        switch self {
        case .change(let number):
            let first = log.records.first?.number ?? 1
            return (first - 1...max(last, first - 1)).contains(number) ? number : nil
        case .fingerprint(let text):
            if fingerprint.description.hasPrefix(text) { return last }
            if let record = log.records.last(where: { $0.after.description.hasPrefix(text) }) { return record.number }
            return log.records.first { $0.before?.description.hasPrefix(text) ?? false }.map { $0.number - 1 }
        case .time(let seconds):
            let limit = Int64(isStart ? seconds.lowerBound : seconds.upperBound)
            let record = log.records.last { $0.note.time.secondsSince1970 < limit }
            return record?.number ?? log.records.first.map { $0.number - 1 } ?? 0
        }
    }
}

extension HistoryMoment {
    /// The number of the change that this moment comes after, or 0 before all changes.
    ///
    /// - Parameters:
    ///   - text: The moment as the user wrote it.
    ///   - isStart: Whether a day means its beginning instead of its end.
    /// - Throws: `HistoryError` if the history does not know the moment, or the notebook did not exist yet.
    func change(
        in log: HistoryLog, _ notebook: NotebookListing, _ text: String, atStart isStart: Bool = false, _ store: Store
    ) throws -> Int {
        if case .time(let seconds) = self {
            let beginning = try Self.beginning(of: notebook, log, store)
            if seconds.upperBound <= beginning.secondsSince1970 { throw HistoryError.beforeBeginning(beginning) }
        }
        if let number = number(in: log, notebook.fingerprint, atStart: isStart) { return number }
        if case .change(let number) = self { throw HistoryError.noSuchChange(number) }
        throw HistoryError.unknownMoment(text)
    }

    /// When a notebook was made, or its first change.
    ///
    /// A notebook of existing notes says that it was created when its oldest note was.
    private static func beginning(of notebook: NotebookListing, _ log: HistoryLog, _ store: Store) throws -> Timestamp {
        let created = notebook.description.created
        let first = log.records.first
        let oldest = (notebook.items + notebook.trashedItems).map(\.created).min()
        guard oldest == created, first?.number ?? 1 == 1 else { return min(created, first?.note.time ?? created) }
        // The first change may be much later; the file tells until the settings are changed.
        let written = try store.files.status(DiskPath(.notebook)).map { Timestamp(clamping: $0.modified) }
        return max(created, [first?.note.time, written].compactMap(\.self).min() ?? created)
    }
}

extension HistoryMoment: CustomStringConvertible {
    /// The moment, as a person could write it.
    public var description: String {
        switch self {
        case .change(let number): "\(number)"
        case .fingerprint(let text): text
        case .time(let seconds): Timestamp(clamping: Int64(seconds.lowerBound)).description
        }
    }
}
