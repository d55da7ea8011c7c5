/// Why a file cannot be replaced, added or deleted, known before anything is changed.
package struct ChangeObstacle: Hashable, Sendable {
    /// The file, safe to print.
    package let path: String
    /// The directory that it is in, or the existing one nearest to it; safe to print.
    package let directory: String
    /// The reason.
    package let reason: Reason

    /// The reasons.
    package enum Reason: Hashable, Sendable {
        /// This user may not change the directory, which has this owner.
        case closedDirectory(owner: String)
        /// The directory is on a medium that can only be read.
        case readOnly
        /// The file belongs to somebody else, and only owners may replace files in the directory (the sticky bit).
        case foreignFile(owner: String)
        /// The directory is on another file system than the notebook, or mounted there.
        case otherDevice
        /// Another file is mounted in place of the file.
        case mountedFile
        /// The file is immutable, or may only grow.
        case fixedFile
        /// The directory is immutable, or may only grow.
        case fixedDirectory
        /// Something that is not a directory, such as a stray file, has the directory's name.
        case noDirectory
        /// A directory has the file's name.
        case directoryInPlace
        /// A link or special file has the file's name.
        case otherInPlace
        /// The system refused a trial, with this error number.
        case refusedTrial(Int32)
    }

    /// What is in the way, as a clause.
    var words: String {
        switch reason {
        case .closedDirectory(let owner): "\(directory) belongs to \(owner), and this user may not change files in it"
        case .readOnly: "\(directory) can only be read"
        case .foreignFile(let owner):
            "it belongs to \(owner), and \(directory) lets only its owner replace it (sticky bit)"
        case .otherDevice: "\(directory) is on another disk than the notebook, or mounted"
        case .mountedFile: "another file is mounted there"
        case .fixedFile: "it is immutable or append-only"
        case .fixedDirectory: "\(directory) is immutable or append-only"
        case .noDirectory: "\(directory) is not a folder"
        case .directoryInPlace: "a folder has that name"
        case .otherInPlace: "a link or special file has that name"
        case .refusedTrial(let code): "files cannot be moved to \(directory): \(SystemCall.reason(of: code))"
        }
    }

    /// What a person can do about it.
    var hint: String {
        switch reason {
        case .closedDirectory(let owner), .foreignFile(let owner):
            "ask \(owner) for write access to \(directory), or copy the notebook to a place of your own"
        case .readOnly: "copy the notebook to a writable place"
        case .otherDevice, .mountedFile: "keep all files of a notebook on one disk"
        case .fixedFile, .fixedDirectory: "remove the flag with ‘chattr -ia’ (macOS: ‘chflags nouchg,nouappnd’)"
        case .noDirectory: "move \(directory) to another place, or give it another name"
        case .directoryInPlace: "move the folder \(path) to another place, or give it another name"
        case .otherInPlace: "move \(path) to another place; a notebook has no links"
        case .refusedTrial: "check the permissions"
        }
    }
}
