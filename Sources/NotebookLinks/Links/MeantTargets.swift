package import NotebookFormat
import NotebookMarkdown
import NotebookText

/// Suggestions for the targets of broken links.
///
/// Comparing names takes time for each pair, so with very many links or names it compares only the first ones.
package struct MeantTargets {
    /// The maximum number of different problems.
    private static let mostProblems = 200
    /// The maximum number of comparisons.
    private static let mostComparisons = 2_000_000

    private let resolver: LinkResolver
    private let titles: [BundlePath: String]
    /// Items and blobs outside the trash by their last components, folded.
    private var byName: [ComparisonKey: [BundlePath]] = [:]
    /// Possible targets by name: names and titles, without duplicates.
    private var names: [SimilarName] = []
    private var comparisonsLeft = mostComparisons

    package init(_ entries: [Entry], _ resolver: LinkResolver) {
        self.resolver = resolver
        var titles: [BundlePath: String] = [:]
        var seen: Set<String> = []
        for entry in entries where TrashedPath(entry.path) == nil && (entry.type.isItem || entry.type == .blob) {
            byName[ComparisonKey(entry.path.name), default: []].append(entry.path)
            let name = entry.type.isItem ? entry.path.stem : BlobName(entry.path.name)?.readableName
            let title = entry.shownTitle
            if let title { titles[entry.path] = title }
            for text in [name, title].compactMap(\.self) where seen.insert(text).inserted {
                names.append(SimilarName(text))
            }
        }
        self.titles = titles
    }

    /// Adds suggestions to broken links, as far as possible.
    package mutating func find(for links: inout [BrokenLink]) {
        var known: [BrokenLink.Problem: [String]] = [:]
        for index in links.indices {
            let problem = links[index].problem
            if let meant = known[problem] {
                // Which file is nearest depends on the item's path; similar names do not.
                links[index].meant = problem.kind == .ambiguous ? spellings(problem, links[index].source) : meant
                continue
            }
            guard known.count < Self.mostProblems else { continue }
            links[index].meant = meant(problem, links[index].source)
            known[problem] = links[index].meant
        }
    }

    private mutating func meant(_ problem: BrokenLink.Problem, _ source: BundlePath) -> [String] {
        switch problem {
        case .missingTarget(let target):
            similar(to: target.parts(between: "/").last.map(String.init) ?? target)
                .filter { MarkdownDestination.isWikiTarget(Array($0.utf8)) }.map { "[[\($0)]]" }
        case .missingFile(let path), .missingBlob(let path): moved(path)
        case .ambiguous: spellings(problem, source)
        case .missingHeading, .trashed, .outside: []
        }
    }

    /// Names similar to one that does not exist.
    private mutating func similar(to text: String) -> [String] {
        guard comparisonsLeft >= names.count else { return [] }
        comparisonsLeft -= names.count
        return SimilarName(text).nearest(in: names)
    }

    /// Files with the same name in other folders, or with a similar name.
    private mutating func moved(_ path: String) -> [String] {
        let name = path.parts(between: "/").last.map(String.init) ?? path
        let same = [name, name + ".md"].flatMap { byName[ComparisonKey($0)] ?? [] }
        if !same.isEmpty { return same.sorted().prefix(3).map(\.text) }
        let stem = name.without(ending: ".md").map(String.init) ?? name
        return similar(to: stem).flatMap { byName[ComparisonKey($0 + ".md")] ?? byName[ComparisonKey($0)] ?? [] }
            .sorted().prefix(3).map(\.text)
    }

    /// Unambiguous wiki links to the candidates of an ambiguous one.
    private func spellings(_ problem: BrokenLink.Problem, _ source: BundlePath) -> [String] {
        guard case .ambiguous(let written, let paths) = problem else { return [] }
        return paths.prefix(3).compactMap { path in
            WikiSpellings(written, ledTo: path).all(to: path, title: titles[path], from: source).first {
                resolver.resolve(wiki: $0, from: source) == .file(path)
            }.map { "[[\($0)]]" }
        }
    }
}
