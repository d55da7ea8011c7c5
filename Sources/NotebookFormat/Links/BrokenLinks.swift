/// The broken links of a notebook: of each item and each sort of problem the first, and how many more there are.
public struct BrokenLinks: Sendable {
    /// Broken links of an item that are not listed.
    struct Omission: Sendable {
        let source: BundlePath
        let kind: BrokenLink.Kind
        let count: Int
    }

    /// The links, in the order of the items, then of the places.
    public internal(set) var listed: [BrokenLink] = []
    private(set) var omissions: [Omission] = []

    /// Follows the links of an item, and takes those that lead nowhere.
    ///
    /// - Parameter found: Is told of each file that a link leads to.
    mutating func follow(_ links: LinkTable, in source: BundlePath, _ check: LinkCheck, found: (BundlePath) -> Void) {
        var first: [BrokenLink.Kind: FirstLinks] = [:]
        // What is in the trash is not read; but an attachment must be there when it is restored.
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

    /// The first broken links of one sort.
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
            // Names come as they first occur, so that those of one can stand anywhere behind it.
            if links.count > 4 * Findings.mostOfFile { links = first }
        }

        var first: [BrokenLink] {
            Array(links.sorted { $0.position < $1.position }.prefix(Findings.mostOfFile))
        }
    }
}
