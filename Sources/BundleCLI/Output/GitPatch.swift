import NotebookBundle
import NotebookFormat

/// A change of a file in git's format, for `git apply` (git-diff(1), “Generating patch text with -p”).
struct GitPatch {
    private let oldPath: String?
    private let newPath: String?
    private let old: [UInt8]
    private let new: [UInt8]

    /// The change of a file in a notebook, with paths from the notebook's directory.
    init(_ change: FileChange) {
        (oldPath, newPath) = (change.oldPath?.text, change.newPath?.text)
        (old, new) = (change.old, change.new)
    }

    /// The change of a text whose path stays the same.
    init(_ path: String, _ old: [UInt8], _ new: [UInt8]) {
        (oldPath, newPath) = (path, path)
        (self.old, self.new) = (old, new)
    }

    /// The change, with all bytes unescaped.
    var bytes: [UInt8] {
        let (old, new) = (oldPath, newPath)
        let (oldName, newName) = ("a/" + (old ?? new ?? ""), "b/" + (new ?? old ?? ""))
        var lines = ["diff --git \(Self.quoted(oldName)) \(Self.quoted(newName))"]
        if old == nil { lines.append("new file mode 100644") }
        if new == nil { lines.append("deleted file mode 100644") }
        if let old, let new, old != new {
            lines += [
                "similarity index \(similarity)%", "rename from \(Self.quoted(old))", "rename to \(Self.quoted(new))",
            ]
        }
        let hunks = UnifiedDiff("", self.old, self.new).hunkBytes()
        if !hunks.isEmpty {
            lines.append("--- " + (old == nil ? "/dev/null" : Self.named(oldName)))
            lines.append("+++ " + (new == nil ? "/dev/null" : Self.named(newName)))
        }
        return Array(lines.map { $0 + "\n" }.joined().utf8) + hunks
    }

    /// How much of the larger text is in both, in per cent.
    private var similarity: Int {
        let size = max(old.count, new.count)
        guard size > 0 else { return 100 }
        let same = LineDifference(old, new).lines.reduce(0) { sum, line in
            sum + (line.origin == .both ? line.bytes.count : 0)
        }
        return same * 100 / size
    }

    /// A name in `---` and `+++`, where a tab ends one that holds a space.
    private static func named(_ name: String) -> String {
        let text = quoted(name)
        return text.contains(" ") && !text.hasPrefix("\"") ? text + "\t" : text
    }

    /// A path as git quotes it: in quotation marks, with octal escapes, if it holds other characters than printable
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
