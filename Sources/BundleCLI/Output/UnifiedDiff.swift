import NotebookBundle

/// The difference of two texts in the format of `diff -u` (POSIX.1-2017, diff, “Diff -u Output Format”), for people.
struct UnifiedDiff {
    private let difference: LineDifference
    private let name: String
    private let oldName: String

    /// Compares a file with its older version, which may have had another name.
    init(_ name: String, was oldName: String? = nil, _ old: [UInt8], _ new: [UInt8]) {
        self.name = name
        self.oldName = oldName ?? name
        difference = LineDifference(old, new)
    }

    /// The lines of the difference, safe to print; none if the texts are equal.
    func text(_ style: Style) -> [String] {
        let hunks = difference.hunks(context: GitPatch.context)
        guard !hunks.isEmpty else { return [] }
        let (old, new) = (PrintableText.escaped(oldName), PrintableText.escaped(name))
        var output = [style("--- a/\(old)", .bold), style("+++ b/\(new)", .bold)]
        for (hunk, head) in zip(hunks, difference.heads(of: hunks)) {
            output.append(style(head, .cyan))
            for line in difference.lines[hunk] {
                let text = line.mark + PrintableText.escaped(String(decoding: line.content, as: UTF8.self))
                switch line.origin {
                case .both: output.append(text)
                case .old: output.append(style(text, .red))
                case .new: output.append(style(text, .green))
                }
                if !line.isEnded { output.append(GitPatch.missingEnd) }
            }
        }
        return output
    }
}
