/// The classes of characters that names cannot contain (Format, clause 5.2).
package enum CharacterClass: Hashable {
    /// Characters that some system reserves: `< > : " / \ | ? *`.
    case reserved
    /// General Category Cc.
    case control
    /// Characters that change the display of the text around them: bidirectional controls, line separators, the byte
    /// order mark.
    case invisible
    /// Private-use characters and noncharacters.
    case privateUse

    /// The class of a rejected character.
    package init(_ scalar: Unicode.Scalar) {
        switch scalar.properties.generalCategory {
        case .control: self = .control
        case .privateUse: self = .privateUse
        default:
            self =
                scalar.value < 0x80
                ? .reserved : scalar.properties.isNoncharacterCodePoint ? .privateUse : .invisible
        }
    }
}
