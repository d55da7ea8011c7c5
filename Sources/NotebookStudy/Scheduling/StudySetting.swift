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

    /// The value in some settings, as text.
    package func text(in settings: StudySettings) -> String {
        switch self {
        case .studyNewCards: "\(settings.newPerDay)"
        case .studySteps: Self.text(ofSteps: settings.learningSteps)
        case .studyRelearningSteps: Self.text(ofSteps: settings.relearningSteps)
        case .studyRetention: "\(settings.retention)"
        case .studyMaximumInterval: "\(settings.maximumInterval)"
        case .studyFuzz: "\(settings.fuzzes)"
        case .studyDayStart: Self.text(ofTime: settings.dayStart)
        case .studyParameters: Self.text(of: settings.parameters)
        case .studyProgress: settings.place.rawValue
        }
    }

    /// Sets a value, given as text; returns false and changes nothing if it is not valid.
    ///
    /// The text `default` sets the default.
    package func set(_ text: String, in settings: inout StudySettings) -> Bool {
        let standard = self.text(in: StudySettings())
        let text = text.lowercased() == "default" ? standard : text
        switch self {
        case .studyNewCards: return Self.set(&settings.newPerDay, Self.number(text, in: 0...9999))
        case .studySteps: return Self.set(&settings.learningSteps, Self.steps(text))
        case .studyRelearningSteps: return Self.set(&settings.relearningSteps, Self.steps(text))
        case .studyRetention:
            return Self.set(&settings.retention, Double(text).flatMap { (0.7...0.99).contains($0) ? $0 : nil })
        case .studyMaximumInterval: return Self.set(&settings.maximumInterval, Self.number(text, in: 1...36_500))
        case .studyFuzz:
            return Self.set(&settings.fuzzes, ["true": true, "false": false][text.lowercased()])
        case .studyDayStart: return Self.set(&settings.dayStart, Self.time(text))
        case .studyParameters: return Self.set(&settings.parameters, Self.parameters(text))
        case .studyProgress: return Self.set(&settings.place, StudyLocation(rawValue: text.lowercased()))
        }
    }

    /// Returns a value in its canonical spelling; `nil` if it is not valid.
    package func canonical(_ text: String) -> String? {
        var settings = StudySettings()
        return set(text, in: &settings) ? self.text(in: settings) : nil
    }

    private static func set<Value>(_ place: inout Value, _ value: Value?) -> Bool {
        guard let value else { return false }
        place = value
        return true
    }

    private static func number(_ text: String, in range: ClosedRange<Int>) -> Int? {
        Int(text).flatMap { range.contains($0) ? $0 : nil }
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
                let count = number(String(word.dropLast()), in: 1...100_000), count * unit.seconds <= 30 * 86_400
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
        guard (1...2).contains(parts.count), let hour = number(parts[0], in: 0...23) else { return nil }
        guard parts.count == 2 else { return hour * 3600 }
        return parts[1].count == 2 ? number(parts[1], in: 0...59).map { hour * 3600 + $0 * 60 } : nil
    }

    private static func text(ofTime seconds: Int) -> String {
        let minutes = seconds / 60 % 60
        return "\(seconds / 3600):\(minutes < 10 ? "0" : "")\(minutes)"
    }
}

extension StudySettings {
    /// Makes settings from texts; ignores invalid ones.
    public init(_ texts: [StudySetting: String]) {
        self.init()
        for (setting, text) in texts { _ = setting.set(text, in: &self) }
    }
}

/// The settings of studying.
public struct StudySettings: Hashable, Sendable {
    /// The maximum number of new sides on a day.
    public var newPerDay = 20
    /// The steps of learning, in seconds.
    package var learningSteps = [60, 600]
    /// The steps of learning forgotten sides again, in seconds.
    package var relearningSteps = [600]
    /// The probability of remembering that makes a side due, from 0.7 to 0.99.
    public var retention = 0.9
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
