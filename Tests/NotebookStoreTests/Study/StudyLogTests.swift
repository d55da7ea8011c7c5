import TestSupport
import Testing

@testable import NotebookFormat
@testable import NotebookStudy
@testable import NotebookText

struct `A log of reviews` {
    private static let card = UniqueIdentifier(randomBits: 1, 1)

    static func review(_ number: UInt64, at seconds: Int64, _ grade: ReviewGrade = .good) -> Review {
        let time = Timestamp(clamping: 1_795_168_800 + seconds)
        return Review(
            id: UniqueIdentifier(randomBits: number, number), time: time,
            day: StudyDay(number: Int(time.secondsSince1970 / 86_400)),
            key: StudyKey(card: card, side: .front), grade: grade, milliseconds: 4200)
    }

    @Test func `has a line for each record`() throws {
        let review = Self.review(1, at: 0)
        let undo = StudyRecord.undo(id: UniqueIdentifier(randomBits: 2, 2), time: review.time, review: review.id)
        let bytes = StudyLog.appending([.review(review), undo], to: [])
        #expect(
            String(decoding: bytes, as: UTF8.self) == """
                {"format": "notebundle-study", "version": 1}
                {"id": "00000000-0000-4001-8000-000000000001", "time": "2026-11-20T10:00:00Z", "day": "2026-11-20", \
                "card": "00000000-0000-4001-8000-000000000001", "side": "front", "grade": 3, "milliseconds": 4200}
                {"id": "00000000-0000-4002-8000-000000000002", "time": "2026-11-20T10:00:00Z", \
                "undoes": "00000000-0000-4001-8000-000000000001"}

                """)
        let log = try StudyLog(bytes)
        #expect(log.records == [.review(review), undo] && log.unreadableLines == [])
    }

    @Test func `has decisions about cards, which logs of other devices join in any order`() throws {
        let day = StudyDay(number: 20_777)
        func hold(_ number: UInt64, _ kind: StudyHold.Kind, at seconds: Int64) -> StudyRecord {
            .hold(
                StudyHold(
                    id: UniqueIdentifier(randomBits: number, number),
                    time: Timestamp(clamping: 1_795_168_800 + seconds),
                    day: day, card: Self.card, kind: kind))
        }
        let records = [
            hold(1, .suspend, at: 0), hold(2, .bury, at: 10), hold(3, .release, at: 20), hold(4, .bury, at: 30),
        ]
        let bytes = StudyLog.appending(records, to: [])
        #expect(
            String(decoding: bytes, as: UTF8.self).contains(
                """
                {"id": "00000000-0000-4001-8000-000000000001", "time": "2026-11-20T10:00:00Z", "day": "2026-11-20", \
                "card": "00000000-0000-4001-8000-000000000001", "hold": "suspend"}

                """))
        let log = try StudyLog(bytes)
        #expect(log.records == records && log.unreadableLines == [])
        func state(_ count: Int, _ day: StudyDay) -> HeldCards.State? {
            ReviewHistory(Array(records.prefix(count).reversed())).held.state(of: Self.card, on: day)
        }
        #expect(state(1, day.adding(9)) == .suspended && state(2, day.adding(1)) == .suspended && state(3, day) == nil)
        #expect(state(4, day) == .buried(day) && state(4, day.adding(1)) == nil)
        // Undone, as if it had not been made.
        var history = ReviewHistory(Array(records.prefix(1)))
        history.add(.undo(id: Self.card, time: Timestamp(clamping: 0), review: UniqueIdentifier(randomBits: 1, 1)))
        #expect(history.held.state(of: Self.card, on: day) == nil)
    }

    @Test func `keeps lines that it cannot read, and counts them`() throws {
        let good = StudyLog.line(.review(Self.review(1, at: 0)))
        let line = String(decoding: good.dropLast(), as: UTF8.self)
        var bad = ["<<<<<<< HEAD", "{", "[]", "{}"]
        bad.append(line.replacing("front", with: "edge"))
        bad.append(line.replacing(": 3", with: ": 5"))
        bad.append(line.replacing("-11-20T", with: "-13-20T"))
        bad.append(line.replacing("\"card\"", with: "\"kard\""))
        bad.append(String(line.dropLast(4)))
        let text = bad.joined(separator: "\n")
        let bytes = StudyLog.appending([.review(Self.review(1, at: 0))], to: Array(text.utf8))
        let log = try StudyLog(bytes)
        #expect(log.unreadableLines == Array(1...bad.count) && log.records == [.review(Self.review(1, at: 0))])
        #expect(bytes.starts(with: text.utf8))
    }

    @Test func `ignores unknown keys, blank lines and the ends of lines of Windows`() throws {
        let line = String(decoding: StudyLog.line(.review(Self.review(1, at: 0))), as: UTF8.self)
        let text = "\r\n\n" + line.replacing("{", with: "{\"new\": {\"a\": [1, null]}, ").replacing("\n", with: "\r\n")
        let log = try StudyLog(Array(text.utf8))
        #expect(log.records == [.review(Self.review(1, at: 0))] && log.unreadableLines == [])
    }

    @Test func `of a later version is not read`() throws {
        #expect(throws: TextProblem.self) {
            try StudyLog(Array("{\"format\": \"notebundle-study\", \"version\": 2}\n".utf8))
        }
    }

    @Test(arguments: Seeds.some(20))
    func `gives the same schedule in whatever order logs are merged, and however often`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        var records: [StudyRecord] = []
        for number in 1...60 as ClosedRange<UInt64> {
            // Some reviews are of the same second.
            let review = Self.review(number, at: Int64(number / 2) * 40_000, generator.pick(ReviewGrade.allCases))
            records.append(.review(review))
            if generator.chance(0.1) {
                records.append(
                    .undo(id: UniqueIdentifier(randomBits: 99, number), time: review.time, review: review.id))
            }
        }
        let scheduler = StudyScheduler()
        func schedule(_ records: [StudyRecord]) -> SideSchedule {
            SideSchedule(ReviewHistory(records)[StudyKey(card: Self.card, side: .front)], scheduler)
        }
        let expected = schedule(records)
        for _ in 0..<5 {
            let logs = (0..<3).map { device in
                records.enumerated().filter { $0.offset % 3 == device }.map(\.element)
            }
            let merged = logs.shuffled(using: &generator).flatMap { log in
                StudyLog.appending(log, to: [])
            }
            let read = try StudyLog(merged).records
            #expect(schedule(read) == expected)
            #expect(schedule(read + read.shuffled(using: &generator)) == expected)
            var history = ReviewHistory()
            for record in read.shuffled(using: &generator) { history.add(record) }
            #expect(SideSchedule(history[StudyKey(card: Self.card, side: .front)], scheduler) == expected)
        }
    }

    @Test func `has no name of a side but these`() {
        for name in ["front", "back", "c1", "c500"] { #expect(StudySide(name)?.name == name) }
        for name in ["", "c0", "c01", "c501", "c", "c-1", "Front", "c1 "] { #expect(StudySide(name) == nil, "\(name)") }
    }
}
