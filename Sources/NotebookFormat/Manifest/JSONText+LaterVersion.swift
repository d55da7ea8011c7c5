package import NotebookText

extension JSONText {
    /// The problem of a text of a bundle whose version is later than the supported one (Format, clause 18.1); `nil` if
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
}
