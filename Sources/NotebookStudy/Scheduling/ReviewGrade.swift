/// How well somebody remembered an answer: the four ratings of FSRS.
public enum ReviewGrade: Int, CaseIterable, Comparable, Sendable {
    /// Forgotten.
    case again = 1
    /// Remembered with difficulty.
    case hard
    /// Remembered.
    case good
    /// Remembered at once.
    case easy

    /// Compares by how well it was remembered.
    public static func < (left: ReviewGrade, right: ReviewGrade) -> Bool { left.rawValue < right.rawValue }
}
