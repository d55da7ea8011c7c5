import Foundation
import NotebookTestSupport
import TestSupport
import Testing

@testable import NotebookStudy

/// The reference implementation of FSRS-6 is `fsrs` 6 on PyPI.
///
/// `python3 reference.py 1 5 16 > vectors.json` in the folder `Reference` recorded what it gives.
struct `The scheduler and the reference implementation` {
    private struct Vectors: Decodable {
        struct History: Decodable {
            let learning: [Int]
            let relearning: [Int]
            let retention: Double
            let maximum: Int
            let reviews: [[Double?]]
        }

        let histories: [History]
        let fuzz: [[Double]]
    }

    private static let folder = Project.root.appending(path: "Tests/NotebookStoreTests/Study/Reference")

    /// A review in the reference's words, rounded to what all machines compute alike.
    private static func row(_ state: StudyScheduler.State, _ interval: StudyInterval) -> String {
        let phase =
            switch state.phase {
            case .new: "new"
            case .learning(let step): "1 \(step)"
            case .review: "2"
            case .relearning(let step): "3 \(step)"
            }
        let seconds =
            switch interval {
            case .seconds(let seconds): seconds
            case .days(let days): days * 86_400
            }
        return row(phase, state.memory?.stability, state.memory?.difficulty, seconds)
    }

    private static func row(_ phase: String, _ stability: Double?, _ difficulty: Double?, _ seconds: Int) -> String {
        String(format: "%@ %.9g %.9g %d", phase, stability ?? -1, difficulty ?? -1, seconds)
    }

    private static func compare(_ text: Data) throws -> Int {
        let vectors = try JSONDecoder().decode(Vectors.self, from: text)
        var count = 0
        for history in vectors.histories {
            var settings = StudySettings()
            settings.learningSteps = history.learning
            settings.relearningSteps = history.relearning
            settings.retention = history.retention
            settings.maximumInterval = history.maximum
            let scheduler = StudyScheduler(settings)
            var state = StudyScheduler.State.new
            for review in history.reviews {
                let grade = try #require(review[0].flatMap { ReviewGrade(rawValue: Int($0)) })
                let days = Int(review[1] ?? 0)
                let chance = scheduler.retrievability(state, afterDays: days) ?? 0
                #expect(abs(chance - (review[2] ?? -1)) < 1e-9)
                let (next, interval) = scheduler.reviewed(state, grade, afterDays: days)
                let phase = [review[3], review[4]].compactMap { $0.map { "\(Int($0))" } }.joined(separator: " ")
                #expect(
                    Self.row(next, interval) == Self.row(phase, review[5], review[6], Int(review[7] ?? -1)),
                    "\(history.learning) \(history.relearning) \(state) \(grade) after \(days) days")
                (state, count) = (next, count + 1)
            }
        }
        for row in vectors.fuzz {
            let fuzzed = IntervalFuzz.interval(near: Int(row[0]), chance: row[1], maximum: Int(row[2]))
            #expect(fuzzed == Int(row[3]), "\(row)")
        }
        return count + vectors.fuzz.count
    }

    @Test func `agree on what it gave for recorded histories`() throws {
        #expect(try Self.compare(Data(contentsOf: Self.folder.appending(path: "vectors.json"))) == 420)
    }

    @Test(
        .enabled(if: Python.has("fsrs"), Comment(rawValue: Python.absent("fsrs"))), arguments: Seeds.some(4))
    func `agree on random histories`(seed: UInt64) throws {
        let script = Python.Script.file(Self.folder.appending(path: "reference.py"))
        let result = try Python.run(script, ["\(seed)", "25", "40"], modules: ["fsrs"])
        #expect(result.status == 0, "\(result.errors)")
        #expect(try Self.compare(Data(result.output.utf8)) == 4500)
    }

    @Test func `have the published parameters, which are within their bounds`() {
        #expect(FSRSParameters(FSRSParameters.published.values) == .published)
        #expect(FSRSParameters([]) == nil && FSRSParameters(FSRSParameters.published.values + [1]) == nil)
        var values = FSRSParameters.published.values
        values[20] = 0.9
        #expect(FSRSParameters(values) == nil)
    }
}
