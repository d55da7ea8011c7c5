import TestSupport
import Testing

@testable import NotebookFormat
@testable import NotebookQuery
@testable import NotebookStudy
@testable import NotebookText

struct `What is shown next` {
    private static let start: Int64 = 1_795_168_800
    private static let clock = StudyClock(dayStart: 4 * 3600, in: QueryContext(now: time(0)) { _ in 0 })

    private static func time(_ seconds: Int64) -> Timestamp { Timestamp(clamping: start + seconds) }

    private static func key(_ card: UInt64, _ side: StudySide = .front) -> StudyKey {
        StudyKey(card: UniqueIdentifier(randomBits: card, card), side: side)
    }

    private static func queue(
        _ keys: [StudyKey], new: Int = 20, _ change: (inout StudySettings) -> Void = { _ in }
    ) -> StudyQueue {
        var settings = StudySettings()
        settings.newPerDay = new
        settings.fuzzes = false
        change(&settings)
        let sides = keys.map { StudyQueue.Side(key: $0, created: time(-1000)) }
        return StudyQueue(sides, ReviewHistory(), settings: settings, clock: clock)
    }

    /// Grades a side, with an identifier that the seed and the number of reviews before give.
    private static func grade(
        _ queue: inout StudyQueue, _ key: StudyKey, _ grade: ReviewGrade, at seconds: Int64, seed: UInt64 = 1
    ) -> Review {
        var random = SeededGenerator(seed: seed &+ UInt64(queue.history.reviews.count) << 32)
        let id = UniqueIdentifier(randomBits: random.next(), random.next())
        let review = queue.review(key, grade, at: time(seconds), milliseconds: 1, id: id)
        queue.add(.review(review))
        return review
    }

    @Test func `is no card that is suspended or buried, and also what is due in the next days, if that is asked for`()
        throws
    {
        let keys = (1...3 as ClosedRange<UInt64>).map { Self.key($0) }
        var queue = Self.queue(keys)
        func hold(_ key: StudyKey, _ kind: StudyHold.Kind) -> StudyRecord {
            .hold(queue.holding(key.card, kind, at: Self.time(0), id: UniqueIdentifier(randomBits: key.card.low, 9)))
        }
        queue.add(hold(keys[0], .suspend))
        queue.add(hold(keys[1], .bury))
        #expect(queue.waiting(at: Self.time(0)).map(\.side.key) == [keys[2]] && queue.counts(at: Self.time(0)).new == 1)
        #expect(queue.crammed(at: Self.time(0)) == [keys[1], keys[2]])
        _ = Self.grade(&queue, keys[2], .easy, at: 10)
        #expect(queue.next(at: Self.time(20)) == nil)
        // The buried one comes tomorrow.
        let next = try #require(queue.nextDue(after: Self.time(20)))
        #expect(next.time == Timestamp(canonical: "2026-11-21T04:00:00Z"))
        #expect(queue.next(at: next.time)?.key == keys[1])
        let days = try #require(queue.schedule(keys[2]).days)
        let sides = keys.map { StudyQueue.Side(key: $0, created: Self.time(-1000)) }
        var settings = StudySettings()
        settings.fuzzes = false
        func early(_ days: Int) -> [StudyKey] {
            StudyQueue(sides, queue.history, settings: settings, clock: Self.clock, ahead: days)
                .waiting(at: Self.time(20)).map(\.side.key)
        }
        #expect(early(days - 1) == [] && early(days) == [keys[2]])
    }

    @Test func `follows the last decision, also of several within a second or after a clock that was ahead`() {
        let key = Self.key(1)
        var queue = Self.queue([key])
        func decide(_ kind: StudyHold.Kind, _ id: UInt64, at seconds: Int64) -> StudyRecord {
            let record = StudyRecord.hold(
                queue.holding(key.card, kind, at: Self.time(seconds), id: UniqueIdentifier(randomBits: id, id)))
            queue.add(record)
            return record
        }
        // Later decisions have lower identifiers; the second device’s clock is an hour ahead.
        var records = [decide(.suspend, 9, at: 0)]
        records.append(decide(.release, 8, at: 0))
        #expect(queue.hold(of: key.card, at: Self.time(0)) == nil)
        records.append(decide(.bury, 7, at: 3600))
        records.append(decide(.release, 6, at: 1))
        #expect(queue.hold(of: key.card, at: Self.time(1)) == nil)
        records.append(decide(.suspend, 5, at: 1))
        #expect(queue.hold(of: key.card, at: Self.time(1)) == .suspended)
        // Logs are read in any order.
        for count in records.indices {
            let turned = Array(records[count...] + records[..<count])
            for records in [turned, turned.reversed()] {
                let day = queue.day(of: Self.time(1))
                #expect(ReviewHistory(records).held.state(of: key.card, on: day) == .suspended)
            }
        }
    }

