/// Formulas in MathML that say nothing in TeX.
extension HTMLElement {
    /// The nodes of a formula in a line, as people write it without TeX: fractions with a slash, roots with their sign.
    var formulaInLine: [HTMLNode] {
        // Each part is written once, however deep it is.
        let elements = elements
        func part(_ index: Int) -> [HTMLNode] { elements[index].formulaInLine }
        switch (name, elements.count) {
        case ("mfrac", 2): return elements[0].grouped + [.text("/")] + elements[1].grouped
        case ("msqrt", 1...): return [.text("√(")] + elements.flatMap(\.formulaInLine) + [.text(")")]
        case ("mroot", 2): return Self.raised("sup", part(1)) + [.text("√(")] + part(0) + [.text(")")]
        case ("msup", 2), ("mover", 2): return part(0) + Self.raised("sup", part(1))
        case ("msub", 2), ("munder", 2): return part(0) + Self.raised("sub", part(1))
        case ("msubsup", 3), ("munderover", 3):
            return part(0) + Self.raised("sub", part(1)) + Self.raised("sup", part(2))
        case ("mtable", _): return Array(elements.map(\.formulaInLine).joined(separator: [.text("; ")]))
        case ("mtr", _): return Array(elements.map(\.formulaInLine).joined(separator: [.text(", ")]))
        default:
            return children.flatMap { node -> [HTMLNode] in
                guard case .element(let part) = node else { return [node] }
                return part.formulaInLine
            }
        }
    }

    /// The nodes of a part of a fraction, in parentheses if it has several parts itself.
    private var grouped: [HTMLNode] {
        let isOne = elements.count < 2 && name != "mfrac"
        return isOne ? formulaInLine : [.text("(")] + formulaInLine + [.text(")")]
    }

    private static func raised(_ name: String, _ nodes: [HTMLNode]) -> [HTMLNode] {
        [.element(HTMLElement(name, [], nodes))]
    }
}
