/// Colours and weights (ECMA-48 SGR); none if the output is not a terminal.
struct Style: Sendable {
    let isEnabled: Bool

    enum Face: String {
        case bold = "1"
        case dim = "2"
        case italic = "3"
        case underlined = "4"
        case marked = "7"
        case struck = "9"
        case red = "31"
        case green = "32"
        case yellow = "33"
        case blue = "34"
        case cyan = "36"
    }

    /// The text with some faces.
    func callAsFunction(_ text: String, _ faces: Face...) -> String {
        guard isEnabled, !text.isEmpty, !faces.isEmpty else { return text }
        return "\u{1B}[\(faces.map(\.rawValue).joined(separator: ";"))m\(text)\u{1B}[0m"
    }
}
