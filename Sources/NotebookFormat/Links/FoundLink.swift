/// A link of an item, as far as resolving it needs.
public struct FoundLink: Hashable, Sendable {
    /// How the link names what it leads to.
    public enum Name: Hashable, Sendable {
        /// The destination of a Markdown or HTML link.
        case destination(LinkDestination)
        /// The target of a wiki link, before `#` and `|`, and its heading.
        case wiki(target: String, heading: String?)
    }

    /// How the link names what it leads to.
    public let name: Name
    /// Where the link is.
    public let position: TextPosition

    /// What the link leads to.
    public func target(_ resolver: LinkResolver, from source: BundlePath) -> LinkTarget {
        switch name {
        case .destination(let destination): resolver.resolve(destination, from: source)
        case .wiki(let target, _): resolver.resolve(wiki: target, from: source)
        }
    }
}

extension ItemFile {
    var links: [FoundLink] { [] }
}
