public import NotebookBundle

/// A directory layout as types: the name of each folder is that of its type.
public struct AppDirectories: NamedFolder {
    /// Where it is.
    public let location: FileLocation
    /// The layout at a location.
    public init(location: FileLocation) { self.location = location }
    /// The name of the app, not that of the type.
    public static var name: String { "Birds" }

    /// The notebooks.
    public var library: Library { subfolder() }
    /// What can be made again.
    public var thumbnails: Thumbnails { subfolder() }

    /// The notebooks of the user.
    public struct Library: NamedFolder {
        /// Where it is.
        public let location: FileLocation
        /// The folder at a location.
        public init(location: FileLocation) { self.location = location }
        /// Notebooks that are not finished.
        public var drafts: Drafts { subfolder() }
    }

    /// Notebooks that are not finished.
    public struct Drafts: NamedFolder {
        /// Where it is.
        public let location: FileLocation
        /// The folder at a location.
        public init(location: FileLocation) { self.location = location }
    }

    /// Small pictures.
    public struct Thumbnails: NamedFolder {
        /// Where it is.
        public let location: FileLocation
        /// The folder at a location.
        public init(location: FileLocation) { self.location = location }
    }
}
