/// JSON texts of any origin.
package enum JSONText {
    /// The same value in canonical layout (Format, clause 4.3), for a text with an object.
    package static func canonical(_ bytes: [UInt8]) -> [UInt8]? {
        guard case .object(let members)? = try? JSONValue.read(bytes).content else { return nil }
        return CanonicalJSON.text(of: members)
    }
}
