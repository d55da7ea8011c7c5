package import NotebookFormat

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

    /// Resolves the links of an item, and adds broken ones.
    ///
    /// - Parameter found: Called with each file that a link leads to.
    package mutating func follow(
        _ links: LinkTable, in source: BundlePath, _ check: LinkCheck, found: (BundlePath) -> Void
    ) {
        var first: [BrokenLink.Kind: FirstLinks] = [:]
        // Links of items in the trash need not work, but their attachments must exist when the items are restored.
        let isTrashed = TrashedPath(source) != nil
        for index in 0..<links.count {
            switch check.follow(links.name(at: index), in: source) {
            case .success(let path): if let path { found(path) }
            case .failure(let problem):
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
