import ForeignData
import NotebookBundle

/// What exports of other systems are made of.
struct ForeignText {
    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// It is the same however the text is cut, and ends; behind damage, reading goes on.
    func checkXML() {
        let whole = events([bytes])
        precondition(events(bytes.map { [$0] }) == whole)
        var scanner = XMLScanner(bytes)
        for _ in 0...bytes.count {
            do {
                while try scanner.next() != nil {}
                return
            } catch let problem as XMLProblem {
                guard (try? scanner.recover(from: problem, at: "note", inside: ["export"])) == true else { return }
            } catch {
                preconditionFailure("\(error)")
            }
        }
        preconditionFailure("reading goes on for ever")
    }

    /// Names and texts, without the places where pieces end.
    private func events(_ pieces: [[UInt8]]) -> [String] {
        var rest = pieces[...]
        var scanner = XMLScanner { rest.popFirst() ?? [] }
        var found: [String] = []
        var text: [UInt8] = []
        do {
            while let event = try scanner.next() {
                if case .text(let piece) = event {
                    text += piece
                    continue
                }
                found += [String(decoding: text, as: UTF8.self), "\(event)"]
                text = []
            }
        } catch { found.append("\(error)") }
        return found
    }

    /// Whatever it is, it becomes Markdown.
    func checkHTML() {
        var converter = HTMLMarkdown(PlainRules())
        let text = converter.markdown(HTMLTree.nodes(String(decoding: bytes, as: UTF8.self)))
        _ = MarkdownDocument(Array(text.utf8)).tree()
    }

    /// What is written reads as the same.
    func checkTable() {
        let rows = CSVRows.read(bytes).filter { !$0.isEmpty && $0 != [""] }
        let text = rows.map(CSVText.row).joined()
        precondition(CSVRows.read(Array(text.utf8)).filter { $0 != [""] } == rows, "\(rows)")
    }

    func checkDatabase() {
        let database = try? SQLiteFile(size: bytes.count) { offset, count in
            Array(bytes.dropFirst(max(0, offset)).prefix(count))
        }
        for name in (database?.tables ?? [:]).keys.sorted() { try? database?.rows(of: name) { _ in } }
    }

    /// It is UTF-8, and the same however the text is cut.
    func checkEncoding() {
        for declared in [
            nil, "utf-8", "iso-8859-1", "iso-8859-15", "windows-1252", "koi8-r", "shift_jis", "euc-jp", "iso-2022-jp",
            "euc-kr", "gb18030", "big5",
        ] {
            let text = decoded([bytes], declared)
            precondition(String(validating: text, as: UTF8.self) != nil)
            precondition(decoded(bytes.map { [$0] }, declared) == text)
        }
    }

    private func decoded(_ pieces: [[UInt8]], _ declared: String?) -> [UInt8] {
        var decoder = TextDecoder(start: Array(bytes.prefix(4)), declared)
        return pieces.flatMap { decoder.decode($0) } + decoder.finish()
    }
}

/// What HTML says, without anything that one system adds.
private struct PlainRules: HTMLRules {
    mutating func destination(of link: HTMLElement, text: String) -> String? { link["href"] }
    mutating func picture(_ element: HTMLElement) -> HTMLReplacement { .usual }
    mutating func lost(_ loss: HTMLLoss) {}
    mutating func hidden(_ element: HTMLElement) {}
    mutating func flattened(_ element: HTMLElement) {}
}
