import NotebookBundle

/// A text of an item that another one replaces, if it occurs exactly once.
struct Replacement: ToolFailure {
    private let old: String
    private let new: String
    private let item: Item
    /// The lines in which the text occurs.
    private var lines: [Int] = []

    init(_ old: String, _ new: String, in item: Item) throws(UsageError) {
        guard !old.isEmpty else { throw .empty("--replace") }
        (self.old, self.new, self.item) = (old, new, item)
    }

    /// The body with the new text.
    ///
    /// - Throws: `Replacement` if the old text does not occur, or occurs several times.
    func body(of file: ItemFile) throws(Replacement) -> [UInt8] {
        let isWindows = file.bytes.firstRange(of: [0x0D, 0x0A]) != nil
        func bytes(_ text: String) -> [UInt8] {
            let plain = text.replacing("\r\n", with: "\n")
            return Array((isWindows ? plain.replacing("\n", with: "\r\n") : plain).utf8)
        }
        let (body, wanted) = (Array(file.body), bytes(old))
        var starts: [Int] = []
        var offset = 0
        while let found = body[offset...].firstRange(of: wanted) {
            starts.append(found.lowerBound)
            offset = found.lowerBound + 1
        }
        guard let start = starts.first, starts.count == 1 else {
            var failure = self
            let before = file.bytes.count - body.count
            failure.lines = starts.map { start in 1 + file.bytes[..<(before + start)].count { $0 == 0x0A } }
            throw failure
        }
        return body[..<start] + bytes(new) + body[(start + wanted.count)...]
    }

    var isFinding: Bool { true }
    var description: String {
        let path = PrintableText.escaped(item.path.text)
        guard !lines.isEmpty else { return "\(path) does not contain \(PrintableText.quoted(old))" }
        let places = Wording.list(lines.prefix(10).map { $0 }, "and")
        let more = lines.count > 10 ? " and more" : ""
        return "\(path) contains \(PrintableText.quoted(old)) \(lines.count) times: in lines \(places)\(more)"
    }
    var hint: String? {
        lines.isEmpty ? "the text must be the same, with its spaces and line ends" : "give more of the text around it"
    }
}
