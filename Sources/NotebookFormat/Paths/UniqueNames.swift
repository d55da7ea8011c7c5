package import NotebookText

/// Names that are given once, whatever their case and normalisation; where many want the same, each takes no longer than
/// the first.
package struct UniqueNames {
    private var taken: Set<ComparisonKey>
    /// The next number to try for each name.
    private var numbers: [ComparisonKey: Int] = [:]

    /// Makes the names beside some.
    package init(beside taken: Set<ComparisonKey> = []) { self.taken = taken }

    /// The first free name: the stem with the ending, or with a number between them.
    package mutating func unique(_ stem: String, ending: String) -> String {
        let wanted = ComparisonKey(stem + ending)
        var number = numbers[wanted] ?? 1
        let name = PortableName.unique(stem, ending: ending, from: &number) {
            !taken.insert(ComparisonKey($0)).inserted
        }
        numbers[wanted] = number + 1
        return name
    }
}
