public import NotebookText

/// The path of a file in the trash: the batch that it was deleted in, and its old path (Format, clause 7.1).
package struct TrashedPath: Hashable, Sendable {
    /// The deletion.
    package let batch: BatchName
    /// The old path of the file.
    package let oldPath: BundlePath
    /// The type of the file.
    package let type: FileType

    /// Parses a path below `trash/`; `nil` for other paths, and for those that do not have this form.
    package init?(_ path: BundlePath) {
        guard Self.begins(path.text.utf8.span) else { return nil }
        let parts = path.text.parts(between: "/", maxSplits: 2)
        guard parts.count == 3, let batch = BatchName(parts[1]), let oldPath = try? BundlePath(parts[2]),
            let type = FileType.ofLiveFile(oldPath.text.utf8.span)
        else { return nil }
        (self.batch, self.oldPath, self.type) = (batch, oldPath, type)
    }

    /// Whether a path is below `trash/`.
    package static func begins(_ path: Span<UInt8>) -> Bool { path.starts(with: root.bytes) }

    /// Whether paths below `trash/` come after a path.
    static func follow(_ path: Span<UInt8>) -> Bool {
        let root = root.bytes
        return path.precedes(root.span)
    }

    private static let root: StaticText = "trash/"

    /// The path in the trash for a file that is deleted; `nil` if a file with this path cannot be in the trash.
    package init?(of oldPath: BundlePath, in batch: BatchName) {
        guard let type = FileType.ofLiveFile(oldPath.text.utf8.span) else { return nil }
        (self.batch, self.oldPath, self.type) = (batch, oldPath, type)
    }

    /// The path in the trash for a version of a file that is kept as it is, whatever it holds: without its folders if
    /// it would be too long.
    package init?(keeping path: BundlePath, in batch: BatchName) {
        let old = TrashedPath(path)?.oldPath ?? path
        let root = "extras/org.notebundle.kept"
        guard let kept = (try? BundlePath("\(root)/\(old)")) ?? (try? BundlePath("\(root)/\(path.name)")) else {
            return nil
        }
        self.init(of: kept, in: batch)
    }

    /// The path in the trash.
    ///
    /// - Throws: `PathProblem`, but not for valid paths.
    package func path() throws(PathProblem) -> BundlePath { try BundlePath(checking: "trash/\(batch)/\(oldPath)") }
}

/// The name of a deletion: its time, and eight digits that make it unique (Format, clause 7.1).
public struct BatchName: Hashable, Sendable, Comparable {
    /// When the files were deleted.
    public let time: Timestamp
    let number: UInt32

    /// Makes the name of a deletion at this time; `number` is random.
    package init(time: Timestamp, number: UInt32) {
        self.time = time
        self.number = number
    }

    /// Parses `YYYYMMDDThhmmssZ-xxxxxxxx`; `nil` for anything else.
    package init?(_ text: some StringProtocol) {
        let bytes = Array(text.utf8)
        guard bytes.count == 25, bytes[16] == 0x2D, let time = Timestamp(compact: text.prefix(16)),
            let number = bytes.span.eightBytes(at: 17).flatMap(Hexadecimal.value(ofEightDigits:))
        else { return nil }
        self.init(time: time, number: UInt32(number))
    }

    /// Another deletion at the same time.
    package var next: BatchName { BatchName(time: time, number: number &+ 1) }

    /// Compares by time, then by number.
    public static func < (left: BatchName, right: BatchName) -> Bool {
        (left.time, left.number) < (right.time, right.number)
    }
}

extension BatchName: CustomStringConvertible {
    /// The name of the directory.
    public var description: String {
        var digits: [UInt8] = []
        Hexadecimal.append(UInt64(number), digits: 8, to: &digits)
        return "\(time.compact)-\(String(decoding: digits, as: UTF8.self))"
    }
}
