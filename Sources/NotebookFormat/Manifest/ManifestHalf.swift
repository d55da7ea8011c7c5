import Cores
import NotebookText

/// Half of the entries of a long manifest, which is read on two cores.
struct ManifestHalf: Sendable {
    /// From this length on, the second core saves more than it costs.
    private static let worthwhile = 1 << 19
    private static let lineStart = Array("\n    {".utf8)

    private var list: EntryList
    /// Where reading has stopped.
    private var reader: JSONReader

    /// Reads the entries of a manifest in both halves at once.
    ///
    /// - Returns: `nil` for anything unusual, such as errors or another order, for which the reader stays where it is.
    static func entries(_ reader: inout JSONReader) -> Manifest.Entries? {
        let source = reader.bytes
        guard source.count >= worthwhile, Processors.count > 1,
            let middle = firstLine(in: source.span, from: source.count / 2)
        else { return nil }
        var start = reader
        guard (try? start.openArray()) == true else { return nil }
        let first = start
        var second = start
        second.offset = middle
        let jobs = OrderedJobs<ManifestHalf?>(width: 2)
        jobs.add { [second] in try? ManifestHalf(from: second, to: .max) }
        let head = try? ManifestHalf(from: first, to: middle)
        guard let tail = try? jobs.values().first ?? nil, var list = head?.list, list.precedes(tail.list, in: source)
        else { return nil }
        list.append(tail.list)
        reader = tail.reader
        return list.entries(of: source)
    }

    /// The first line from an offset that begins like an entry.
    private static func firstLine(in source: Span<UInt8>, from start: Int) -> Int? {
        var offset = start
        while offset < source.count {
            offset = source.firstIndex(of: 0x0A, or: 0x0A, from: offset)
            if source.extracting(min(offset, source.count)...).starts(with: lineStart) {
                return offset + lineStart.count - 1
            }
            offset += 1
        }
        return nil
    }

    /// Reads entries in ascending order up to an offset where one begins, or to the end of the list.
    private init?(from start: JSONReader, to end: Int) throws(TextProblem) {
        reader = start
        list = EntryList(bytes: reader.bytes.count / 2)
        var entryReader = EntryReader()
        let goesOn = try reader.elements(before: end) { (reader) throws(TextProblem) in
            list.append(try entryReader.read(&reader))
        }
        guard entryReader.isAscending, goesOn == (end != .max) else { return nil }
    }
}

extension EntryList {
    /// Whether the last path here sorts before the first one of another list.
    fileprivate func precedes(_ other: EntryList, in source: [UInt8]) -> Bool {
        guard case .listed(let last)? = rows.last?.texts, case .listed(let first)? = other.rows.first?.texts else {
            return false
        }
        return source.span.extracting(last.path).precedes(source.span.extracting(first.path))
    }
}
