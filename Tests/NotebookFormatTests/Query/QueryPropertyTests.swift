import TestSupport
import Testing

@testable import NotebookQuery
@testable import NotebookText

struct `Any query` {
    static let context = QueryContext(now: Timestamp(clamping: 1_795_170_030), secondsFromUTC: 3600)

    @Test(arguments: Seeds.some(300))
    func `printed reads as the same query`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<20 {
            let expression = generator.query(depth: 4)
            let text = expression.description
            let again = try QueryParser.read(text)
            if again != expression || !again.description.isIdentical(to: text) {
                Issue.record("\(text) reads as \(again)")
            }
        }
    }

    @Test(arguments: Seeds.some(300))
    func `is answered by the laws of logic`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<20 {
            let (one, other) = (generator.query(depth: 2), generator.query(depth: 2))
            let item = try generator.facts()
            func answer(_ expression: QueryExpression) -> Bool? { expression.answer(item, Self.context) }
            guard let first = answer(one), let second = answer(other) else {
                Issue.record("\(one), \(other)")
                continue
            }
            #expect(answer(.not(one)) == !first, "\(one)")
            #expect(answer(one.known(in: Self.context)) == first, "\(one)")
            #expect(answer(.joined(all: [one, other])) == (first && second), "\(one) and \(other)")
            #expect(answer(.joined(any: [one, other])) == (first || second), "\(one) or \(other)")
        }
    }

    @Test(arguments: Seeds.some(300))
    func `answered without the file has that answer with it`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<20 {
            let expression = generator.query(depth: 3)
            let item = try generator.facts()
            var unread = item
            unread.content = nil
            let answer = expression.answer(unread, Self.context)
            if let answer { #expect(answer == expression.answer(item, Self.context), "\(expression)") }
            let query = try Query(expression.description)
            if query.parts.isEmpty { #expect(answer != nil, "\(expression)") }
        }
    }

    @Test(arguments: Seeds.some(300))
    func `of random words is read or refused with a place in it`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<100 {
            let text = generator.tokens()
            do {
                let query = try Query(text)
                #expect(throws: Never.self, "\(text)") { try Query(query.description) }
                if let item = try? generator.facts() { _ = query.matches(item, in: Self.context) }
            } catch {
                #expect((1...text.count + 1).contains(error.column), "\(text)")
                #expect(!error.message.isEmpty)
                #expect(PrintableText.escaped(error.description) == error.description, "\(text)")
            }
        }
    }

    @Test(arguments: Seeds.some(100))
    func `that was damaged is read or refused with a place in it`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var scalars = Array(generator.query(depth: 3).description.unicodeScalars)
        for _ in 0..<50 {
            let index = Int.random(in: 0...scalars.count, using: &generator)
            if generator.chance(0.5), index < scalars.count {
                scalars.remove(at: index)
            } else {
                scalars.insert(
                    generator.pick(Array("'\"()[]!=<>&|-+.\\*{?^aT2\u{301}\r\n\0".unicodeScalars)), at: index)
            }
            let text = String(String.UnicodeScalarView(scalars))
            do {
                let query = try Query(text)
                #expect(try Query(query.description) == query, "\(text)")
            } catch {
                #expect((1...text.count + 1).contains(error.column), "\(text)")
            }
        }
    }
}

extension SeededGenerator {
    /// Words and signs of the language in any order.
    fileprivate mutating func tokens() -> String {
        let words =
            QueryField.allCases.flatMap { [$0.rawValue] + $0.aliases } + QueryOperator.allCases.map(\.rawValue)
            + QueryMoment.Name.allCases.map(\.rawValue)
            + [
                "and", "or", "not", "(", ")", "[", "]", "[exact]", ",", "&&", "||", "!", "'birds'", "\"a\"", "'(a'",
                "'[a-z]+'",
                "none", "true", "false", "note", ".card", "2026", "2026-11", "2026-11-20", "2026-11-20T10:00Z", "7d",
                "-7d", "+",
                "-", "12345678901234567890", "1kB", "'", "\"", "=", "“", "é", "\u{301}", "🐦", "\0", "\u{202E}", "\n",
                "",
            ]
        var text = ""
        for _ in 0..<Int.random(in: 0...12, using: &self) { text += pick(words) + (chance(0.8) ? " " : "") }
        return text
    }
}
