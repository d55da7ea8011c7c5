/// No item was made or changed in the future.
struct DatesAreNotInTheFuture: Rule {
    let id: RuleID = "NB415"
    let name = "dates-are-not-in-the-future"
    let severity = Severity.warning
    let clause = "7.10"
    let level = FormatLevel.items
    let explanation = """
        A date in the future keeps an item at the top of every list, and Today does not find it. A day is allowed for \
        other time zones.
        """
    let example = "`modified: 2062-01-01`"
    let remedy = "correct the date"

    func findings(in inspection: Inspection) -> [Finding] {
        guard let now = inspection.now else { return [] }
        let latest = Timestamp(clamping: now.secondsSince1970 + 86_400)
        return inspection.files.flatMap { fact -> [Finding] in
            guard let item = fact.item?.readable else { return [] }
            let dates = [(KnownKey.created, item.metadata.created), (.modified, item.metadata.modified)]
            return dates.compactMap { key, date in
                guard let date, date > latest else { return nil }
                return finding(fact.path.text, item.positions[key], "“\(key.rawValue)” is in the future: \(date)")
            }
        }
    }
}
