/// Why XML cannot be read further.
package struct XMLProblem: Error, Equatable, CustomStringConvertible {
    /// The kinds of problems.
    package enum Kind: Equatable, Sendable {
        /// The text ends within an element.
        case truncated
        /// The text is not well-formed, or exceeds a limit.
        case malformed(String)
    }

    /// What is wrong.
    package let kind: Kind
    /// The line, from 1.
    package let line: Int
    /// The offset in bytes.
    package let offset: Int

    /// The problem with its place, in one line.
    package var description: String {
        switch kind {
        case .truncated: "the file ends within an element, at byte \(offset) (line \(line))"
        case .malformed(let reason): "\(reason), at byte \(offset) (line \(line))"
        }
    }
}
