/// Labels for footnotes without one: numbers that are not labels in a text yet.
struct FreeLabels {
    private let source: [UInt8]
    /// The labels of footnotes that are numbers; `nil` until they are needed.
    private var used: Set<Int>?
    private var last = 0

    init(_ source: [UInt8]) { self.source = source }

    /// The next label.
    mutating func next() -> String {
        if used == nil {
            let references = FootnoteReference.all(in: String(decoding: source, as: UTF8.self))
            used = Set(references.compactMap { Int($0.label) })
        }
        repeat { last += 1 } while used?.contains(last) == true
        return "\(last)"
    }
}
