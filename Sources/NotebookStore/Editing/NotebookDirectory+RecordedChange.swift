package import NotebookFiles
import NotebookFormat

extension NotebookDirectory {
    /// Calls `body`, which changes the notebook, and notes what it changed, so that `changes` does not report it.
    ///
    /// - Parameter files: The locked files; they stay locked until the change is noted, so that nobody can see it before.
    package func noting<Result>(_ files: any FileOperations, _ body: () throws -> Result) throws -> Result {
        let before = ownChanges.isWatched ? try? NotebookListing(try tree(files)) : nil
        let result = try body()
        recordChange(since: before, files)
        return result
    }

    /// Notes what a change through this value made of a notebook.
    ///
    /// - Parameter before: The notebook before the change; `nil` if it could not be read.
    func recordChange(since before: NotebookListing?, _ files: any FileOperations) {
        guard ownChanges.isWatched, let after = try? NotebookListing(try tree(files)) else { return }
        ownChanges.record(before?.manifest ?? Manifest([Entry]()), after)
        withExtendedLifetime(files) {}
    }
}
