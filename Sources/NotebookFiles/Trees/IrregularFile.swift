/// A link or special file, or a member of an archive outside the notebook's directory.
package struct IrregularFile: Sendable, Hashable {
    /// What exists instead of a file.
    package enum Kind: Hashable, Sendable, CustomStringConvertible {
        /// A symbolic link.
        case symbolicLink
        /// A hard link, in an archive.
        case hardLink
        /// A device, a socket or a FIFO.
        case special
        /// A member outside the notebook’s directory.
        case outside

        /// What it is, as a phrase after “is”.
        package var description: String {
            switch self {
            case .symbolicLink: "a symbolic link"
            case .hardLink: "a hard link"
            case .special: "a special file"
            case .outside: "outside of the notebook’s directory"
            }
        }
    }

    /// The path as it was found.
    package let path: String
    /// Its kind.
    package let kind: Kind

    /// Makes the value from a path and a kind.
    package init(path: String, kind: Kind) {
        self.path = path
        self.kind = kind
    }
}
