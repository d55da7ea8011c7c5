public import NotebookStudy

extension UserSettings {
    /// The accepted sizes of text, in points.
    package static let fontSizeRange = 6...144

    /// Sets a study setting, or restores its default with `nil`.
    ///
    /// - Throws: `InvalidSetting`; then nothing has changed.
    public mutating func set(_ setting: StudySetting, _ text: String?) throws(InvalidSetting) {
        guard let text else {
            study[setting] = nil
            return
        }
        guard let canonical = setting.canonical(text) else {
            throw InvalidSetting(key: setting.rawValue, expected: "such as \(setting.text(in: StudySettings()))")
        }
        study[setting] = canonical
    }

    /// Sets the size of text in points, or restores the default with `nil`.
    ///
    /// - Throws: `InvalidSetting`; then nothing has changed.
    package mutating func setFontSize(_ points: Int?) throws(InvalidSetting) {
        fontSize = try Self.number("fontSize", points, Self.fontSizeRange)
    }

    /// Sets for how many days a notebook keeps what changes replace, or restores the default with `nil`.
    ///
    /// - Throws: `InvalidSetting`; then nothing has changed.
    package mutating func setHistoryDays(_ days: Int?) throws(InvalidSetting) {
        historyDays = try Self.number("historyDays", days, Self.historyDayRange)
    }

    /// Sets how much of it a notebook keeps, in millions of bytes, or restores the default with `nil`.
    ///
    /// - Throws: `InvalidSetting`; then nothing has changed.
    package mutating func setHistoryMegabytes(_ megabytes: Int?) throws(InvalidSetting) {
        historyMegabytes = try Self.number("historyMegabytes", megabytes, Self.historyMegabyteRange)
    }

    /// Sets the command that starts the editor, or restores the default with `nil`.
    ///
    /// - Throws: `InvalidSetting` for control characters; then nothing has changed.
    package mutating func setEditor(_ command: String?) throws(InvalidSetting) {
        editor = try Self.text("editor", command)
    }

    /// Sets the path of the default notebook; `nil` for none.
    ///
    /// - Throws: `InvalidSetting` for control characters; then nothing has changed.
    package mutating func setNotebook(_ path: String?) throws(InvalidSetting) {
        notebook = try Self.text("notebook", path)
    }

    private static func number(
        _ key: String, _ value: Int?, _ range: ClosedRange<Int>
    ) throws(InvalidSetting) -> Int? {
        guard let value, !range.contains(value) else { return value }
        throw InvalidSetting(key: key, expected: "\(range.lowerBound) to \(range.upperBound)")
    }

    /// A text that a property list can hold.
    static func text(_ key: String, _ text: String?) throws(InvalidSetting) -> String? {
        guard let text, PropertyListValue.text(text).hasControlCharacters else { return text }
        throw InvalidSetting(key: key, expected: plainText)
    }

    static let plainText = "a text without control characters"
}
