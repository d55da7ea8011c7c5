import Cores
package import NotebookFiles
package import NotebookFormat
import NotebookText

/// A look at the files of a directory without reading any of them: what the system knows about those that a manifest
/// lists, and how many there are.
///
/// Runs on all cores; whoever needs the result waits for it.
package final class DirectoryScan: Sendable {
    /// What the system knows of the files of some entries that follow one another; `nil` for an entry if no file has
    /// exactly its name.
    struct Statuses: Sendable {
        /// The number of the first entry.
        let first: Int
        let values: [FileStatus?]

        /// The numbers of entries whose files meet a condition.
        func numbers(where holds: (Int, FileStatus?) -> Bool) -> [Int] {
            values.indices.filter { holds(first + $0, values[$0]) }.map { first + $0 }
        }
    }

    private let tree: DirectoryTree
    private let entries: Manifest.Entries
    /// `nil` if files can only be examined one by one.
    private let statuses: Lazy<Result<[Statuses], any Error>>?
    private let count: FileCount?
    /// How many more files are known to be as they are listed.
    private let known: Int

    /// How many files one job examines.
    private static let filesAtOnce = 500

    /// Begins to look at a directory.
    ///
    /// - Parameters:
    ///   - count: Its files, which are being counted, for whoever asks how many there are.
    ///   - known: How many files are listed besides those of the manifest, and known to be as they are listed.
    package init(_ tree: DirectoryTree, _ manifest: Manifest, _ count: FileCount?, besides known: Int = 0) {
        (self.tree, entries, self.known) = (tree, manifest.entries, known)
        self.count = count
        let jobs = tree.directoryReader.map { Self.jobs($0, manifest.entries) }
        statuses = jobs.map { jobs in Lazy { Result { try jobs.values() } } }
    }

    /// What the system knows of the files of entries, as they are now.
    static func statuses(_ files: any FileOperations, _ entries: Manifest.Entries) throws -> [FileStatus?] {
        try jobs(DirectoryReader(files: files), entries).values().flatMap(\.values)
    }

    private static func jobs(_ reader: DirectoryReader, _ entries: Manifest.Entries) -> OrderedJobs<Statuses> {
        let jobs = OrderedJobs<Statuses>()
        for first in stride(from: 0, to: entries.count, by: filesAtOnce) {
            let numbers = first..<min(first + filesAtOnce, entries.count)
            jobs.add { Statuses(first: first, values: try reader.statuses(of: numbers, of: entries)) }
        }
        return jobs
    }

    /// The number of files, links and special files; `nil` if it is not certain.
    var fileCount: Int? { count?.value?.all }

    /// Calls a function with some hundred entries at a time, on all cores, and returns the results in order.
    ///
    /// - Returns: `nil` if files can only be examined one by one.
    func map<Value: Sendable>(_ body: @escaping @Sendable (Statuses) throws -> Value) throws -> [Value]? {
        guard let statuses = try statuses?.value.get() else { return nil }
        let jobs = OrderedJobs<Value>()
        for files in statuses { jobs.add { try body(files) } }
        return try jobs.values()
    }

    /// What other programs changed, as far as names and sizes show it.
    package func unsealedCount() throws -> UnsealedCount {
        let entries = entries
        let others = try map { files in
            files.numbers { $1?.kind != .file || $1?.size != entries.size(at: $0) }
        }
        // A name that is not found directly, for example in another normalisation, is looked up again.
        var count = try countOneByOne(others?.flatMap(\.self) ?? Array(entries.indices))
        // The manifest does not list itself.
        if let files = self.count?.value {
            let listed = known + entries.count - count.removed - count.evicted
            count.added = max(0, files.all - files.leftBehind - 1 - listed)
        }
        return count
    }

    private func countOneByOne(_ numbers: [Int]) throws -> UnsealedCount {
        var count = UnsealedCount()
        for number in numbers {
            let path = entries.path(at: number)
            guard let size = try tree.size(of: path) else {
                let isEvicted = try tree.directoryReader?.files.status(DiskPath(evicted: path))?.kind == .file
                if isEvicted { count.evicted += 1 } else { count.removed += 1 }
                continue
            }
            if size != entries.size(at: number) { count.changed += 1 }
        }
        return count
    }
}

/// The number of files of a directory, which another thread counts.
package final class FileCount: Sendable {
    private let count: Aside<(all: Int, leftBehind: Int)?>

    /// Begins to count.
    package init(_ tree: DirectoryTree) { count = Aside { tree.countFiles() } }

    /// How many files, links and special files there are, and how many of them a system or a program left behind; `nil`
    /// if it is not certain.
    fileprivate var value: (all: Int, leftBehind: Int)? { (try? count.result()) ?? nil }
}

/// How many files other programs changed.
package struct UnsealedCount: Hashable, Sendable {
    /// Listed files whose size differs.
    package var changed = 0
    /// Listed files that are gone.
    package var removed = 0
    /// Files that are not listed.
    package var added = 0
    /// Listed files that are in iCloud, and not on this computer.
    package var evicted = 0

    /// All of them, those in iCloud included.
    package var all: Int { changed + removed + added + evicted }
}

extension DirectoryReader {
    /// What the system knows of the files of entries; asks about files in one directory together, which takes an eighth
    /// of the time of opening the directory for each.
    fileprivate func statuses(of numbers: Range<Int>, of entries: Manifest.Entries) throws -> [FileStatus?] {
        var statuses: [FileStatus?] = []
        statuses.reserveCapacity(numbers.count)
        while statuses.count < numbers.count {
            let rest = numbers.dropFirst(statuses.count)
            let path = Array(entries.path(at: rest.startIndex).text.utf8)
            let directory = path[..<(path.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0)]
            var names = NameList()
            for number in rest {
                guard entries.append(number, to: &names, in: directory) else { break }
            }
            statuses += try files.statuses(of: names, in: DiskPath(bytes: Array(directory.dropLast())))
        }
        return statuses
    }
}

extension Manifest.Entries {
    /// Adds the name of a file, if it is in a directory, which ends in a slash.
    fileprivate func append(_ index: Int, to names: inout NameList, in directory: ArraySlice<UInt8>) -> Bool {
        withPath(at: index) { path in
            let start = directory.count
            guard path.count > start, path.commonPrefix(with: directory.span) == start,
                !path.contains(UInt8(ascii: "/"), from: start)
            else { return false }
            names.append(path.extracting(start...))
            return true
        }
    }
}
