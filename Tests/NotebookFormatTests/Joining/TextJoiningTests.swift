@testable import NotebookText
import TestSupport
import Testing

@testable import NotebookFormat
@testable import NotebookLinks
@testable import NotebookMarkdown

struct `Two texts that are joined` {
    static func joined(_ one: String, _ other: String, isCard: Bool = false) throws -> String {
        let first = try ItemFile(Array(one.utf8))
        let item = try TextJoining(behind: first, isCard: isCard).joining(ItemFile(Array(other.utf8)))
        return String(decoding: item.bytes, as: UTF8.self)
    }

    static let notes: [(String, String, String)] = [
        ("A\n", "B\n", "A\n\nB\n"), ("A", "B", "A\n\nB\n"), ("", "B\n", "B\n"), ("A\n\n\n", "\n", "A\n\n\n"),
        ("A\n\n\n", "\nB\n\n", "A\n\n\nB\n"), ("A\r\n", "B\nC\n", "A\r\n\r\nB\r\nC\r\n"),
        ("A\n", "B\r\nC\r\n", "A\n\nB\nC\n"),
        ("```\na\n", "B [[C]]\n", "```\na\n```\n\nB [[C]]\n"),
        ("~~~~\na", "~~~\nb\n~~~\n", "~~~~\na\n~~~~\n\n~~~\nb\n~~~\n"),
        ("<!-- a\n", "B\n", "<!-- a\n-->\n\nB\n"), ("<!-- a -->\n", "B\n", "<!-- a -->\n\nB\n"),
        ("<?a\n", "B\n", "<?a\n?>\n\nB\n"), ("<div>\n", "B\n", "<div>\n\nB\n"),
        ("- a\n", "    code\n", "- a\n\n<!-- -->\n\n    code\n"), ("- a\n", "- b\n", "- a\n\n- b\n"),
        ("- ```\n  a\n", "B\n", "- ```\n  a\n\nB\n"), ("a %% b\n", "B\n", "a %% b\n\n%%\n\nB\n"),
    ]

    static let labels: [(String, String, String)] = [
        ("[x][1]\n\n[1]: a\n", "[y][1]\n\n[1]: b\n", "[x][1]\n\n[1]: a\n\n[y][1 2]\n\n[1 2]: b\n"),
        ("[1]\n\n[1]: a\n", "[y][1]\n\n[1]: a\n", "[1]\n\n[1]: a\n\n[y][1]\n\n[1]: a\n"),
        (
            "[L]: a\n", "[l] [l][] ![z][l]\n\n[l]: <b> 't'\n",
            "[L]: a\n\n[l][l 2] [l][l 2] ![z][l 2]\n\n[l 2]: <b> 't'\n"
        ),
        ("no [link]\n", "[link]\n\n[link]: b\n", "no [link]\n\n[link][link 2]\n\n[link 2]: b\n"),
        (
            "a[^1] b[^n]\n\n[^1]: One.\n[^n]: Note.\n", "c[^1] `[^1]` d[^n]\n\n[^1]: Another one.\n[^n]: x\n",
            "a[^1] b[^n]\n\n[^1]: One.\n[^n]: Note.\n\nc[^2] `[^1]` d[^n-2]\n\n[^2]: Another one.\n[^n-2]: x\n"
        ),
        (
            "a[^1]\n\n[^1]: One.\n", "a[^1] b[^2]\n\n[^1]: x\n[^2]: y\n",
            "a[^1]\n\n[^1]: One.\n\na[^3] b[^2]\n\n[^3]: x\n[^2]: y\n"
        ),
    ]

    @Test(arguments: notes + labels)
    func `say what both said`(one: String, other: String, result: String) throws {
        #expect(try Self.joined(one, other) == result)
    }

    static let cards: [(String, String, String)] = [
        ("A\n\n---\n\nB\n", "C\n\n---\n\nD\n", "A\n\nC\n\n---\n\nB\n\nD\n"),
        ("A\n", "C\n\n---\n\nD\n", "A\n\nC\n\n---\n\nD\n"), ("A\n", "C\n", "A\n\nC\n"),
        ("A\n\n---\n\nB\n", "C\n", "A\n\nC\n\n---\n\nB\n"), ("---\n\nB\n", "C\n\n---\n", "C\n\n---\n\nB\n"),
        (
            "A\r\n\r\n---\r\n\r\n```\r\nB", "C\n\n---\n\nD\n",
            "A\r\n\r\nC\r\n\r\n---\r\n\r\n```\r\nB\r\n```\r\n\r\nD\r\n"
        ),
        (
            "A\n\n---\n\nB [1]\n\n[1]: x\n", "[1]\n\n[1]: y\n\n---\n\nD\n",
            "A\n\n[1][1 2]\n\n[1 2]: y\n\n---\n\nB [1]\n\n[1]: x\n\nD\n"
        ),
    ]

    @Test(arguments: cards)
    func `do so on both sides of a card`(one: String, other: String, result: String) throws {
        #expect(try Self.joined(one, other, isCard: true) == result)
    }

    @Test(arguments: [("A\n\n<script>\n", "B\n", 3), ("[b]: x\n", "not a [b]\n", 1)])
    func `are refused where one would take in the other`(one: String, other: String, line: Int) throws {
        let first = try ItemFile(Array(one.utf8))
        let second = try ItemFile(Array(other.utf8))
        let problem = #expect(throws: JoiningProblem.self) {
            try TextJoining(behind: first, isCard: false).joining(second)
        }
        #expect(problem?.position.line == line)
    }

    @Test(arguments: Seeds.some(60))
    func `have the links of both, or are refused`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        var joins = 0
        for _ in 0..<10 {
            guard let one = try? ItemFile(generator.markdown()), let other = try? ItemFile(generator.markdown()),
                let joined = try? TextJoining(behind: one, isCard: false).joining(other)
            else { continue }
            joins += 1
            func links(_ item: ItemFile) -> [String] {
                MarkdownDocument(item.bytes, from: item.bodyStart).links().map(\.destination.text)
            }
            #expect(links(joined) == links(one) + links(other))
            #expect(joined.bytes.starts(with: one.bytes))
        }
        #expect(joins > 0)
    }
}
