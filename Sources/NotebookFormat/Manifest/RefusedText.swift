extension JSONText {
    /// Why a text of a bundle is refused, by what comes first (Format, clause 20.2): that it is no such text, that its
    /// version is later, or what its reader met.
    package static func problem(in bytes: [UInt8], met problem: TextProblem) -> TextProblem {
        // Of a text that is too long only the beginning is known.
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
            // What may be of a later version is not to be fixed.
            found.isOfLaterVersion = laterVersion(in: bytes) != nil
            return found
        }
    }
}
