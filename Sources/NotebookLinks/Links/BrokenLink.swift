package import NotebookFormat
package import NotebookMarkdown
package import NotebookText

/// A broken link (Format, section 21).
package struct BrokenLink: Hashable, Sendable {
    /// What is wrong with a link.
    package enum Problem: Error, Hashable, Sendable {
        /// The attachment is missing.
        case missingBlob(String)
        /// The path does not exist.
        case missingFile(String)
        /// A wiki link names something that does not exist.
        case missingTarget(String)
        /// The target lacks the heading or block.
        case missingHeading(String, in: BundlePath)
        /// A wiki link could mean several files at the same distance.
        case ambiguous(String, [BundlePath])
        /// The target is in the trash.
        case trashed(BundlePath)
        /// A relative link leads out of the notebook.
        case outside(String)

        /// The kind of problem.
        package var kind: Kind {
            switch self {
            case .missingBlob: .missingBlob
            case .missingFile: .missingFile
            case .missingTarget: .missingTarget
            case .missingHeading: .missingHeading
            case .ambiguous: .ambiguous
            case .trashed: .trashed
            case .outside: .outside
            }
        }

        var isAboutBlobs: Bool { if case .missingBlob = self { true } else { false } }
    }

    /// The kinds of problems.
    package enum Kind: Hashable, Sendable, CaseIterable {
        /// A missing attachment.
        case missingBlob
        /// A missing path.
        case missingFile
        /// A missing name.
        case missingTarget
        /// A missing heading or block.
        case missingHeading
        /// Several files at the same distance.
        case ambiguous
        /// The target is in the trash.
        case trashed
        /// The link leads out of the notebook.
        case outside
    }

    /// The item that contains the link.
    package let source: BundlePath
    /// The position in the item.
    package let position: TextPosition
    /// The column after its end, if it ends on the line where it begins.
    package let endColumn: Int?
    /// What is wrong.
    package var problem: Problem
    /// Suggested replacements for the link's target; at most three.
    package var meant: [String] = []
}

extension BrokenLink.Problem: CustomStringConvertible {
    /// What is wrong, safe to print.
    package var description: String {
        switch self {
        case .missingBlob(let path), .missingFile(let path):
            "the link leads to \(quoted(path)), which does not exist"
        case .missingTarget(let target): "no item or attachment is called \(quoted(target))"
        case .missingHeading(let heading, let path):
            "\(quoted(path.text)) has no heading or block \(quoted(heading))"
        case .ambiguous(let target, let paths):
            "\(quoted(target)) can mean \(Self.list(paths))"
        case .trashed(let path): "the target of the link is in the trash: \(PrintableText.escaped(path.text))"
        case .outside(let destination): "the link \(quoted(destination)) leads out of the notebook"
        }
    }

    /// Lists the first paths, and the number of the others.
    private static func list(_ paths: [BundlePath]) -> String {
        let shown = paths.count > 4 ? 3 : paths.count
        let names = paths.prefix(shown).map { PrintableText.escaped($0.text) }
        let more = paths.count > shown ? ["one of \(paths.count - shown) more"] : []
        return (names + more).joined(separator: " or ")
    }

    /// Shows only the beginning of a very long link.
    private func quoted(_ text: String) -> String { PrintableText.quoted(text, upTo: 200) }
}

