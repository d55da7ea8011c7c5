@testable import NotebookCheck
@testable import NotebookCopies
@testable import NotebookFormat
@testable import NotebookLinks
@testable import NotebookStore
@testable import NotebookText
import NotebookTestSupport
import SimulatedDisks
import TestSupport
import Testing

struct `Merging two copies that were changed at random` {
    /// A line of an item that contains a link, by the mark in it.
    struct LinkPlace: Hashable {
        let source: UniqueIdentifier
        let mark: String
    }

    /// Where links lead, by the uuids of the items.
    typealias Links = [LinkPlace: UniqueIdentifier]

    static func links(_ stage: HistoryStage) throws -> Links {
        let notebook = try stage.directory.open()
        let uuids = Dictionary(notebook.items.map { ($0.path, $0.uuid) }) { first, _ in first }
        let texts = stage.document.mapValues {
            String(decoding: $0, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
        }
        var links: Links = [:]
        for link in try stage.directory.readTree({ try notebook.linkMap($0).links }) {
            guard let source = uuids[link.source] ?? nil, let target = link.target.flatMap({ uuids[$0] ?? nil }),
                let line = texts[link.source.text]?[link.link.found.position.line - 1]
            else { continue }
            links[LinkPlace(source: source, mark: line.split(separator: " ").last.map(String.init) ?? "")] = target
        }
        return links
    }

    /// Where the link of a line may lead afterwards; empty if it need not lead anywhere.
    static func goals(
        _ base: UniqueIdentifier?, _ mine: UniqueIdentifier?, _ theirs: UniqueIdentifier?, live: Set<UniqueIdentifier>
    ) -> Set<UniqueIdentifier> {
        let goals = Set([mine, theirs].compactMap(\.self))
        // Where one copy took the link or its target out, or where nobody has the target any more, nothing is wanted.
        guard base == nil || (mine != nil && theirs != nil), goals.isSubset(of: live) else { return [] }
        // Links that nobody changed may lead elsewhere in one copy, if another item got the name.
        return goals
    }

    /// The marks in the texts of all items, live and deleted.
    static func words(_ stage: HistoryStage) -> Set<String> {
        Set(
            stage.document.filter { $0.key.hasSuffix(".md") }.flatMap { file in
                let body = (try? ItemFile(file.value))?.bodyText ?? String(decoding: file.value, as: UTF8.self)
                return body.split(whereSeparator: \.isWhitespace).map(String.init)
            }
            .filter { $0.hasPrefix("#") })
    }

    /// What two copies have, without what one of them took out.
    static func wanted<Element>(_ base: Set<Element>, _ mine: Set<Element>, _ theirs: Set<Element>) -> Set<Element> {
        mine.union(theirs).subtracting(base.subtracting(mine.intersection(theirs)))
    }

    /// The errors in a notebook, in words.
    static func errors(in stage: HistoryStage) throws -> [String] {
        try RuleBook.findings(in: stage.directory.inspect(collectsLinks: true)).filter { $0.severity == .error }
            .map { "\($0.path): \($0.message) [\($0.rule)]" }
    }

    static let seeds = Seeds.some(`Every kind of edit`.isExhaustive ? 4000 : 100)

    @Test(arguments: seeds)
    func `loses no text and no link, and gives the same in both`(seed: UInt64) throws {
        let mine = try HistoryStage()
        var chance = SeededGenerator(seed: seed)
        for round in 0..<6 { try mine.changeAnything(&chance, "#base\(round)") }
        let base = (words: Self.words(mine), links: try Self.links(mine))
        let theirs = try mine.copy(named: "T", withHistory: seed.isMultiple(of: 2))
        for round in 0..<Int(4 + seed % 20) { try mine.changeAnything(&chance, "#mine\(round)") }
        for round in 0..<Int(4 + seed % 17) { try theirs.changeAnything(&chance, "#theirs\(round)") }
        let (words, links) = ([Self.words(mine), Self.words(theirs)], [try Self.links(mine), try Self.links(theirs)])
        let other = theirs.document
        let result = try mine.directory.merge(theirs.directory).result
        #expect(theirs.document == other, "the other copy stays as it is")
        #expect(try Self.errors(in: mine) == [])
        #expect(Self.wanted(base.words, words[0], words[1]).subtracting(Self.words(mine)) == [])
        let live = Set(try mine.directory.open().items.compactMap(\.uuid))
        let now = try Self.links(mine)
        let conflicted = Set(result.conflicts.map(\.path))
        let items = try mine.directory.open().items.filter { !conflicted.contains($0.path) }
        let sources = Set(items.compactMap(\.uuid))
        for place in Set(links[0].keys).union(links[1].keys) where sources.contains(place.source) {
            let goals = Self.goals(base.links[place], links[0][place], links[1][place], live: live)
            #expect(goals.isEmpty || now[place].map(goals.contains) == true, "seed \(seed), \(place.mark)")
        }
        // Again: nothing. Back: the same, but for the dates that sealing sets, if others had changed the other copy.
        #expect(try mine.directory.merge(theirs.directory).result.isEmpty, "seed \(seed)")
        try theirs.directory.merge(mine.directory)
        try mine.directory.merge(theirs.directory)
        let (one, two) = (mine.document, theirs.document)
        let different = Set(one.keys).union(two.keys).filter { one[$0] != two[$0] && $0 != "manifest.json" }.sorted()
        #expect(different == [], "seed \(seed), of these here \(different.filter { one[$0] != nil })")
        #expect(try theirs.directory.open().fingerprint == mine.directory.open().fingerprint)
    }
}
