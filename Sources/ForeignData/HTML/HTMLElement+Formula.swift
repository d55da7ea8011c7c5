/// Formulas in MathML that say nothing in TeX.
extension HTMLElement {
    /// The nodes of a formula in a line, as people write it without TeX: fractions with a slash, roots with their sign.
    var formulaInLine: [HTMLNode] {
        let parts = elements.map(\.formulaInLine)
        switch (name, parts.count) {
        case ("mfrac", 2): return grouped(0) + [.text("/")] + grouped(1)
        case ("msqrt", 1...): return [.text("√(")] + parts.joined() + [.text(")")]
        case ("mroot", 2): return Self.raised("sup", parts[1]) + [.text("√(")] + parts[0] + [.text(")")]
        case ("msup", 2), ("mover", 2): return parts[0] + Self.raised("sup", parts[1])
        case ("msub", 2), ("munder", 2): return parts[0] + Self.raised("sub", parts[1])
        case ("msubsup", 3), ("munderover", 3):
            return parts[0] + Self.raised("sub", parts[1]) + Self.raised("sup", parts[2])
        case ("mtable", _): return Array(parts.joined(separator: [.text("; ")]))
        case ("mtr", _): return Array(parts.joined(separator: [.text(", ")]))
        default:
            return children.flatMap { node -> [HTMLNode] in
                guard case .element(let part) = node else { return [node] }
                return part.formulaInLine
            }
        }
    }

    /// A part of a fraction, in parentheses if it has several parts itself.
    private func grouped(_ index: Int) -> [HTMLNode] {
        let part = elements[index]
        let inner = part.formulaInLine
        let isOne = part.elements.count < 2 && part.name != "mfrac"
        return isOne ? inner : [.text("(")] + inner + [.text(")")]
    }

    private static func raised(_ name: String, _ nodes: [HTMLNode]) -> [HTMLNode] {
        [.element(HTMLElement(name, [], nodes))]
    }
}
