extension Store {
    /// A file, link or device in place of a directory that files need; `nil` if there is none.
    ///
    /// With one, a change could be committed, but not completed.
    package func obstacle(toDirectoriesOf paths: [DiskPath]) throws(SystemError) -> ChangeObstacle? {
        var known: Set<DiskPath> = [.root]
        for path in paths {
            var directory = path.parent
            while known.insert(directory).inserted {
                if let kind = try files.status(directory)?.kind, kind != .directory {
                    return obstacle(to: path, at: directory, .noDirectory)
                }
                directory = directory.parent
            }
        }
        return nil
    }

    func obstacle(to path: DiskPath, at directory: DiskPath, _ reason: ChangeObstacle.Reason) -> ChangeObstacle {
        ChangeObstacle(path: files.describe(path), directory: files.describe(directory), reason: reason)
    }
}
