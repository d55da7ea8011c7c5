/// Delivers a member's content by calling `write` with its bytes, from the first to the last.
package typealias MemberContent = (_ write: (ArraySlice<UInt8>) throws -> Void) throws -> Void

/// A file to write to an archive.
struct NewMember: Sendable {
    let path: String
    let size: UInt64
    let isAlreadyCompressed: Bool

    /// The path's bytes.
    var name: [UInt8] { Array(path.utf8) }

    /// Checks the conditions for paths in any archive; further checks are up to the caller.
    func checkPath() throws(ArchiveProblem) {
        let name = name
        let slash = UInt8(ascii: "/")
        let longest = 0xFFFF
        let fault: ArchiveWritingFault? =
            if name.isEmpty {
                .emptyPath
            } else if name.contains(0) {
                .pathWithNUL
            } else if name.first == slash || name.last == slash {
                .pathNotOfFile
            } else if name.count > longest {
                .pathTooLong
            } else {
                nil
            }
        if let fault { throw .unwritable(fault, path: path, detail: "") }
    }

    /// Delivers the content to `receive`, and makes sure that it has the announced size; does not pass on extra bytes.
    func deliver(
        _ content: MemberContent, to receive: @escaping (ArraySlice<UInt8>) throws -> Void
    ) throws {
        var delivered: UInt64 = 0
        try content { bytes in
            delivered += UInt64(bytes.count)
            if delivered > size { throw differs("at least \(delivered)") }
            try receive(bytes)
        }
        if delivered != size { throw differs("\(delivered)") }
    }

    /// Makes sure that content has the announced size.
    func check(_ content: [UInt8]) throws(ArchiveProblem) {
        if UInt64(content.count) != size { throw differs("\(content.count)") }
    }

    private func differs(_ delivered: String) -> ArchiveProblem {
        .unwritable(.sizeDiffers, path: path, detail: "announced \(size) bytes, delivered \(delivered)")
    }
}

/// Writes one kind of archive.
protocol MemberWriter: AnyObject {
    /// Adds small members, reading their contents on any core.
    func add(_ members: [NewMember], _ contents: @escaping @Sendable () throws -> [[UInt8]]) throws
    /// Adds one member that is too large for memory.
    func add(large member: NewMember, _ content: MemberContent) throws
    func finish() throws
}
