/// Keeps the links of an item right when files move.
public struct LinkRewriter {
    private let resolver: LinkResolver

    public init(_ manifest: Manifest) { resolver = LinkResolver(manifest) }

    public func moving(_ item: ItemFile, from old: BundlePath, to new: BundlePath) throws(TextProblem) -> ItemFile { item }
}

/// Links to files that get other names when they are adopted as blobs.
public struct AdoptedLinks {
    private let adoptions: [BundlePath: BundlePath]

    public init(_ adoptions: [BundlePath: BundlePath]) { self.adoptions = adoptions }

    public func rewriting(_ item: ItemFile, at path: BundlePath) throws(TextProblem) -> ItemFile { item }
}
