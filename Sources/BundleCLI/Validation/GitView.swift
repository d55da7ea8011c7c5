import NotebookBundle
import TerminalIO

/// Which files below a folder of a working tree git ignores, and which it tracks.
struct GitView {
    /// Files and directories that it ignores and does not track, with paths from the folder.
    private let ignored: Set<DiskPath>
    /// Files that it tracks and their directories; `nil` if not asked for.
    private let tracked: Set<DiskPath>?

    /// Asks git; if the folder itself is ignored, nothing below it counts as ignored, because the user named the
    /// folder.
    ///
    /// - Parameters:
    ///   - asksForIgnored: Whether to ask for ignored files.
    ///   - asksForTracked: Whether to ask for tracked files.
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

    /// Why a path is skipped; `nil` if it is not.
    func reason(toPassOver path: DiskPath) -> FolderSearch.Reason? {
        if ignored.contains(path) { return .ignored }
        return tracked.map { $0.contains(path) } ?? true ? nil : .untracked
    }

    /// Splits names that end in NUL, and removes the slash after directories.
    private static func paths(_ bytes: [UInt8]) -> [DiskPath] {
        bytes.split(separator: 0).map { name in
            DiskPath(bytes: Array(name.last == UInt8(ascii: "/") ? name.dropLast() : name))
        }
    }
}
