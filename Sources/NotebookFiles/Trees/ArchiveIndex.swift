import Archives
import NotebookFormat
import Synchronization

/// How long files of an archive are searched for one by one.
package struct SearchPatience: Sendable {
    /// The number of files that are searched for in a zip before it gets an index.
    package var files = 16
    /// The number of bytes that are read of a tar before it is expanded in the folder for temporary files: 64 MiB.
    package var bytes: UInt64 = 64 << 20

    /// The usual patience.
    package init() {}
}

/// Where the files of an archive are, once many were searched for: otherwise, each search takes as long as the archive is.
final class ArchiveIndex: Sendable {
    private struct State {
        var searches = 0
        var passed: UInt64 = 0
        var members: [BundlePath: [ArchiveMember]]?
        var expanded: ExpandedMembers<BundlePath>?
        /// Whether the archive is damaged, or there is no room to expand it.
        var isImpossible = false
    }

    private let state = Mutex(State())
    private let patience: SearchPatience

    init(_ patience: SearchPatience) { self.patience = patience }

    /// Counts bytes that were read to find a file of a tar.
    func add(_ passed: UInt64) { state.withLock { $0.passed += passed } }

    /// The members of a zip for a file; `nil` without an index.
    func members(
        of zip: ZipArchive, at path: BundlePath, _ place: (ArchiveMember) -> TreeFile.Location?
    ) -> [ArchiveMember]? {
        state.withLock { state in
            state.searches += 1
            if state.members == nil, state.searches > patience.files, !state.isImpossible {
                state.members = try? Self.members(of: zip, place)
                state.isImpossible = state.members == nil
            }
            return state.members.map { $0[path] ?? [] }
        }
    }

    private static func members(
        of zip: ZipArchive, _ place: (ArchiveMember) -> TreeFile.Location?
    ) throws(ArchiveProblem) -> [BundlePath: [ArchiveMember]] {
        var members: [BundlePath: [ArchiveMember]] = [:]
        for member in try zip.members(endingWith: []) {
            if case .file(let path)? = place(member) { members[path, default: []].append(member) }
        }
        return members
    }

    /// The files of a tar; `nil` without an index.
    func expanded(
        _ reader: () throws(ArchiveProblem) -> ArchiveReader, _ limits: ArchiveLimits,
        _ place: @escaping (ArchiveMember) -> TreeFile.Location?
    ) -> ExpandedMembers<BundlePath>? {
        state.withLock { state in
            if state.expanded == nil, state.passed >= patience.bytes, !state.isImpossible {
                state.expanded = try? ExpandedMembers(reader(), limit: limits.expandedBytes) { member in
                    if case .file(let path)? = place(member) { path } else { nil }
                }
                state.isImpossible = state.expanded == nil
            }
            return state.expanded
        }
    }
}
