#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Why an archive could not be read or written.
package enum ArchiveProblem: Error, Equatable, Sendable {
    /// The archive is damaged, or has a structure that is never accepted.
    case refused(ArchiveIrregularity, ArchiveLocation, detail: String)

    /// A limit of ``ArchiveLimits`` was exceeded.
    case exceeded(ArchiveLimit, ArchiveLocation)

    /// The operating system, or a library, could not do something; `code` is an `errno`.
    case failed(operation: String, code: Int32)

    /// A member cannot be written, or differs from its announcement.
    case unwritable(ArchiveWritingFault, path: String, detail: String)
}

/// The place of a problem in an archive.
package struct ArchiveLocation: Equatable, Sendable {
    /// The bytes of the member's path; nil if no member is known.
    package var member: [UInt8]?

    /// The byte offset, counted from the archive's first byte; in a compressed tar, from the tar's first.
    package var offset: UInt64?

    /// Creates a place from its known parts.
    package init(member: [UInt8]? = nil, offset: UInt64? = nil) {
        self.member = member
        self.offset = offset
    }
}

/// Requests that a writer refuses.
package enum ArchiveWritingFault: String, CaseIterable, Sendable {
    case emptyPath = "a path must not be empty"
    case pathWithNUL = "a path must not contain NUL"
    case pathNotOfFile = "the path of a file must not begin or end with a slash"
    case pathTooLong = "the path is too long for the format"
    case duplicatePath = "a path can be added only once"
    case sizeDiffers = "the content is not as long as announced"
    case contentChanged = "the content changed while it was being archived"
    case levelOutOfRange = "the format has no such compression level"
    case notEncryptable = "only a zip can be encrypted"
    case emptyPassword = "the password is empty"
    case alreadyFinished = "the archive is finished, or failed before"
}

extension ArchiveProblem {
    static func refused(
        _ irregularity: ArchiveIrregularity, member: [UInt8]? = nil, at offset: UInt64? = nil, _ detail: String = ""
    ) -> ArchiveProblem {
        .refused(irregularity, ArchiveLocation(member: member, offset: offset), detail: detail)
    }

    /// The same problem, with the unknown parts of its place filled in.
    func placed(member: [UInt8]?, at offset: UInt64? = nil) -> ArchiveProblem {
        switch self {
        case .refused(let irregularity, let place, let detail):
            .refused(irregularity, place.completed(member: member, offset: offset), detail: detail)
        case .exceeded(let limit, let place):
            .exceeded(limit, place.completed(member: member, offset: offset))
        case .failed, .unwritable:
            self
        }
    }
}

extension ArchiveLocation {
    fileprivate func completed(member: [UInt8]?, offset: UInt64?) -> ArchiveLocation {
        ArchiveLocation(member: self.member ?? member, offset: self.offset ?? offset)
    }
}

extension ArchiveProblem: CustomStringConvertible {
    /// One line with the problem, the member and the place, safe to print on a terminal.
    package var description: String {
        switch self {
        case .refused(let irregularity, let place, let detail):
            place.prefix + irregularity.rawValue + (detail.isEmpty ? "" : " (\(detail))") + place.suffix
        case .exceeded(let limit, let place):
            place.prefix + limit.description + place.suffix
        case .failed(let operation, let code):
            // libarchive's own numbers are not positive; in that case, its message is part of the operation.
            "cannot \(operation)" + (code > 0 ? ": \(systemMessage(code))" : "")
        case .unwritable(let fault, let path, let detail):
            (path.isEmpty ? "" : "“\(PrintableName(path.utf8))”: ")
                + fault.rawValue + (detail.isEmpty ? "" : " (\(detail))")
        }
    }
}

extension ArchiveLocation {
    fileprivate var prefix: String { member.map { "“\(PrintableName($0))”: " } ?? "" }
    fileprivate var suffix: String { offset.map { ", at byte \($0)" } ?? "" }
}

/// The operating system's message for an `errno`, in English since no locale is ever set.
func systemMessage(_ code: Int32) -> String {
    var text = [CChar](repeating: 0, count: 256)
    let message = unsafe text.withUnsafeMutableBufferPointer { buffer -> String? in
        guard let start = buffer.baseAddress, unsafe strerror_r(code, start, buffer.count) == 0 else { return nil }
        return unsafe String(cString: start)
    }
    return message ?? "error \(code)"
}
