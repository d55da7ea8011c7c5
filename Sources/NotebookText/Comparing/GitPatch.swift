/// The change of a file in git's format, for `git apply` (git-diff(1), “Generating patch text with -p”).
package struct GitPatch {
    private let oldPath: String?
    private let newPath: String?
    private let old: [UInt8]
    private let new: [UInt8]

    /// The number of unchanged lines around changes.
    package static let context = 3
    /// The longest text whose lines are compared, in bytes.
    package static let maximumText = 16 << 20

    /// Makes the patch of a text.
    ///
    /// Without an old path the file is new; without a new path it is deleted.
    package init(from oldPath: String?, to newPath: String?, _ old: [UInt8], _ new: [UInt8]) {
        (self.oldPath, self.newPath) = (oldPath, newPath)
        (self.old, self.new) = (old, new)
    }

    /// Whether git can show a content as lines: it contains no NUL, and is not too long.
    package static func isText(_ bytes: [UInt8]) -> Bool {
        bytes.count <= maximumText && bytes.span.firstIndex(of: 0) == nil
    }

    /// The lines before the hunks: the paths, and what happens to the file.
    ///
    /// - Parameter similarity: How much of a renamed file is unchanged, in per cent.
    package static func head(from old: String?, to new: String?, similarity: @autoclosure () -> Int) -> [String] {
        let (oldName, newName) = ("a/" + (old ?? new ?? ""), "b/" + (new ?? old ?? ""))
        var lines = ["diff --git \(quoted(oldName)) \(quoted(newName))"]
        if old == nil { lines.append("new file mode 100644") }
        if new == nil { lines.append("deleted file mode 100644") }
        if let old, let new, old != new {
            lines += [
                "similarity index \(similarity())%", "rename from \(quoted(old))", "rename to \(quoted(new))",
            ]
        }
        return lines
    }

    /// The change, with all bytes unescaped.
    package var bytes: [UInt8] {
        let difference = LineDifference(old, new)
        var lines = Self.head(from: oldPath, to: newPath, similarity: similarity(difference))
        let hunks = hunks(of: difference)
        if !hunks.isEmpty {
            lines.append("--- " + (oldPath.map { Self.named("a/" + $0) } ?? "/dev/null"))
            lines.append("+++ " + (newPath.map { Self.named("b/" + $0) } ?? "/dev/null"))
        }
        return Array(lines.map { $0 + "\n" }.joined().utf8) + hunks
    }

    /// The line after a last line without a line feed.
    package static let missingEnd = "\\ No newline at end of file"

    /// The changed lines with their context.
    private func hunks(of difference: LineDifference) -> [UInt8] {
        let hunks = difference.hunks(context: Self.context)
        var output: [UInt8] = []
        for (hunk, head) in zip(hunks, difference.heads(of: hunks)) {
            output += Array("\(head)\n".utf8)
            for line in difference.lines[hunk] {
                output += Array(line.mark.utf8)
                output += line.bytes
                if !line.isEnded { output += Array("\n\(Self.missingEnd)\n".utf8) }
            }
        }
        return output
    }

    /// How much of the larger text both have, in per cent.
    private func similarity(_ difference: LineDifference) -> Int {
        let size = max(old.count, new.count)
        guard size > 0 else { return 100 }
        let same = difference.lines.reduce(0) { $0 + ($1.origin == .both ? $1.bytes.count : 0) }
        return same * 100 / size
    }

    /// A name as it appears after `---` and `+++`, where a tab ends a name that contains a space.
    private static func named(_ name: String) -> String {
        let text = quoted(name)
        return text.contains(" ") && !text.hasPrefix("\"") ? text + "\t" : text
    }

    /// A path as git quotes it: in quotation marks with octal escapes if it contains characters outside printable
    /// ASCII.
    private static func quoted(_ path: String) -> String {
        var output = ""
        for byte in path.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): output += "\\" + String(UnicodeScalar(byte))
            case 0x20..<0x7F: output += String(UnicodeScalar(byte))
            default:
                let digits = String(byte, radix: 8)
                output += "\\" + String(repeating: "0", count: 3 - digits.count) + digits
            }
        }
        return output == path ? path : "\"\(output)\""
    }
}
