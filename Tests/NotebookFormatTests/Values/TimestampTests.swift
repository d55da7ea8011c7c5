import Foundation
import TestSupport
import Testing

@testable import NotebookFormat
@testable import NotebookText

struct `A timestamp` {
    @Test(arguments: [
        ("1970-01-01T00:00:00Z", Int64(0)), ("2026-11-20T10:05:00Z", 1_795_169_100),
        ("2000-02-29T23:59:59Z", 951_868_799),
        ("0001-01-01T00:00:00Z", -62_135_596_800), ("9999-12-31T23:59:59Z", 253_402_300_799),
        ("1969-12-31T23:59:59Z", -1),
    ])
    func `is read and written in canonical form`(text: String, seconds: Int64) throws {
        let timestamp = try #require(Timestamp(canonical: text))
        #expect(timestamp.secondsSince1970 == seconds)
        #expect(timestamp.description == text)
        #expect(Timestamp(compact: timestamp.compact) == timestamp)
    }

    @Test(arguments: [
        "2026-11-20", "2026-11-20T10:05:00", "2026-11-20t10:05:00Z", "2026-02-29T00:00:00Z", "2026-13-01T00:00:00Z",
        "2026-11-20T24:00:00Z", "2026-11-20T10:60:00Z", "2026-11-20T10:05:60Z", "0000-01-01T00:00:00Z",
        "1900-02-29T00:00:00Z",
        "2026-11-20T10:05:00+00:00", "２026-11-20T10:05:00Z", "", "2026-1a-20T10:05:00Z",
    ])
    func `is not read from anything else`(text: String) { #expect(Timestamp(canonical: text) == nil) }

    @Test(arguments: Seeds.some(1)) func `agrees with Foundation over the whole range`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let formatter = ISO8601DateFormatter()
        for _ in 0..<2000 {
            // Foundation follows the Julian calendar before 1582.
            let seconds = Int64.random(in: -12_219_292_800...Timestamp.range.upperBound, using: &generator)
            let date = Date(timeIntervalSince1970: TimeInterval(seconds))
            #expect(Timestamp(clamping: seconds).description == formatter.string(from: date))
        }
    }

    @Test(arguments: [
        ("2026-11-20", "2026-11-20T00:00:00Z"), ("2026-11-20 10:05", "2026-11-20T10:05:00Z"),
        ("2026-11-20T10:05", "2026-11-20T10:05:00Z"), ("2026-11-20T10:05:07", "2026-11-20T10:05:07Z"),
        ("2026-11-20T10:05:07.999Z", "2026-11-20T10:05:07Z"), ("2026-11-20t10:05:07z", "2026-11-20T10:05:07Z"),
        ("2015-11-17 16:16:01 -0600", "2015-11-17T22:16:01Z"), ("2026-11-20T01:00:00+02:00", "2026-11-19T23:00:00Z"),
        ("2026-11-20T01:00:00+02", "2026-11-19T23:00:00Z"), ("2016-12-31T23:59:60Z", "2016-12-31T23:59:59Z"),
        ("2026-11-20  10:05:07", "2026-11-20T10:05:07Z"),
    ])
    func `is read as people write it`(text: String, canonical: String) {
        #expect(DateSpelling.read(text)?.description == canonical)
    }

    @Test(arguments: [
        "2026-11", "20.11.2026", "2026-11-31", "2026-11-20T", "2026-11-20T10", "2026-11-20 10:05 CET", "2026-11-20Z",
        "0001-01-01T00:00:00+01:00", "9999-12-31T23:59:59-01:00", "2026-11-20T10:05:07.", "{{date}}", "2026-11-20x",
    ])
    func `is not read from what people do not write`(text: String) { #expect(DateSpelling.read(text) == nil) }
}

struct `A uuid` {
    @Test func `is written in lower case and read in either`() throws {
        let uuid = try #require(UniqueIdentifier("018F3C2E-7b1a-4c60-9d7e-0d5a8c1b2e3f"))
        #expect(uuid.description == "018f3c2e-7b1a-4c60-9d7e-0d5a8c1b2e3f")
    }

    @Test func `of version 4 has its version and variant`() {
        let uuid = UniqueIdentifier(randomBits: .max, .max)
        #expect(uuid.description == "ffffffff-ffff-4fff-bfff-ffffffffffff")
        #expect(UniqueIdentifier(randomBits: 0, 0).description == "00000000-0000-4000-8000-000000000000")
    }

    @Test(arguments: [
        "", "018f3c2e7b1a4c609d7e0d5a8c1b2e3f", "{018f3c2e-7b1a-4c60-9d7e-0d5a8c1b2e3f}",
        "018f3c2e-7b1a-4c60-9d7e-0d5a8c1b2e3g",
        "00000000-0000-0000-0000-000000000000",
    ])
    func `is not read from anything else`(text: String) { #expect(UniqueIdentifier(text) == nil) }
}

struct `A tag` {
    @Test(arguments: [
        ("birds", "birds"), ("#birds", "birds"), ("  ##birds/heron ", "birds/heron"), ("e\u{301}te\u{301}", "été"),
        ("# ", nil),
        ("", nil), ("a,b", nil), ("a\tb", nil), ("a\u{85}b", nil), (String(repeating: "x", count: 256), nil),
        ("0🌲", "0🌲"),
        ("a b", "a b"),
    ])
    func `is read as people write it`(text: String, tag: String?) { #expect(Tag(text)?.text == tag) }

    @Test func `repeats an equal one in another spelling`() throws {
        let tags = ["Été", "b", "E\u{301}TE\u{301}", "B", "c"].compactMap { Tag($0) }
        #expect(Tag.unique(tags).map(\.text) == ["Été", "b", "c"])
    }
}
