package import NotebookText

/// What a daily note is about; weeks and months have notes in the same folder.
public enum NotePeriod: String, CaseIterable, Sendable {
    case day, week, month

    /// The default name of the template, which need not exist.
    fileprivate var standardTemplate: String {
        switch self {
        case .day: "Daily"
        case .week: "Weekly"
        case .month: "Monthly"
        }
    }
}

/// Where a notebook keeps new notes, daily notes and templates (Format, clause 16.2).
package struct NoteLocations: Equatable, Sendable {
    /// The folder of quickly captured notes.
    package var inboxFolder = FolderPath.inbox
    /// The folder of daily notes.
    package var dailyFolder = FolderPath.daily
    /// The pattern of their names, which may contain folders.
    package var dailyName = DatePattern.day
    /// The name of the template of daily notes; `nil` means “Daily”, if there is one.
    package var dailyTemplate: String?
    /// The folder of templates.
    package var templateFolder = FolderPath.templates

    /// The default places.
    package init() {}

    /// Checks a pattern or the name of a template; `nil` if it is empty, too long, or has control characters.
    package static func accepted(_ text: String) -> String? {
        let isAccepted = (1...1024).contains(text.utf8.count) && Title.accepted(text)?.isIdentical(to: text) == true
        return isAccepted ? text : nil
    }

    /// The places after a folder was moved.
    package func following(_ old: FolderPath, to new: FolderPath) -> NoteLocations {
        var places = self
        places.inboxFolder = inboxFolder.following(old, to: new)
        places.dailyFolder = dailyFolder.following(old, to: new)
        places.templateFolder = templateFolder.following(old, to: new)
        return places
    }

    /// The folder and the title of the note of a day, by the pattern of its name, or of the week (ISO 8601) or month of
    /// the day.
    package func dailyNote(
        _ day: LocalMoment, of period: NotePeriod = .day
    ) throws(DailyNameProblem) -> (folder: String, title: String) {
        switch period {
        case .day: break
        case .week: return (dailyFolder.text, DatePattern("GGGG-[W]WW").text(of: day))
        case .month: return (dailyFolder.text, DatePattern("YYYY-MM").text(of: day))
        }
        if dailyName.hasOpenBracket { throw .openBracket }
        let name = dailyName.text(of: day)
        guard day.startAndEndOfDay.allSatisfy({ dailyName.text(of: $0) == name }) else { throw .changesWithinDay }
        let parts = name.parts(between: "/").map(String.init)
        let folders = parts.dropLast().map { PortableName.made(from: $0) ?? $0 }
        let folder = (dailyFolder.components.map(String.init) + folders).joined(separator: "/")
        guard let title = parts.last, PortableName.made(from: title) != nil else { throw .noName(name) }
        do throws(PathProblem) {
            _ = try FolderPath(checking: folder.composed)
        } catch {
            throw .folder(folder, error)
        }
        return (folder, title)
    }
}

extension NoteLocations {
    /// Whether a note has the path of the note of a day, a week or a month within a year of a date; `nil` if not.
    package func period(of path: BundlePath, around date: Timestamp) -> NotePeriod? {
        // Nearly all notes are elsewhere.
        let beginning = dailyFolder == .root ? "notes/" : "notes/\(dailyFolder)/"
        guard path.key.text.begins(with: ComparisonKey(beginning).text) else { return nil }
        return NotePeriod.allCases.first { period in
            (-366...366 as ClosedRange<Int64>).contains { day in
                let moment = LocalMoment(Timestamp(clamping: date.secondsSince1970 + day * 86_400), secondsFromUTC: 0)
                guard let name = try? dailyNote(moment, of: period),
                    let stem = PortableName.made(from: name.title)
                else { return false }
                let folder = name.folder.isEmpty ? "" : "\(name.folder)/"
                return (try? BundlePath("notes/\(folder)\(stem).md"))?.key == path.key
            }
        }
    }

    /// The name of the template for new notes about a period, which need not exist.
    package func template(for period: NotePeriod) -> String {
        period == .day ? dailyTemplate ?? period.standardTemplate : period.standardTemplate
    }
}

extension FolderPath {
    /// The path of this folder after a folder moved: a new one if that folder is this one or contains it.
    fileprivate func following(_ old: FolderPath, to new: FolderPath) -> FolderPath {
        guard old != .root, isInside(old) else { return self }
        return (try? FolderPath("\(new)\(text.dropFirst(old.text.count))")) ?? self
    }
}

extension DatePattern {
    /// Why the pattern cannot name daily notes; `nil` if it gives every day of a year a name.
    package var problemAsDailyName: DailyNameProblem? {
        var places = NoteLocations()
        places.dailyName = self
        // 2024 has 366 days.
        for day in 0..<366 as Range<Int64> {
            let time = Timestamp(clamping: 1_704_067_200 + day * 86_400)
            do throws(DailyNameProblem) {
                _ = try places.dailyNote(LocalMoment(time, secondsFromUTC: 0))
            } catch {
                return error
            }
        }
        return nil
    }
}
