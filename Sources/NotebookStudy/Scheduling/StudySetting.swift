import NotebookText

/// A setting of studying; the raw value is its key in settings files and on the command line.
public enum StudySetting: String, CaseIterable, Sendable {
    /// The number of new sides on a day.
    case studyNewCards
    /// The steps of learning.
    case studySteps
    /// The steps of learning again.
    case studyRelearningSteps
    /// The probability of remembering.
    case studyRetention
    /// The longest interval.
    case studyMaximumInterval
    /// Whether to change intervals a little.
    case studyFuzz
    /// When a day begins.
    case studyDayStart
    /// The parameters of the memory model.
    case studyParameters
    /// Where to record reviews.
    case studyProgress

    /// Everything about a setting besides its key.
    private var row: Row {
        switch self {
        case .studyNewCards:
            Row(\.newPerDay, "0 to 9999: how many new cards to show per day", Self.number(0...9999)) { "\($0)" }
        case .studySteps:
            Row(
                \.learningSteps, "learning steps in ascending order, such as 1m 10m or 1m 10m 1d, or none", Self.steps,
                Self.text(ofSteps:))
        case .studyRelearningSteps:
            Row(\.relearningSteps, "the same, for cards that you forgot", Self.steps, Self.text(ofSteps:))
        case .studyRetention:
            Row(
                \.retention, "0.7 to 0.99: how likely you are to remember a card when it comes back",
                { Double($0).flatMap { (0.7...0.99).contains($0) ? $0 : nil } }, { "\($0)" })
        case .studyMaximumInterval:
            Row(
                \.maximumInterval, "1 to 36500 days: the longest time until a card comes back",
                Self.number(1...36_500)
            ) { "\($0)" }
        case .studyFuzz:
            Row(
                \.fuzzes, "true or false: whether intervals vary a little", words: ["true", "false"],
                { Bool($0.lowercased()) }, { "\($0)" })
        case .studyDayStart:
            Row(\.dayStart, "when a study day begins, such as 4:00", Self.time, Self.text(ofTime:))
        case .studyParameters:
            Row(
                \.parameters, "the 21 parameters of FSRS-6, as its optimizer prints them, or default", Self.parameters,
                Self.text(of:))
        case .studyProgress:
            Row(
                \.place, "notebook or user: where reviews are recorded", words: StudyLocation.allCases.map(\.rawValue),
                { StudyLocation(rawValue: $0.lowercased()) }, \.rawValue)
        }
    }

    private struct Row {
        let values: String
        let words: [String]
        let text: (StudySettings) -> String
        let set: (String, inout StudySettings) -> Bool

        init<Value>(
            _ property: WritableKeyPath<StudySettings, Value>, _ values: String, words: [String] = [],
            _ read: @escaping (String) -> Value?, _ show: @escaping (Value) -> String
        ) {
            (self.values, self.words) = (values, words)
            text = { show($0[keyPath: property]) }
            set = { text, settings in
                guard let value = read(text) else { return false }
                settings[keyPath: property] = value
                return true
            }
        }
    }

    /// The accepted values, in words.
    package var values: String { row.values }

    /// The accepted words, where only some are.
    package var words: [String] { row.words }

    /// The value in some settings, as text.
    package func text(in settings: StudySettings) -> String { row.text(settings) }

    /// Sets a value, given as text; returns false and changes nothing if it is not valid.
    ///
    /// The text `default` sets the default.
    package func set(_ text: String, in settings: inout StudySettings) -> Bool {
        row.set(text.lowercased() == "default" ? self.text(in: StudySettings()) : text, &settings)
    }

    /// Returns a value in its canonical spelling; `nil` if it is not valid.
    package func canonical(_ text: String) -> String? {
        var settings = StudySettings()
        return set(text, in: &settings) ? self.text(in: settings) : nil
    }

    private static func number(_ range: ClosedRange<Int>) -> (String) -> Int? {
        { Int($0).flatMap { range.contains($0) ? $0 : nil } }
    }

    private static func parameters(_ text: String) -> FSRSParameters? {
        if text.lowercased() == "default" { return .published }
        let words = text.split { $0 == " " || $0 == "," || $0 == "[" || $0 == "]" || $0 == "\n" }
        let numbers = words.compactMap { Double($0) }
        return numbers.count == words.count ? FSRSParameters(numbers) : nil
    }

    private static func text(of parameters: FSRSParameters) -> String {
        parameters == .published ? "default" : parameters.values.map { "\($0)" }.joined(separator: " ")
    }

    private static let units: [(letter: Character, seconds: Int)] = [("d", 86_400), ("h", 3600), ("m", 60), ("s", 1)]

    /// Parses steps such as `1m 10m` into seconds; `none` means no steps.
    private static func steps(_ text: String) -> [Int]? {
        if text.lowercased() == "none" { return [] }
        let steps = text.split { $0 == " " || $0 == "," }.map { word -> Int? in
            guard let unit = units.first(where: { $0.letter == word.last }),
                let count = number(1...100_000)(String(word.dropLast())), count * unit.seconds <= 30 * 86_400
            else { return nil }
            return count * unit.seconds
        }
        let seconds = steps.compactMap(\.self)
        guard seconds.count == steps.count, (1...10).contains(seconds.count), seconds == seconds.sorted() else {
            return nil
        }
        return seconds
    }

    private static func text(ofSteps steps: [Int]) -> String {
        guard !steps.isEmpty else { return "none" }
        return steps.map { seconds in
            let unit = units.first { seconds % $0.seconds == 0 } ?? ("s", 1)
            return "\(seconds / unit.seconds)\(unit.letter)"
        }.joined(separator: " ")
    }

    /// Parses a time such as `4`, `4:00` or `04:30` into seconds after midnight.
    private static func time(_ text: String) -> Int? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        guard (1...2).contains(parts.count), let hour = number(0...23)(parts[0]) else { return nil }
        guard parts.count == 2 else { return hour * 3600 }
        return parts[1].count == 2 ? number(0...59)(parts[1]).map { hour * 3600 + $0 * 60 } : nil
    }

    private static func text(ofTime seconds: Int) -> String {
        let minutes = seconds / 60 % 60
        return "\(seconds / 3600):\(minutes < 10 ? "0" : "")\(minutes)"
    }
}

extension StudySettings {
    /// Makes settings from texts; ignores invalid ones.
    package init(_ texts: [StudySetting: String]) {
        self.init()
        for (setting, text) in texts { _ = setting.set(text, in: &self) }
    }
}

/// The settings of studying.
public struct StudySettings: Hashable, Sendable {
    /// The maximum number of new sides on a day.
    package var newPerDay = 20
    /// The steps of learning, in seconds.
    package var learningSteps = [60, 600]
    /// The steps of learning forgotten sides again, in seconds.
    package var relearningSteps = [600]
    /// The probability of remembering that makes a side due, from 0.7 to 0.99.
    package var retention = 0.9
    /// The longest interval in days.
    package var maximumInterval = 36_500
    /// Whether to change intervals of days a little, so that sides learned together do not always come back together.
    package var fuzzes = true
    /// When a day begins, in seconds after midnight, local time.
    package var dayStart = 4 * 3600
    /// The parameters of the memory model.
    package var parameters = FSRSParameters.published
    /// Where to record reviews.
    public var place = StudyLocation.notebook

    /// The defaults.
    public init() {}
}

/// Where to record reviews.
public enum StudyLocation: String, CaseIterable, Sendable {
    /// In the notebook, so that other devices get them, too.
    case notebook
    /// In the user's data folder, for notebooks that several people share.
    case user
}
