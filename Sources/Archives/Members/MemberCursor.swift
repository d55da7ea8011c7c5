/// Iterates over an archive's members in stored order.
protocol MemberCursor: AnyObject {
    /// Advances to the next member and skips the rest of the current one; nil at the end, after checking everything
    /// behind the last member.
    func next() throws(ArchiveProblem) -> ArchiveMember?

    /// Reads some of the member's content to the front of `buffer` and returns how many bytes; 0 at its end.
    func read(into buffer: inout [UInt8]) throws(ArchiveProblem) -> Int
}
