import Testing

@testable import NotebookMerging
@testable import NotebookText

struct `The states that a copy comes from` {
    private static func digest(_ letter: Character) -> Digest { Digest.of(Array("\(letter)".utf8)) }

    private static func lineage(_ letters: String) -> Lineage {
        Lineage(letters.enumerated().map { Lineage.State(Timestamp(clamping: Int64($0)), digest($1)) })
    }

    private static func letters(_ digests: some Sequence<Digest>) -> String {
        String(digests.map { wanted in "ABCDEXYZ".first { digest($0) == wanted } ?? "?" })
    }

    @Test(arguments: [
        ("AB", "AC", "A"), ("ABX", "ABY", "BA"), ("AB", "CD", ""),
        // What one copy went back to is not the latest of both.
        ("ABA", "AB", "BA"), ("AB", "ABA", "BA"), ("ABA", "ABX", "BA"),
        // An old copy came back.
        ("ABC", "A", "A"),
        // States of others that were taken in, in different orders.
        ("AXYZ", "AYZ", "ZYA"), ("AXYB", "AYXC", "YA"),
    ])
    func `have a latest one in common`(mine: String, theirs: String, common: String) {
        #expect(Self.letters(Self.lineage(mine).common(with: Self.lineage(theirs))) == common)
    }

    @Test(arguments: [
        ("AB", "AXY", "ABXY"), ("ABX", "AB", "ABX"), ("AB", "ABA", "ABA"),
        // Before the latest common state, a known one is only listed in another order.
        ("AXYB", "AYXB", "AXYB"),
    ])
    func `are joined, each behind those that it comes from`(mine: String, theirs: String, joined: String) {
        var lineage = Self.lineage(mine)
        lineage.merge(Self.lineage(theirs), at: Timestamp(clamping: 9))
        #expect(Self.letters(lineage.states.map(\.fingerprint)) == joined)
        lineage.forget(takenWith: [Self.digest(theirs.last ?? "A")])
        #expect(Self.letters(lineage.states.map(\.fingerprint)) == mine)
    }

    @Test func `end with the state now, which is older if the list was carried first`() {
        var lineage = Self.lineage("ABC")
        lineage.end(at: Lineage.State(Timestamp(clamping: 9), Self.digest("B")))
        #expect(Self.letters(lineage.states.map(\.fingerprint)) == "AB")
        lineage.end(at: Lineage.State(Timestamp(clamping: 9), Self.digest("D")))
        #expect(Self.letters(lineage.latestFirst) == "DBA")
    }

    @Test func `are read as they are written, without lines that are none`() {
        var lineage = Self.lineage("AB")
        lineage.merge(Self.lineage("AXY"), at: Timestamp(clamping: 9))
        #expect(Lineage(lineage.text) == lineage)
        #expect(Lineage(Array("no line\n2026-11-20T10:00:00Z 12\n".utf8) + lineage.text) == lineage)
        #expect(lineage.own.states.allSatisfy { $0.takenWith == nil })
    }
}
