package import NotebookText

/// How urgent a task is; a task without a priority is between `medium` and `low`.
package enum TaskPriority: String, CaseIterable, Sendable {
    /// 🔺
    case highest
    /// ⏫
    case high
    /// 🔼
    case medium
    /// 🔽
    case low
    /// ⏬
    case lowest

    /// The sign of Obsidian's Tasks.
    package var sign: String {
        switch self {
        case .highest: "🔺"
        case .high: "⏫"
        case .medium: "🔼"
        case .low: "🔽"
        case .lowest: "⏬"
        }
    }

    /// The place in a list, where tasks without a priority have `none`.
    package var rank: Int {
        switch self {
        case .highest: 0
        case .high: 1
        case .medium: 2
        case .low: 4
        case .lowest: 5
        }
    }

    /// The place of tasks without a priority.
    package static let noneRank = 3
}

/// How a notebook writes dates and priorities of tasks (Format, clause 16.2); all spellings are read.
package enum TaskSpelling: String, CaseIterable, Sendable {
    /// As Obsidian's Tasks: `⏫ 📅 2026-11-30`, `✅ 2026-11-26`.
    case emoji
    /// As Dataview: `[priority:: high] [due:: 2026-11-30]`, `[completion:: 2026-11-26]`.
    case fields
    /// As TaskPaper: `@priority(1) @due(2026-11-30)`, `@done(2026-11-26)`.
    case tags

    /// The spelling of a value that begins with a character.
    init(of first: Unicode.Scalar) {
        self = first == "@" ? .tags : first.isASCII || first.properties.isAlphabetic ? .fields : .emoji
    }

    /// A due date.
    package func due(_ date: CalendarDate) -> String {
        switch self {
        case .emoji: "📅 \(date)"
        case .fields: "[due:: \(date)]"
        case .tags: "@due(\(date))"
        }
    }

    /// The day on which a task was done.
    package func done(_ date: CalendarDate) -> String {
        switch self {
        case .emoji: "✅ \(date)"
        case .fields: "[completion:: \(date)]"
        case .tags: "@done(\(date))"
        }
    }

    /// A priority.
    package func priority(_ priority: TaskPriority) -> String {
        switch self {
        case .emoji: priority.sign
        case .fields: "[priority:: \(priority.rawValue)]"
        case .tags:
            switch priority {
            case .highest, .lowest: "@priority(\(priority.rawValue))"
            case .high: "@priority(1)"
            case .medium: "@priority(2)"
            case .low: "@priority(3)"
            }
        }
    }
}
