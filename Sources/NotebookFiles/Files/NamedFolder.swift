/// A directory whose name is that of its type.
///
/// Folders are declared as types, and those in them as properties:
/// ```swift
/// struct Library: NamedFolder {
///     let location: FileLocation
///     var drafts: Drafts { subfolder() }
/// }
/// struct Drafts: NamedFolder { let location: FileLocation }
///
/// let drafts = Library(in: base).drafts   // base/Library/Drafts
/// ```
public protocol NamedFolder: Sendable {
    /// Where it is.
    var location: FileLocation { get }

    /// The folder at a location, whatever its name.
    init(location: FileLocation)

    /// The name of such folders; by default, that of the type.
    static var name: String { get }
}

extension NamedFolder {
    /// The name of the type.
    public static var name: String { String(describing: Self.self) }

    /// The folder of this name in another place.
    public init(in base: FileLocation) { self.init(location: base.subpath(Self.name)) }

    /// The folder in it that has the name of its type.
    public func subfolder<Sub: NamedFolder>(_ type: Sub.Type = Sub.self) -> Sub { Sub(in: location) }
}
