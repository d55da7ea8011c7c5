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

    /// Clause 21.3: the fewest folders away, a note before a card, and then the letters of the target.
    private static func nearest(_ paths: [BundlePath], to source: BundlePath, _ target: String) -> LinkTarget {
        func folder(_ path: BundlePath) -> [Substring] { FolderPath(of: path)?.components ?? [] }
        func distance(_ path: BundlePath) -> Int {
            let common = zip(folder(path), folder(source)).prefix { $0 == $1 }.count
            return folder(path).count + folder(source).count - 2 * common
        }
        func rank(_ path: BundlePath) -> (Int, Int) {
            (distance(path), FileType(of: path) == .note ? 0 : FileType(of: path) == .card ? 1 : 2)
        }
        guard let best = paths.map(rank).min(by: <) else { return .nothing(target) }
        let found = paths.filter { rank($0) == best }
        let exact = found.filter { $0.stem == target }
        let left = exact.isEmpty ? found : exact
        return left.count == 1 ? .file(left[0]) : .ambiguous(left.sorted())
    }

    private static func folder(upTo depth: Int, _ generator: inout SeededGenerator) -> String {
        (0..<Int.random(in: 0...depth, using: &generator)).map { _ in generator.pick(["D", "E", "F"]) + "/" }.joined()
    }

    @Test(arguments: Seeds.some(100)) func `finds the nearest of many files with one name`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        var paths: Set<BundlePath> = []
        for _ in 0..<Int.random(in: 1...40, using: &generator) {
            // Two names in other letters are one for links, as are those in notes and cards.
            let folder = Self.folder(upTo: 3, &generator)
            let name = generator.pick(["One", "one", "ONE"])
            paths.insert(
                try BundlePath(generator.pick(["notes/", "cards/"]) + folder + name + ".md"))
        }
        let entries = paths.sorted().compactMap { path in
            FileType(of: path).map { Entry(path: path, type: $0, size: 0, digest: .of([]), item: nil) }
        }
        let resolver = LinkResolver(Manifest(entries))
        for _ in 0..<60 {
            let folder = Self.folder(upTo: 4, &generator)
            let source = try BundlePath(generator.pick(["notes/", "cards/"]) + folder + "Source.md")
            let target = generator.pick(["One", "one", "ONE", "oNE"])
            // A target that is the path of files comes before all names.
            let direct = paths.filter { FolderPath(of: $0) == .root }
            let meant = direct.isEmpty ? paths : direct
            let wanted = Self.nearest(Array(meant), to: source, target)
            #expect(resolver.resolve(wiki: target, from: source) == wanted, "\(target) from \(source)")
        }
    }
}
