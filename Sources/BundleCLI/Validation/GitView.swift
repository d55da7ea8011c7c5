import NotebookBundle
import NotebookFormat
import TerminalIO

/// What git says of the files below a folder of a working tree: which it ignores, and which it tracks.
struct GitView {
    /// Files and directories that it ignores and does not track, by their paths from the folder on.
    private let ignored: Set<DiskPath>
    /// Files that it tracks and the directories that they lie in; `nil` if not asked for.
    private let tracked: Set<DiskPath>?

    /// Asks git; a folder that is ignored as a whole ignores nothing, since it was named.
    ///
    /// - Parameters:
    ///   - asksForIgnored: Whether what is ignored is wanted.
    ///   - asksForTracked: Whether what is tracked is wanted.
    init(_ folder: String, asksForIgnored: Bool, asksForTracked: Bool, _ session: Session) throws(Git.Problem) {
        let git = Git(session: session)
        var ignored: Set<DiskPath> = []
        if asksForIgnored, try git.run(["check-ignore", "-q", "."], in: folder, accepting: [0, 1, 128]).status != 0 {
            let list = try git.run(
                ["ls-files", "-z", "--others", "--ignored", "--exclude-standard", "--directory"], in: folder)
            ignored = Set(Self.paths(list.output))
        }
        self.ignored = ignored
        guard asksForTracked else {
            tracked = nil
            return
        }
        var tracked: Set<DiskPath> = []
        for path in Self.paths(try git.run(["ls-files", "-z"], in: folder).output) {
            var path = path
            while path != .root, tracked.insert(path).inserted { path = path.parent }
        }
        self.tracked = tracked
    }

    /// Why a path is passed over; `nil` if it is not.
    func reason(toPassOver path: DiskPath) -> FolderSearch.Reason? {
        if ignored.contains(path) { return .ignored }
        return tracked.map { $0.contains(path) } ?? true ? nil : .untracked
    }

    /// Names with NUL behind each, and a slash behind those of directories.
    private static func paths(_ bytes: [UInt8]) -> [DiskPath] {
        bytes.split(separator: 0).map { name in
            DiskPath(bytes: Array(name.last == UInt8(ascii: "/") ? name.dropLast() : name))
        }
    }
}
