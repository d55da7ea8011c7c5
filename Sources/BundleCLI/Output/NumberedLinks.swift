import NotebookBundle

/// The destinations of links that a text does not show, numbered for a list below it.
struct NumberedLinks {
    private(set) var destinations: [String] = []
    private var numbers: [String: Int] = [:]

    /// The number of a destination, which stays the same if it occurs again.
    mutating func number(of destination: String) -> Int {
        if let number = numbers[destination] { return number }
        destinations.append(destination)
        numbers[destination] = destinations.count
        return destinations.count
    }

    /// The list, one destination on each line, without line breaks inside, so that a terminal can open it.
    func lines(_ style: Style) -> [String] {
        let width = "[\(destinations.count)]".count
        return destinations.enumerated().map { index, destination in
            style("[\(index + 1)]".padded(to: width), .dim) + " " + PrintableText.escaped(destination)
        }
    }
}
