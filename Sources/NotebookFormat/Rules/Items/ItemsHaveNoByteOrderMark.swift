/// No note or card begins with a byte order mark.
struct ItemsHaveNoByteOrderMark: Rule {
    let id: RuleID = "NB405"
    let name = "items-have-no-byte-order-mark"
    let severity = Severity.warning
    let clause = "3.3"
    let level = FormatLevel.items
    let explanation = """
        The mark says nothing in UTF-8, and many programs take it for text: they miss the front matter behind it.
        """
    let example = "A note saved by an editor as “UTF-8 with BOM”."
    let remedy = "save it as UTF-8 without a byte order mark"

    func findings(in inspection: Inspection) -> [Finding] {
        inspection.files.filter { $0.item?.readable?.hasByteOrderMark == true }.map {
            finding($0.path.text, TextPosition(line: 1, column: 1), "the file begins with a byte order mark")
        }
    }
}
