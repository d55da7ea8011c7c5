import NotebookText

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
