import NotebookBundle

/// A month of daily notes, from which the user chooses a day.
struct BrowseCalendar: Equatable {
    let today: CalendarDate
    private(set) var selected: CalendarDate
    private let firstWeekday: Weekday

    init(today: CalendarDate, firstWeekday: Weekday = .monday) {
        (self.today, selected, self.firstWeekday) = (today, today, firstWeekday)
    }

    /// The weeks of the month that has the selected day, with days of the months beside it.
    var weeks: [[CalendarDate]] {
        let first = Self.first(of: selected)
        let start = first.daysSince1970 - (first.weekday.rawValue - firstWeekday.rawValue + 7) % 7
        return stride(from: start, to: Self.first(of: selected, later: 1).daysSince1970, by: 7).map { day in
            (day..<day + 7).map { CalendarDate(daysSince1970: $0) }
        }
    }

    /// The beginnings of the names of the days, over their columns.
    var weekdays: String {
        (0..<7).map { " \(Self.days[(firstWeekday.rawValue - 1 + $0) % 7])  " }.joined()
    }

    private static let days = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"]

    /// `November 2026`.
    var title: String { "\(Self.months[selected.month - 1]) \(selected.year)" }

    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]

    /// Moves to another day; false if the key moves nothing.
    mutating func press(_ key: ScreenKey) -> Bool {
        switch key {
        case .left, .character("h"): move(days: -1)
        case .right, .character("l"): move(days: 1)
        case .up, .character("k"): move(days: -7)
        case .down, .character("j"): move(days: 7)
        case .pageUp, .character("<"), .character("["): move(months: -1)
        case .pageDown, .character(">"), .character("]"), .character(" "): move(months: 1)
        case .home, .character("g"), .character("t"): selected = today
        default: return false
        }
        return true
    }

    private mutating func move(days: Int) {
        let day = CalendarDate(daysSince1970: selected.daysSince1970 + days)
        if (1...9999).contains(day.year) { selected = day }
    }

    /// Moves to the same day of another month, or to its last one.
    private mutating func move(months: Int) {
        let first = Self.first(of: selected, later: months)
        let days = Self.first(of: selected, later: months + 1).daysSince1970 - first.daysSince1970
        let day = CalendarDate(daysSince1970: first.daysSince1970 + min(selected.day, days) - 1)
        if (1...9999).contains(day.year) { selected = day }
    }

    /// The first day of the month of a day, or of one this many months later.
    private static func first(of day: CalendarDate, later months: Int = 0) -> CalendarDate {
        let month = day.year * 12 + day.month - 1 + months
        return CalendarDate(year: month / 12, month: month % 12 + 1, day: 1) ?? day
    }
}

extension BrowsePainter {
    /// The lines of a calendar; at most as many as there is room for, with the week of the selected day.
    static func lines(_ calendar: BrowseCalendar, _ content: BrowseContent, height: Int) -> [ScreenLine] {
        let dim = ScreenLook(.dim)
        let notes = content.dailyNotes(on: calendar.weeks.flatMap(\.self))
        let weeks = calendar.weeks.map { week -> ScreenLine in
            var line = ScreenLine("", ScreenLook())
            for day in week {
                var look = ScreenLook(day == calendar.selected ? .reversed : day == calendar.today ? .bold : [])
                if day.month != calendar.selected.month { look.faces.insert(.dim) }
                let number = (day.day < 10 ? " " : "") + "\(day.day)"
                let mark = notes[day]?.exists == true ? "•" : " "
                line.append((day == calendar.selected ? "›" : " ") + number + mark, look)
                line.append(" ")
            }
            return line
        }
        let chosen = calendar.weeks.firstIndex { $0.contains(calendar.selected) } ?? 0
        var note = "no daily notes: the notebook’s setting ‘dailyName’ names none"
        if let daily = notes[calendar.selected] {
            note = PrintableText.escaped(daily.path.text) + (daily.exists ? "" : " (Enter makes it)")
        }
        let head = [
            ScreenLine(" " + calendar.title, ScreenLook(.bold)), ScreenLine(calendar.weekdays, dim),
        ]
        let foot = [ScreenLine("", dim), ScreenLine(" " + note, dim)]
        guard height < head.count + weeks.count + foot.count else { return head + weeks + foot }
        // On a low screen, the weeks around the selected one.
        let shown = max(1, height - head.count)
        let top = max(0, min(chosen - shown / 2, weeks.count - shown))
        return (height > head.count ? head : []) + weeks[top..<min(weeks.count, top + shown)]
    }
}
