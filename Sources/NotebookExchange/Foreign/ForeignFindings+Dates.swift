import NotebookFormat
import NotebookText

extension ForeignFindings {
    /// The time of a value of JSON; one that is there, and is no time, is reported.
    final func date(
        _ value: JSONValue?, _ name: String, note: String, place: String,
        _ read: (String) -> Timestamp? = { Timestamp(asWritten: $0) }
    ) -> Timestamp? {
        guard let value else { return nil }
        if case .null = value.content { return nil }
        if let text = value.text {
            if text.isEmpty { return nil }
            if let date = read(text) { return date }
        }
        lose(
            .dateInvalid, "the date “\(name)” is invalid", note: note, place: place,
            target: value.text ?? value.integer.map { "\($0)" } ?? "")
        return nil
    }

    /// The local day of a time in a time zone; if nobody knows the zone, the day in UTC, which is reported.
    final func day(of time: Timestamp, in zone: String, note: String = "", place: String) -> String {
        let rules = zones[zone] ?? TimeZoneRules(named: zone)
        zones[zone] = .some(rules)
        if rules == nil, !zone.isEmpty {
            lose(
                .dateInvalid, "the time zone is not known here: the day is that of UTC", note: note, place: place,
                target: zone)
        }
        let offset = rules?.offset(at: time.secondsSince1970) ?? 0
        return String("\(Timestamp(clamping: time.secondsSince1970 + Int64(offset)))".prefix(10))
    }
}
