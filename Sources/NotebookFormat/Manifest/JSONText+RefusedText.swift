package import NotebookText

extension JSONText {
    /// The most important problem of a rejected text of a bundle (Format, clause 20.2): it is not such a text, its
    /// version is later, or else the problem that the reader found.
    package static func problem(in bytes: [UInt8], met problem: TextProblem) -> TextProblem {
        // Only the beginning of a text that is too long was read.
        guard problem.kind != .tooLong else { return problem }
        do throws(TextProblem) {
            var object = try JSONObject(JSONValue.read(bytes))
            _ = try object.required("format") { (value) throws(TextProblem) in
                try value.text("“notebundle”") { $0.isIdentical(to: "notebundle") ? $0 : nil }
            }
            let version = try object.optional("version") { (value) throws(TextProblem) in value }
            guard let version, case .number(let spelling) = version.content else { return problem }
            return FormatHeader.laterVersion(spelling, at: version.offset) ?? problem
        } catch {
            let note = problem.message.hasPrefix(MergedManifest.note) ? MergedManifest.note : ""
            let kind = error.kind == .malformed ? .syntax : error.kind
            var found = TextProblem(note + error.message, at: error.offset, kind: kind)
            // A text that may be of a later version must not be fixed.
            found.isOfLaterVersion = laterVersion(in: bytes) != nil
            return found
        }
    }
}
