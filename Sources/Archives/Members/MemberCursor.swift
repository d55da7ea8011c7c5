/// Goes through an archive's members in stored order.
protocol MemberCursor: AnyObject {
    /// Passes to the next member, over what is left of the one before; nil at the end, once everything behind the last
    /// member was checked as well.
    func next() throws(ArchiveProblem) -> ArchiveMember?

    /// Reads some of the member's content to the front of `buffer` and returns how many bytes; 0 at its end.
    func read(into buffer: inout [UInt8]) throws(ArchiveProblem) -> Int
}
