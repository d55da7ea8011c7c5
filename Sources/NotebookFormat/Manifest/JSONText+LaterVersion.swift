package import NotebookText

extension JSONText {
    /// The problem of a text of a bundle whose version is later than the supported one (Format, clause 11.1); `nil` if
    /// it is not later.
    ///
    /// Works even if the rest of the text is unreadable, since a text of a later version must not be changed.
    package static func laterVersion(in bytes: [UInt8]) -> TextProblem? {
        guard let found = version(in: bytes) ?? readableVersion(in: bytes) else { return nil }
        return FormatHeader.laterVersion(found.spelling, at: found.offset)
    }

    /// The version of a text, or of its beginning, and its position; `nil` if it cannot be read.
    package static func version(in bytes: [UInt8]) -> (spelling: String, offset: Int)? {
        var reader = JSONReader(bytes)
        do throws(TextProblem) {
            guard try reader.openObject() else { return nil }
            repeat {
                let key = try reader.key()
                if try reader.text(of: key.string) == "version" {
                    let range = try reader.number()
                    return (String(decoding: bytes[range], as: UTF8.self), range.lowerBound)
                }
                _ = try reader.value()
            } while try reader.objectContinues()
            return nil
        } catch {
            return nil
        }
    }

    private static func readableVersion(in bytes: [UInt8]) -> (spelling: String, offset: Int)? {
        let members = RepairedJSON(bytes, knownKeys: []).members
        guard let value = members.first(where: { $0.key == "version" })?.value,
            case .number(let spelling) = value.content
        else { return nil }
        return (spelling, value.offset)
    }

    /// The most important problem of a rejected text of a bundle (Format, clause 12.2): it is not such a text, its
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