    @Test func `is what is in the steps of learning, what is due, and what is new`() throws {
        let keys = (1...4 as ClosedRange<UInt64>).map { Self.key($0) }
        var queue = Self.queue(keys, new: 3)
        #expect(queue.counts(at: Self.time(0)).new == 3)
        #expect(queue.next(at: Self.time(0))?.key == keys[0])
        _ = Self.grade(&queue, keys[0], .again, at: 0)
        _ = Self.grade(&queue, keys[1], .easy, at: 10)
        #expect(queue.next(at: Self.time(20))?.key == keys[2])
        _ = Self.grade(&queue, keys[2], .good, at: 20)
        // The limit of new ones is reached, and the step is over.
        #expect(queue.next(at: Self.time(61))?.key == keys[0])
        #expect(queue.counts(at: Self.time(61)).new == 0 && queue.counts(at: Self.time(61)).learning == 2)
        _ = Self.grade(&queue, keys[0], .easy, at: 61)
        // A step that ends soon is shown early if nothing else is left.
        #expect(queue.next(at: Self.time(62))?.key == keys[2])
        _ = Self.grade(&queue, keys[2], .good, at: 62)
        #expect(queue.next(at: Self.time(63)) == nil)
        let next = try #require(queue.nextDue(after: Self.time(63)))
        #expect(next.time == Timestamp(canonical: "2026-11-21T04:00:00Z") && next.sides == 2)
        // On the next day one of them is due, from four o’clock on, and the last one is new.
        let tomorrow = queue.waiting(at: next.time)
        #expect(tomorrow.map(\.side.key) == [keys[0], keys[3]])
        #expect(tomorrow.map(\.reason) == [.due, .new])
    }

    @Test func `is tomorrow no more of the new ones than the settings allow`() throws {
        let keys = (1...6 as ClosedRange<UInt64>).map { Self.key($0) }
        var queue = Self.queue(keys, new: 2)
        _ = Self.grade(&queue, keys[0], .easy, at: 0)
        _ = Self.grade(&queue, keys[1], .easy, at: 10)
        let next = try #require(queue.nextDue(after: Self.time(20)))
        #expect(next.time == Timestamp(canonical: "2026-11-21T04:00:00Z") && next.sides == 2)
        #expect(queue.waiting(at: next.time).count == 2)
    }

    @Test func `is not another side of the same card, if others are left`() {
        let sides = [Self.key(1, .cloze(1)), Self.key(1, .cloze(2)), Self.key(2)]
        var queue = Self.queue(sides)
        _ = Self.grade(&queue, sides[0], .easy, at: 0)
        #expect(queue.next(at: Self.time(1))?.key == sides[2])
        _ = Self.grade(&queue, sides[2], .easy, at: 1)
        #expect(queue.next(at: Self.time(2))?.key == sides[1])
    }

    @Test func `is as before after an undo`() {
        let keys = [Self.key(1), Self.key(2)]
        var queue = Self.queue(keys, new: 1)
        let review = Self.grade(&queue, keys[0], .easy, at: 0)
        #expect(queue.next(at: Self.time(1)) == nil && queue.schedule(keys[0]).reviews == 1)
        queue.add(.undo(id: UniqueIdentifier(randomBits: 7, 7), time: Self.time(1), review: review.id))
        #expect(queue.next(at: Self.time(1))?.key == keys[0])
        #expect(queue.schedule(keys[0]) == SideSchedule() && queue.history.reviews.isEmpty)
    }

    @Test(arguments: Seeds.some(20)) func `says beforehand what each grade leads to, as it then happens`(seed: UInt64) {
        let key = Self.key(1)
        var random = SeededGenerator(seed: seed)
        for grade in ReviewGrade.allCases {
            var queue = Self.queue([key]) { $0.fuzzes = true }
            _ = Self.grade(&queue, key, .easy, at: 0, seed: seed)
            let (id, later) = (UniqueIdentifier(randomBits: 5, random.next()), Self.time(9 * 86_400))
            let shown = queue.intervals(key, at: later, as: id)[grade.rawValue - 1]
            queue.add(.review(queue.review(key, grade, at: later, milliseconds: 1, id: id)))
            switch shown {
            case .days(let days): #expect(queue.schedule(key).days == days)
            case .seconds(let seconds):
                let due = Timestamp(clamping: later.secondsSince1970 + Int64(seconds))
                #expect(queue.schedule(key).due == .time(due))
            }
        }
    }

    @Test func `counts the days of studying, not hours`() {
        let key = Self.key(1)
        var queue = Self.queue([key])
        // 23:00, and 5:00 on the next day of studying.
        let first = Self.grade(&queue, key, .easy, at: 13 * 3600)
        let second = Self.grade(&queue, key, .good, at: 19 * 3600)
        #expect(second.day.number - first.day.number == 1)
        let state = StudyScheduler().reviewed(.new, .easy, afterDays: 0).state
        #expect(queue.schedule(key).state == StudyScheduler().reviewed(state, .good, afterDays: 1).state)
    }

    @Test(arguments: Seeds.some(20)) func `orders two reviews of one second as they were made`(seed: UInt64) {
        let key = Self.key(1)
        var queue = Self.queue([key])
        let reviews = (0..<5).map { _ in Self.grade(&queue, key, .again, at: 0, seed: seed) }
        #expect(reviews.map { $0.time.secondsSince1970 - Self.start } == [0, 1, 2, 3, 4])
    }

    @Test func `statistics follow from the reviews`() {
        let keys = (1...3 as ClosedRange<UInt64>).map { Self.key($0) }
        var queue = Self.queue(keys)
        _ = Self.grade(&queue, keys[0], .easy, at: 0)
        _ = Self.grade(&queue, keys[1], .good, at: 5)
        let day: Int64 = 86_400
        _ = Self.grade(&queue, keys[0], .good, at: 8 * day)
        _ = Self.grade(&queue, keys[0], .again, at: 9 * day)
        let statistics = StudyStatistics(queue, at: Self.time(9 * day + 60))
        #expect(statistics.sides == 3 && statistics.new == 1 && statistics.learning == 2)
        #expect(statistics.reviews == 4 && statistics.reviewsToday == 1 && statistics.streak == 2)
        #expect(statistics.retention == 0.5 && statistics.daysOfLastMonth == 3)
        #expect(statistics.forecast == [2, 0, 0, 0, 0, 0, 0])
        #expect(queue.schedule(keys[0]).lapses == 1)
    }
}