/// Resolves the links of items, and finds broken ones.
package struct LinkCheck: Sendable {
    package let live: LinkResolver
    private let trash: LinkResolver
    /// The paths in the trash of files with these old paths.
    private let trashed: [BundlePath: BundlePath]
    private var anchors: [BundlePath: MarkdownAnchors]
    /// The directory outside of which nothing is known.
    private let root: String

    /// Makes a checker of links among these files.
    ///
    /// - Parameters:
    ///   - manifest: The existing files, listed or not.
    ///   - root: The directory, with `/`, that contains all of them; empty for the notebook itself.
    package init(_ manifest: Manifest, anchors: [BundlePath: MarkdownAnchors], in root: String = "") {
        (self.anchors, self.root) = (anchors, root)
        live = LinkResolver(manifest)
        var old: [BundlePath: Entry] = [:]
        var trashed: [BundlePath: BundlePath] = [:]
        for entry in manifest.entries(below: .trash) {
            guard let place = TrashedPath(entry.path) else { continue }
            trashed[place.oldPath] = entry.path
            old[place.oldPath] = Entry(
                path: place.oldPath, type: entry.type, size: entry.size, digest: entry.digest, item: entry.item)
        }
        self.trashed = trashed
        trash = LinkResolver(Manifest(Array(old.values)))
    }

    /// The same files, with other headings, blocks and elements.
    package func with(_ anchors: [BundlePath: MarkdownAnchors]) -> LinkCheck {
        var check = self
        check.anchors = anchors
        return check
    }

    /// The target of a link: a file, or `nil` for other targets.
    func follow(_ link: FoundLink.Name, in source: BundlePath) -> Result<BundlePath?, BrokenLink.Problem> {
        follow(link, to: link.target(live, from: source), in: source)
    }

    /// Does the same for a link that is already resolved, since resolving is most of the work.
    func follow(
        _ link: FoundLink.Name, to target: LinkTarget, in source: BundlePath
    ) -> Result<BundlePath?, BrokenLink.Problem> {
        switch target {
        case .external, .folder: .success(nil)
        case .itself: result(source, missingHeading(link, in: source))
        case .file(let path):
            TrashedPath(path) == nil ? result(path, missingHeading(link, in: path)) : .failure(.trashed(path))
        case .ambiguous(let paths): .failure(.ambiguous(link.written, paths))
        case .nothing(let path): .failure(missing(link, path, in: source))
        }
    }

    private func result(
        _ path: BundlePath, _ problem: BrokenLink.Problem?
    ) -> Result<BundlePath?, BrokenLink.Problem> {
        problem.map(Result.failure) ?? .success(path)
    }

    private func missing(_ link: FoundLink.Name, _ path: String?, in source: BundlePath) -> BrokenLink.Problem {
        guard let path, path.begins(with: root) || link.isWiki else { return .outside(link.written) }
        if let blob = link.blobPath(path, from: source) { return .missingBlob(blob) }
        switch link.target(trash, from: source) {
        case .file(let old): return .trashed(trashed[old] ?? old)
        case .ambiguous(let all): return .trashed(all.first.flatMap { trashed[$0] } ?? source)
        case .folder(let folder):
            let inside = trashed.keys.filter { $0.text.begins(with: folder + "/") }
            if let old = inside.min() { return .trashed(trashed[old] ?? old) }
        default: break
        }
        guard case .wiki(let target, _) = link else { return .missingFile(path) }
        return .missingTarget(target)
    }

    private func missingHeading(_ link: FoundLink.Name, in path: BundlePath) -> BrokenLink.Problem? {
        guard let anchors = anchors[path], link.place(in: anchors) == nil else { return nil }
        return link.writtenPlace.map { .missingHeading($0, in: path) }
    }
}

extension FoundLink.Name {
    fileprivate var isWiki: Bool { if case .wiki = self { true } else { false } }

    /// The path in `blobs/` that a link names, whether it exists or not (Format, clause 21.5); `nil` if it names none.
    fileprivate func blobPath(_ path: String, from source: BundlePath) -> String? {
        var path = path
        switch self {
        case .destination(let destination) where destination.path == nil: return nil
        case .wiki(let target, _):
            path = target.seen
            guard RelativePath.isAnchored(path) else { break }
            path = RelativePath.resolve(path, from: LinkResolver.directory(of: source)) ?? ""
        default: break
        }
        return path.begins(with: "blobs/") ? path : nil
    }
}

/// The broken links of a notebook: the first ones for each item and kind of problem, and the number of the others.
package struct BrokenLinks: Sendable {
    /// Broken links of an item that are not listed.
    package struct Omission: Sendable {
        package let source: BundlePath
        package let kind: BrokenLink.Kind
        package let count: Int
    }

    /// The links, in the order of the items, then of their positions.
    package var listed: [BrokenLink] = []
    package private(set) var omissions: [Omission] = []

    /// No links.
    package init() {}

    /// Adds the broken links of later items.
    package mutating func append(_ others: BrokenLinks) {
        listed += others.listed
        omissions += others.omissions
    }

    /// Resolves the links of an item, and adds broken ones.
    ///
    /// - Parameter found: Called with the index of each name that leads to a file, and the file, whether its heading is
    ///   there or not.
    package mutating func follow(
        _ links: LinkTable, in source: BundlePath, _ check: LinkCheck, found: (Int, BundlePath) -> Void
    ) {
        var first: [BrokenLink.Kind: FirstLinks] = [:]
        // Links of items in the trash need not work, but their attachments must exist when the items are restored.
        let isTrashed = TrashedPath(source) != nil
        for index in 0..<links.count {
            switch check.follow(links.name(at: index), in: source) {
            case .success(let path): if let path { found(index, path) }
            case .failure(let problem):
                if case .missingHeading(_, let path) = problem { found(index, path) }
                guard !isTrashed || problem.isAboutBlobs else { continue }
                first[problem.kind, default: FirstLinks()].add(problem, links.places(at: index), in: source)
            }
        }
        for (kind, links) in first where links.count > Findings.mostOfFile {
            omissions.append(Omission(source: source, kind: kind, count: links.count - Findings.mostOfFile))
        }
        listed += first.values.flatMap(\.first).sorted { $0.position < $1.position }
    }

    /// The first broken links of one kind.
    private struct FirstLinks {
        private var links: [BrokenLink] = []
        private(set) var count = 0

        mutating func add(
            _ problem: BrokenLink.Problem, _ places: (links: [FoundLink], count: Int), in source: BundlePath
        ) {
            count += places.count
            links += places.links.map {
                BrokenLink(source: source, position: $0.position, endColumn: $0.endColumn, problem: problem)
            }
            // Names come in the order of their first occurrence, so later links to one name can be anywhere after it.
            if links.count > 4 * Findings.mostOfFile { links = first }
        }

        var first: [BrokenLink] {
            Array(links.sorted { $0.position < $1.position }.prefix(Findings.mostOfFile))
        }
    }
}
