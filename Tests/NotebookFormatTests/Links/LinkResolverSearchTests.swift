import TestSupport
import Testing

@testable import NotebookFormat
@testable import NotebookLinks
@testable import NotebookText

/// Names that no path can have are told without looking at paths.
struct `A resolver of wiki links` {
    private static let names = ["A", "a", "B", "Ä", "A.md", "x.y", "B C"]

    private static func path(_ generator: inout SeededGenerator) -> String {
        (0..<Int.random(in: 1...3, using: &generator)).map { _ in generator.pick(names) }.joined(separator: "/")
    }

    @Test(arguments: Seeds.some(200)) func `prefers files of the path that a target gives`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        var paths: Set<BundlePath> = []
        for _ in 0..<15 {
            let text = Self.path(&generator)
            let item = generator.pick(["notes/", "cards/"]) + text + ".md"
            paths.insert(try BundlePath(item.composed))
            paths.insert(try BundlePath("blobs/\(generator.pick(Self.names))".composed))
        }
        let resolver = LinkResolver(
            Manifest(
                paths.compactMap { path in
                    FileType(of: path).map { Entry(path: path, type: $0, size: 0, digest: .of([]), item: nil) }
                }))
        let source = try BundlePath("notes/Source.md")
        for _ in 0..<40 {
            let target =
                generator.pick(["", "", "notes/", "blobs/"]) + Self.path(&generator) + generator.pick(["", ".md", "/"])
            let wanted = ["", "notes/", "cards/", "blobs/"].flatMap { [$0 + target, $0 + target + ".md"] }
            let keys = Set(wanted.map { ComparisonKey($0) })
            let found = paths.filter { keys.contains($0.key) }
            guard !found.isEmpty else { continue }
            switch resolver.resolve(wiki: target, from: source) {
            case .file(let path): #expect(found.contains(path), "\(target)")
            case .ambiguous(let all): #expect(found.isSuperset(of: all), "\(target)")
            default: Issue.record("\(target) leads to none of \(found)")
            }
        }
    }
}
