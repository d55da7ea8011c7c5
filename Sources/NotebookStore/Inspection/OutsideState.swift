import Cores
package import NotebookFormat

/// How many files were changed outside.
package struct OutsideCount: Hashable, Sendable {
    /// Listed files with another size.
    package var changed = 0
    /// Listed files that are gone.
    package var removed = 0
    /// Files that are not listed.
    package var added = 0

    /// All of them.
    package var all: Int { changed + removed + added }
}

extension DirectoryTree {
    /// What was changed outside, as far as names and sizes show it: looks only at the directory, without reading a file.
    package func outsideChanges(_ manifest: Manifest) throws -> OutsideCount {
        let entries = manifest.entries
        guard let reader = directoryReader else { return try countOneByOne(entries.indices, of: entries) }
        let others = try reader.mapStatuses(of: entries) { files in
            files.filter { $0.status?.kind != .file || $0.status?.size != entries.size(at: $0.number) }.map(\.number)
        }
        // A name that is not found directly, for example in another normalisation, needs a closer look.
        var count = try countOneByOne(others.joined(), of: entries)
        // The manifest does not list itself.
        if let files = countFiles() { count.added = max(0, files - 1 - (entries.count - count.removed)) }
        return count
    }

    /// Begins to look for outside changes on another core; calling the result waits for the end.
    package func beginOutsideChanges(_ manifest: Manifest) -> () throws -> OutsideCount {
        let jobs = OrderedJobs<OutsideCount>()
        jobs.add { try outsideChanges(manifest) }
        return { try jobs.values().first ?? OutsideCount() }
    }

    private func countOneByOne(_ numbers: some Sequence<Int>, of entries: Manifest.Entries) throws -> OutsideCount {
        var count = OutsideCount()
        for number in numbers {
            guard let size = try size(of: entries.path(at: number)) else {
                count.removed += 1
                continue
            }
            if size != entries.size(at: number) { count.changed += 1 }
        }
        return count
    }
}

extension DirectoryReader {
    /// The number of an entry, and what the system knows of its file; `nil` if it is not there under this very name.
    typealias EntryStatus = (number: Int, status: FileStatus?)

    /// So many files are asked about by one job.
    private static let filesAtOnce = 500

    /// What a function gives for each some hundred entries, in their order; files are looked at on all cores, and none
    /// is read.
    ///
    /// Files that stand in one directory are asked about together, which takes an eighth of the time of walking to each
    /// of them.
    func mapStatuses<Value: Sendable>(
        of entries: Manifest.Entries, _ body: @escaping @Sendable ([EntryStatus]) throws -> Value
    ) throws -> [Value] {
        let jobs = OrderedJobs<Value>()
        for first in stride(from: 0, to: entries.count, by: Self.filesAtOnce) {
            let numbers = first..<min(first + Self.filesAtOnce, entries.count)
            jobs.add { try body(zip(numbers, statuses(of: numbers, of: entries)).map { ($0, $1) }) }
        }
        return try jobs.values()
    }

    private func statuses(of numbers: Range<Int>, of entries: Manifest.Entries) throws -> [FileStatus?] {
        var statuses: [FileStatus?] = []
        while statuses.count < numbers.count {
            let rest = numbers.dropFirst(statuses.count)
            let path = Array(entries.path(at: rest.startIndex).text.utf8)
            let directory = path[..<(path.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0)]
            var names: [[UInt8]] = []
            for number in rest {
                guard let name = entries.name(at: number, in: directory) else { break }
                names.append(name)
            }
            statuses += try files.statuses(of: names, in: DiskPath(bytes: Array(directory.dropLast())))
        }
        return statuses
    }
}

extension Manifest.Entries {
    /// The name of a file, if it stands in a directory, which is given with a slash at its end.
    fileprivate func name(at index: Int, in directory: ArraySlice<UInt8>) -> [UInt8]? {
        withPath(at: index) { path in
            let start = directory.count
            guard path.count > start, path.commonPrefix(with: directory.span) == start,
                !path.contains(UInt8(ascii: "/"), from: start)
            else { return nil }
            return (start..<path.count).map { path[$0] }
        }
    }
}
