import Archives
import CSystem
import NotebookText

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

extension DirectoryFiles {
    package func copyAttributes(of path: DiskPath, to copy: DiskPath) {
        guard let source = openToLook(path), let target = openToLook(copy) else { return }
        csystem_copy_attributes(source.number, target.number)
    }

    /// Sets when a file was changed, in seconds since 1970; it keeps its time if the system refuses.
    package func setModified(_ path: DiskPath, to time: Int64) {
        guard let file = openToLook(path) else { return }
        let time = timespec(tv_sec: time_t(clamping: time), tv_nsec: 0)
        _ = unsafe futimens(file.number, [time, time])
    }

    package func adopt(_ files: [DiskPath], into directory: DiskPath) {
        guard let place = try? self.folder(directory, for: .read), let first = files.first,
            let origin = try? self.folder(first.parent, for: .read),
            csystem_is_alike(place.number, origin.number) == 0
        else { return }
        for path in files {
            if let file = openToLook(path) { csystem_follow_directory(place.number, file.number) }
        }
    }

    package func share(_ directory: DiskPath) {
        guard let parent = try? parent(of: directory, for: .write) else { return }
        SystemCall.share(parent.number, Array(directory.name))
    }

    private func openToLook(_ path: DiskPath) -> OwnedDescriptor? {
        guard let parent = try? parent(of: path, for: .read) else { return nil }
        return OwnedDescriptor(SystemCall.openAt(parent.number, Array(path.name), O_RDONLY | O_NONBLOCK))
    }

    /// Opens each directory once, and asks about it and each of its files with one call; renames something only where
    /// looking does not show what the system allows.
    package func obstacle(to paths: [DiskPath], from directory: DiskPath) throws(SystemError) -> ChangeObstacle? {
        let staging = try self.folder(directory, for: .read)
        guard let origin = SystemCall.look(staging.number, []) else { return nil }
        let me = geteuid()
        for (parent, paths) in Dictionary(grouping: paths, by: \.parent).sorted(by: { $0.key < $1.key }) {
            let place = try nearest(parent)
            let folder = try self.folder(place, for: .read)
            let name = describe(place)
            guard let look = SystemCall.look(folder.number, []) else { continue }
            func obstacle(_ path: DiskPath, _ reason: ChangeObstacle.Reason) -> ChangeObstacle {
                ChangeObstacle(path: describe(path), directory: name, reason: reason)
            }
            for path in paths.sorted().prefix(1) {
                guard look.device == origin.device, look.mount == origin.mount else {
                    return obstacle(path, .otherDevice)
                }
                let code = csystem_may_change_names(folder.number)
                if code != 0, look.is_fixed != 0 { return obstacle(path, .fixedDirectory) }
                if code == EROFS { return obstacle(path, .readOnly) }
                if code != 0 { return obstacle(path, .closedDirectory(owner: UserName.of(look.owner))) }
                if let code = trial(in: place, folder, from: directory) { return obstacle(path, .refusedTrial(code)) }
            }
            guard place == parent else { continue }
            for path in paths.sorted() {
                guard let file = SystemCall.look(folder.number, Array(path.name)) else { continue }
                if look.is_fixed != 0 { return obstacle(path, .fixedDirectory) }
                if file.is_fixed != 0 { return obstacle(path, .fixedFile) }
                if file.mount != look.mount { return obstacle(path, .mountedFile) }
                if look.mode & UInt32(S_ISVTX) != 0, file.owner != me, look.owner != me,
                    csystem_acts_as_any_owner() == 0
                {
                    return obstacle(path, .foreignFile(owner: UserName.of(file.owner)))
                }
            }
        }
        return nil
    }

    /// The directory itself, or the nearest one above it that exists.
    private func nearest(_ directory: DiskPath) throws(SystemError) -> DiskPath {
        var place = directory
        while place != .root, try status(place)?.kind != .directory { place = place.parent }
        return place
    }

    /// Moves an empty file to a directory and back, where another computer or program decides what is allowed.
    ///
    /// - Returns: the error number if that fails.
    private func trial(in place: DiskPath, _ folder: OpenFolder, from staging: DiskPath) -> Int32? {
        guard csystem_is_remote(folder.number) != 0 else { return nil }
        let file = staging.appending("trial")
        // A name that the next writer of a whole file clears away if this process is stopped here.
        let there = place.appending(".trial.00000000.bundle-tmp")
        do throws(SystemError) {
            close(try create(file))
            defer { try? unlink(file) }
            try rename(file, to: there)
            try rename(there, to: file)
            return nil
        } catch {
            try? unlink(there)
            return error.code
        }
    }
}

/// The names of users on this computer.
private enum UserName {
    /// The name of a user; the number if the list of users does not have it.
    static func of(_ number: UInt32) -> String {
        let list = (try? DirectoryFiles("/etc").content(of: DiskPath("passwd"), limit: 1 << 20)) ?? []
        for line in String(decoding: list, as: UTF8.self).split(separator: "\n") {
            let fields = line.split(separator: ":", omittingEmptySubsequences: false)
            if fields.count > 2, UInt32(fields[2]) == number { return String(fields[0]) }
        }
        return "user \(number)"
    }
}
