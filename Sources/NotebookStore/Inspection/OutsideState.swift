import Cores
package import NotebookFormat

extension DirectoryTree {
    /// The number of listed files with another size, or gone: looks only at the directory, without reading a file.
    package func countOutsideChanges(_ manifest: Manifest) throws -> Int {
        let entries = manifest.entries
        guard let reader = directoryReader else { return try countOneByOne(entries.indices, of: entries) }
        let others = try reader.mapStatuses(of: entries) { files in
            files.filter { $0.status?.kind != .file || $0.status?.size != entries.size(at: $0.number) }.map(\.number)
        }
        // A name that is not found directly, for example in another normalisation, needs a closer look.
        return try countOneByOne(others.joined(), of: entries)
    }

    private func countOneByOne(_ numbers: some Sequence<Int>, of entries: Manifest.Entries) throws -> Int {
        var count = 0
        for number in numbers where try size(of: entries.path(at: number)) != entries.size(at: number) { count += 1 }
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
