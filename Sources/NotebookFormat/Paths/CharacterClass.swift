/// The sorts of characters that no name can hold (Format, clause 5.2).
enum CharacterClass: Hashable {
    /// What some system keeps for itself: `< > : " / \ | ? *`.
    case reserved
    /// General Category Cc.
    case control
    /// What changes how the text around it is shown: bidirectional controls, separators of lines, the byte order mark.
    case invisible
    /// Private-use characters and noncharacters.
    case privateUse

    /// The sort of a character that was refused.
    init(_ scalar: Unicode.Scalar) {
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
