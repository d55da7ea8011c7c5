/// JSON texts of any origin.
package enum JSONText {
    /// Rewrites a text that contains an object in canonical layout (Format, clause 4.3).
    package static func canonical(_ bytes: [UInt8]) -> [UInt8]? {
        guard case .object(let members)? = try? JSONValue.read(bytes).content else { return nil }
        return CanonicalJSON.text(of: members)
    }
}
