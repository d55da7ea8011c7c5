/// How a character on a screen looks.
struct ScreenLook: Hashable {
    /// Weights and other attributes that need no colour.
    struct Faces: OptionSet, Hashable {
        let rawValue: UInt8

        static let bold = Faces(rawValue: 1)
        static let dim = Faces(rawValue: 2)
        static let italic = Faces(rawValue: 4)
        static let underlined = Faces(rawValue: 8)
        static let reversed = Faces(rawValue: 16)
        static let struck = Faces(rawValue: 32)

        /// The numbers of ECMA-48 (8.3.117, SGR).
        fileprivate static let numbers: [(face: Faces, number: Int)] = [
            (.bold, 1), (.dim, 2), (.italic, 3), (.underlined, 4), (.reversed, 7), (.struck, 9),
        ]
    }

    var faces: Faces = []
    /// The colour: an index into the terminal's 256 colours; `nil` for the default.
    var color: UInt8?

    init(_ faces: Faces = [], color: UInt8? = nil) { (self.faces, self.color) = (faces, color) }

    /// Changes the look according to the parameters of a control sequence.
    mutating func apply(_ parameters: some StringProtocol) {
        for parameter in parameters.split(separator: ";", omittingEmptySubsequences: false) {
            let number = Int(parameter) ?? 0
            if number == 0 { self = ScreenLook() }
            if let face = Faces.numbers.first(where: { $0.number == number })?.face { faces.insert(face) }
            if (30...37).contains(number) { color = UInt8(number - 30) }
        }
    }

    /// The control sequence for this look, whatever the terminal drew before.
    func sequence(hasColors: Bool) -> String {
        var numbers = Faces.numbers.filter { faces.contains($0.face) }.map { "\($0.number)" }
        if hasColors, let color { numbers.append(color < 8 ? "\(30 + color)" : "38;5;\(color)") }
        return "\u{1B}[0" + numbers.map { ";" + $0 }.joined() + "m"
    }

    /// The nearest of the 256 colours to `#rrggbb`: of the cube with six steps (xterm).
    static func color(_ text: String) -> UInt8? {
        guard text.hasPrefix("#"), text.count == 7, let value = Int(text.dropFirst(), radix: 16) else { return nil }
        func step(_ part: Int) -> Int { part < 48 ? 0 : part < 115 ? 1 : (part - 35) / 40 }
        let (red, green, blue) = (step(value >> 16), step(value >> 8 & 255), step(value & 255))
        return UInt8(16 + 36 * red + 6 * green + blue)
    }
}
