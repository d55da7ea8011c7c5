extension JSONText {
    /// Why a text of a bundle is refused: its version is later than the one that is known here (Format, clause 18.1); `nil`
    /// if it is not.
    ///
    /// The rest of the text need not be readable.
    package static func laterVersion(in bytes: [UInt8]) -> TextProblem? {
        guard let found = version(in: bytes) ?? salvagedVersion(in: bytes) else { return nil }
        do throws(TextProblem) {
            let header = FormatHeader(name: "notebundle", version: Manifest.version)
            try header.check(version: found.number, at: found.offset)
            return nil
        } catch {
            return error.kind == .newerVersion ? error : nil
        }
    }

    /// What a text, or the beginning of one, says of its version, and where; `nil` if that cannot be read.
    package static func version(in bytes: [UInt8]) -> (number: Int, offset: Int)? {
        var reader = JSONReader(bytes)
        do throws(TextProblem) {
            guard try reader.openObject() else { return nil }
            repeat {
                let key = try reader.key()
                if try reader.text(of: key.string) == "version" {
                    let offset = reader.offset
                    return (try reader.integer(), offset)
                }
                _ = try reader.value()
            } while try reader.objectContinues()
            return nil
        } catch {
            return nil
        }
    }
    private static func salvagedVersion(in bytes: [UInt8]) -> (number: Int, offset: Int)? {
        let members = JSONSalvage(bytes, knownKeys: []).members
        guard case let value? = members.first(where: { $0.key == "version" })?.value,
            let number = try? value.integer(0...Int.max)
        else { return nil }
        return (number, value.offset)
    }
}
