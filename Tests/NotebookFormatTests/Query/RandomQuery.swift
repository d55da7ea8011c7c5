import TestSupport

@testable import NotebookFormat
@testable import NotebookQuery
@testable import NotebookText

extension SeededGenerator {
    /// A random expression of the query language, at most so deep.
    mutating func query(depth: Int) -> QueryExpression {
        switch depth > 0 ? Int.random(in: 0..<5, using: &self) : 0 {
        case 0, 1: return .comparison(comparison())
        case 2: return .not(query(depth: depth - 1))
        case 3: return .joined(all: (0..<Int.random(in: 1...3, using: &self)).map { _ in query(depth: depth - 1) })
        default: return .joined(any: (0..<Int.random(in: 1...3, using: &self)).map { _ in query(depth: depth - 1) })
        }
    }

    private mutating func comparison() -> QueryComparison {
        let field = pick(QueryField.allCases)
        let operation = pick(field.type.operators)
        let isExact = field.type.hasLetters && chance(0.3)
        let value: QueryValue
        if operation == .within {
            value = .list((0..<Int.random(in: 1...3, using: &self)).map { _ in queryValue(field, operation, isExact) })
        } else if field.canBeMissing, [.equal, .notEqual].contains(operation), chance(0.2) {
            value = .none
        } else {
            value = queryValue(field, operation, isExact)
        }
        let property = field == .property ? pick(["status", "reading time", "a-b_2", "it's", "Größe"]) : nil
        return QueryComparison(
            field: field, property: property, operation: operation, isExact: isExact, value: value)
    }

    private mutating func queryValue(_ field: QueryField, _ operation: QueryOperator, _ isExact: Bool) -> QueryValue {
        switch field.type {
        case .kind: return .kind(pick([.note, .card]))
        case .truth: return .truth(chance(0.5))
        case .number: return .number(pick([0, 1, 1500, 2048, 1 << 53 - 1]))
        case .count: return .number(pick([0, 1, 12]))
        case .date: return .moment(moment())
        case .property where ![.contains, .matches].contains(operation) && !isExact && chance(0.6):
            let isOrdered = [.less, .lessOrEqual, .greater, .greaterOrEqual].contains(operation)
            if chance(0.4) {
                return .decimal(QueryDecimal(pick(["0", "4", "2026", "12.5", "0.007"]), isNegative: chance(0.3)))
            }
            guard isOrdered || chance(0.5) else { return .truth(chance(0.5)) }
            // A year alone is a number.
            let moment = moment()
            if moment.shift == nil, case .date(let date) = moment.anchor, date.length == .year {
                return .decimal(QueryDecimal("7"))
            }
            return .moment(moment)
        case .text, .nestedText, .property: break
        }
        if operation == .matches, let pattern = try? TextPattern(pattern(depth: 2), isExact: isExact) {
            return .pattern(pattern)
        }
        guard field.type == .nestedText, operation != .contains else {
            return .text(QueryText(words(), isExact: isExact))
        }
        return .text(
            QueryText(pick(["birds", "birds/grey heron", "it's", "\"x\" y", "étoiles", "鷺/青"]), isExact: isExact))
    }

    private mutating func words() -> String {
        let characters: [Character] = [
            "a", "B", "'", "\"", "\\", " ", "\n", "\r\n", "é", "\u{301}", "日", "🐦", "(", "]", "#", "\0", "\u{200B}",
        ]
        return String((0..<Int.random(in: 0...6, using: &self)).map { _ in pick(characters) })
    }

    private mutating func moment() -> QueryMoment {
        var anchor = QueryMoment.Anchor.named(pick(QueryMoment.Name.allCases))
        if chance(0.5), let date = date() { anchor = .date(date) }
        guard chance(0.5) else { return QueryMoment(anchor: anchor, shift: nil) }
        let count = pick([0, 1, 7, 99_999]) * pick([1, -1])
        return QueryMoment(anchor: anchor, shift: .init(count: count, unit: pick(QueryMoment.Unit.allCases)))
    }

    private mutating func date() -> QueryDate? {
        let precision = Int.random(in: 0..<5, using: &self)
        let time = QueryDate.Time(
            hour: Int.random(in: 0..<24, using: &self), minute: Int.random(in: 0..<60, using: &self),
            second: chance(0.5) ? Int.random(in: 0..<60, using: &self) : nil,
            zone: chance(0.5) ? Int.random(in: -1439...1439, using: &self) : nil)
        return QueryDate(
            year: pick([1, 99, 2026, 9999]), month: precision > 0 ? Int.random(in: 1...12, using: &self) : nil,
            day: precision > 1 ? Int.random(in: 1...28, using: &self) : nil, time: precision > 2 ? time : nil)
    }

    /// Facts of a random item.
    mutating func facts() throws -> ItemFacts {
        let texts = ["birds", "birds/grey heron", "Étoiles", "a", "B", "it's", ""]
        let times = [1_795_170_000, 1_795_000_000, 0, 253_402_300_799].map { Timestamp(clamping: $0) }
        let content = ItemContent(
            body: pick(texts), front: chance(0.5) ? pick(texts) : nil, back: chance(0.5) ? pick(texts) : nil,
            attachments: chance(0.5) ? [pick(texts), pick(texts)] : [],
            properties: ["status", "reading time"].filter { _ in chance(0.5) }.map { key in
                let scalars = (0..<2).map { _ in PropertyScalar(typed: pick(texts + ["4", "true", "2026-11-20"])) }
                return Property(key: key, value: chance(0.5) ? .list(scalars) : .single(scalars[0]))
            })
        var facts = ItemFacts(
            path: try BundlePath(pick(["notes/a.md", "cards/birds/x.md", "notes/birds/grey heron/y.md"])),
            kind: pick([.note, .card]),
            item: ItemMetadata(
                title: pick(texts), created: pick(times), modified: pick(times), pinned: chance(0.5),
                tags: chance(0.7) ? [pick(texts)].compactMap { Tag($0) } : []),
            notebookCreated: .epoch, isTrashed: chance(0.5), size: pick([0, 1500, 4096]), content: content)
        var connections = ItemConnections()
        let peers = try texts.map { ItemConnections.Peer($0, try BundlePath("notes/birds/b.md")) }
        if chance(0.5) { connections.linked = [pick(peers), pick(peers)] }
        if chance(0.5) { connections.linking = [pick(peers)] }
        if chance(0.5) { connections.mentioned = [pick(peers)] }
        connections.brokenLinks = pick([0, 1, 12])
        facts.connections = connections
        return facts
    }
}
