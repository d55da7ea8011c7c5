import NotebookMarkdown

/// Writes formulas as MathML (MathML Core, presentation elements), with their source for who copies them.
enum MathMLWriter {
    /// A formula with its dollar signs as HTML; as source if it is not understood.
    static func html(_ source: String) -> String {
        let isDisplayed = source.hasPrefix("$$")
        let count = isDisplayed ? 2 : 1
        let text = source.dropFirst(count).dropLast(count)
        guard let formula = FormulaParser.formula(text) else {
            return self.source(source)
        }
        let tex = HTMLText.escaped(String(text).split(whereSeparator: \.isNewline).joined(separator: " "))
        let math =
            "<math\(isDisplayed ? " display=\"block\"" : "")><semantics>\(row(formula))"
            + "<annotation encoding=\"application/x-tex\">\(tex)</annotation></semantics></math>"
        // Lets the keyboard, too, scroll a formula that is too wide.
        return isDisplayed
            ? "<span class=\"formula\" role=\"group\" aria-label=\"Formula\" tabindex=\"0\">\(math)</span>" : math
    }

    /// A formula as it is written.
    static func source(_ source: String) -> String { "<span class=\"math\">\(HTMLText.escaped(source))</span>" }

    private static func row(_ formula: Formula) -> String {
        guard case .row(let parts) = formula else { return element(formula) }
        return parts.count == 1 ? row(parts[0]) : "<mrow>\(inner(parts))</mrow>"
    }

    // MARK: Spaces

    /// How a part stands beside others (The TeXbook, chapter 18).
    private enum Place {
        case ordinary
        case function
        case operation
        case open
        case close
        case space
    }

    private static func place(_ formula: Formula) -> Place {
        switch formula {
        case .function: .function
        case .scripts(let base, _, _, _), .styled(_, let base), .marked(let base, _, _, _), .stacked(let base, _, _):
            place(base)
        case .sign(let sign):
            switch sign.kind {
            case .relation, .binary, .punctuation: .operation
            case .large, .integral: .space
            case .open: .open
            case .close, .ordinary: .close
            }
        case .fenced, .middle, .delimiter: .close
        case .space: .space
        default: .ordinary
        }
    }

    /// Parts beside each other, with the spaces around functions that MathML leaves out.
    private static func inner(_ parts: [Formula]) -> String {
        var (output, before) = ("", Place?.none)
        for part in parts {
            let now = place(part)
            let follows = now == .function && (before == .ordinary || before == .close)
            if before == .function && (now == .ordinary || now == .function) || follows { output += space(17) }
            // A minus that follows no operand is a sign.
            let isSign = before == nil || before == .operation || before == .open || before == .function
            if isSign, case .sign(let sign) = part, sign.kind == .binary {
                output += "<mo form=\"prefix\">\(HTMLText.escaped(sign.text))</mo>"
            } else {
                output += element(part)
            }
            before = now
        }
        return output
    }

    private static func space(_ hundredths: Int) -> String {
        let (sign, size) = (hundredths < 0 ? "-" : "", abs(hundredths))
        let decimals = size % 100 == 0 ? "" : size % 100 < 10 ? ".0\(size % 100)" : ".\(size % 100)"
        return "<mspace width=\"\(sign)\(size / 100)\(decimals)em\"></mspace>"
    }

    // MARK: Elements

    /// A part as one element.
    private static func element(_ formula: Formula) -> String {
        switch formula {
        case .row(let parts): return parts.count == 1 ? element(parts[0]) : "<mrow>\(inner(parts))</mrow>"
        case .identifier(let name, let isUpright):
            let isOne = name.unicodeScalars.count == 1
            return "<mi\(isUpright && isOne ? " mathvariant=\"normal\"" : "")>\(HTMLText.escaped(name))</mi>"
        case .number(let text): return "<mn>\(HTMLText.escaped(text))</mn>"
        case .text(let text): return "<mtext>\(shown(text))</mtext>"
        case .space(let width): return space(width)
        case .sign(let sign): return self.sign(sign)
        case .function(let name, let hasLimits):
            guard !hasLimits else {
                return "<mo form=\"prefix\" movablelimits=\"true\" lspace=\"0\" rspace=\"0\">\(shown(name))</mo>"
            }
            return "<mi\(name.unicodeScalars.count == 1 ? " mathvariant=\"normal\"" : "")>\(shown(name))</mi>"
        case .fraction(let top, let bottom, let hasLine):
            return "<mfrac\(hasLine ? "" : " linethickness=\"0\"")>\(element(top))\(element(bottom))</mfrac>"
        case .root(let inner, nil): return "<msqrt>\(element(inner))</msqrt>"
        case .root(let inner, let index?): return "<mroot>\(element(inner))\(element(index))</mroot>"
        case .scripts(let base, let below, let above, let areLimits):
            return scripts(base, below, above, areLimits)
        case .marked(let base, let mark, let isAbove, let stretches):
            let name = isAbove ? "mover" : "munder"
            return "<\(name) accent\(isAbove ? "" : "under")=\"true\">\(element(base))"
                + "<mo stretchy=\"\(stretches)\">\(mark)</mo></\(name)>"
        case .stacked(let base, let below, let above): return stacked(element(base), below, above)
        case .fenced(let open, let parts, let close):
            return "<mrow>\(delimiter(open, "prefix"))\(inner(parts))\(delimiter(close, "postfix"))</mrow>"
        case .middle(let text): return delimiter(text, "infix")
        case .delimiter(let text, let height):
            let size = "\(height / 10).\(height % 10)em"
            return
                "<mo stretchy=\"true\" symmetric=\"true\" minsize=\"\(size)\" maxsize=\"\(size)\" lspace=\"0\" rspace=\"0\">"
                + "\(HTMLText.escaped(text))</mo>"
        case .table(let table): return self.table(table)
        case .styled(let style, let inner): return styled(style, element(inner))
        }
    }

    /// A text whose spaces at its ends are shown.
    private static func shown(_ text: String) -> String {
        let start = text.prefix { $0 == " " }.count
        let end = text.dropFirst(start).reversed().prefix { $0 == " " }.count
        let spaces = { String(repeating: "\u{A0}", count: $0) }
        return spaces(start) + HTMLText.escaped(String(text.dropFirst(start).dropLast(end))) + spaces(end)
    }

    private static func sign(_ sign: Formula.Sign) -> String {
        let text = HTMLText.escaped(sign.text)
        switch sign.kind {
        case .open: return "<mo form=\"prefix\" stretchy=\"false\">\(text)</mo>"
        case .close: return "<mo form=\"postfix\" stretchy=\"false\">\(text)</mo>"
        case .relation: return isPlain(sign.text) ? "<mo>\(text)</mo>" : "<mo stretchy=\"false\">\(text)</mo>"
        case .ordinary: return "<mo stretchy=\"false\" lspace=\"0\" rspace=\"0\">\(text)</mo>"
        case .punctuation where sign.text == ":": return "<mo lspace=\"0\" rspace=\"0.28em\">:</mo>"
        case .binary, .punctuation, .large, .integral: return "<mo>\(text)</mo>"
        }
    }

    /// Whether a relation is none of the arrows, which browsers would stretch.
    private static func isPlain(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy {
            !(0x2190...0x21FF).contains($0.value) && !(0x27F0...0x27FF).contains($0.value)
        }
    }

    private static func delimiter(_ text: String, _ form: String) -> String {
        guard !text.isEmpty else { return "" }
        let space = form == "infix" ? " lspace=\"0.17em\" rspace=\"0.17em\"" : ""
        return
            "<mo form=\"\(form)\" fence=\"true\" stretchy=\"true\" symmetric=\"true\"\(space)>\(HTMLText.escaped(text))</mo>"
    }

    private static func stacked(_ base: String, _ below: Formula?, _ above: Formula?) -> String {
        switch (below, above) {
        case (let below?, let above?): "<munderover>\(base)\(element(below))\(element(above))</munderover>"
        case (let below?, nil): "<munder>\(base)\(element(below))</munder>"
        case (nil, let above?): "<mover>\(base)\(element(above))</mover>"
        case (nil, nil): base
        }
    }

    private static func scripts(_ base: Formula, _ below: Formula?, _ above: Formula?, _ areLimits: Bool?) -> String {
        let isLimit: Bool
        switch base {
        case .sign(let sign) where sign.kind == .large: isLimit = true
        case .function(_, let hasLimits): isLimit = hasLimits
        case .marked(_, let mark, _, _): isLimit = mark == "⏞" || mark == "⏟"
        case .stacked: isLimit = true
        default: isLimit = false
        }
        if areLimits ?? isLimit {
            var shown = element(base)
            if areLimits == true, case .sign(let sign) = base {
                shown = "<mo movablelimits=\"false\">\(HTMLText.escaped(sign.text))</mo>"
            }
            return stacked(shown, below, above)
        }
        return switch (below, above) {
        case (let below?, let above?): "<msubsup>\(element(base))\(element(below))\(element(above))</msubsup>"
        case (let below?, nil): "<msub>\(element(base))\(element(below))</msub>"
        case (nil, let above?): "<msup>\(element(base))\(element(above))</msup>"
        case (nil, nil): element(base)
        }
    }

    private static func styled(_ style: Formula.Appearance, _ inner: String) -> String {
        switch style {
        case .display: "<mstyle displaystyle=\"true\" scriptlevel=\"0\">\(inner)</mstyle>"
        case .inline: "<mstyle displaystyle=\"false\" scriptlevel=\"0\">\(inner)</mstyle>"
        case .small: "<mstyle displaystyle=\"false\" scriptlevel=\"1\">\(inner)</mstyle>"
        case .boxed: "<mrow class=\"boxed\">\(inner)</mrow>"
        case .hidden: "<mphantom>\(inner)</mphantom>"
        case .color(let name): "<mstyle mathcolor=\"\(HTMLText.escaped(name))\">\(inner)</mstyle>"
        }
    }

    private static func table(_ table: Formula.Table) -> String {
        let count = table.rows.map(\.count).max() ?? 0
        let sides = (0..<count).map { column in
            table.sidesRepeat
                ? table.sides[column % table.sides.count] : table.sides[min(column, table.sides.count - 1)]
        }
        var attributes = table.kind == .equations ? " class=\"equations\" displaystyle=\"true\"" : ""
        if table.kind == .small { attributes = " class=\"small\"" }
        // Browsers read the classes, readers of books the attribute.
        let isPlain = sides.allSatisfy { $0 == .center }
        if !isPlain { attributes += " columnalign=\"\(sides.map(\.rawValue).joined(separator: " "))\"" }
        let rows = table.rows.map { cells in
            zip(cells, sides).map { cell, side in
                let content: String
                if case .row(let parts) = cell { content = inner(parts) } else { content = element(cell) }
                return "<mtd\(side == .center ? "" : " class=\"\(side.rawValue)\"")>\(content)</mtd>"
            }.joined()
        }
        return "<mtable\(attributes)>\(rows.map { "<mtr>\($0)</mtr>" }.joined())</mtable>"
    }
}
