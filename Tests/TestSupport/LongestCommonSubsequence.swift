/// The length of the longest common subsequence, by the table that everybody knows (Wagner and Fischer, 1974).
public func longestCommonSubsequence(_ one: [Int], _ other: [Int]) -> Int {
    var row = [Int](repeating: 0, count: other.count + 1)
    for element in one {
        var diagonal = 0
        for (index, another) in other.enumerated() {
            let above = row[index + 1]
            row[index + 1] = element == another ? diagonal + 1 : max(row[index], above)
            diagonal = above
        }
    }
    return row[other.count]
}
