/// The numbers of footnotes, in the order of their first references.
package struct FootnoteNumbers {
    /// The labels that have a footnote.
    private let labels: Set<String>
    private var numbers: [String: Int] = [:]
    /// The labels that have a number, in the order of their numbers.
    package private(set) var used: [String] = []

    package init(_ labels: some Sequence<String>) { self.labels = Set(labels) }

    /// The number of the footnote with a label, or the next free one; `nil` if there is no such footnote.
    package mutating func number(of label: String) -> Int? {
        guard labels.contains(label) else { return nil }
        if let number = numbers[label] { return number }
        used.append(label)
        numbers[label] = used.count
        return used.count
    }
}
