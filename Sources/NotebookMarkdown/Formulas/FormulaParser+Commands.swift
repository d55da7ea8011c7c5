extension FormulaParser {
    /// Reads the arguments of a command.
    mutating func command(_ name: String) throws(NotUnderstood) -> Formula {
        if let known = FormulaSymbols.formula(name) { return inFont(known) }
        if let accent = FormulaSymbols.accent(name) {
            return .marked(
                try argument(), mark: accent.mark, isAbove: accent.isAbove, stretches: accent.stretches)
        }
        if let arrow = FormulaSymbols.longArrows[name] {
            let below = skip("[") ? try bracketed() : nil
            return .stacked(
                .sign(.init(text: arrow, kind: .relation)), below: below, above: try argument())
        }
        if let named = FormulaFont(command: name) { return try argument(in: named) }
        switch name {
        case "frac": return .fraction(try argument(), try argument(), hasLine: true)
        case "dfrac", "cfrac": return .styled(.display, .fraction(try argument(), try argument(), hasLine: true))
        case "tfrac": return .styled(.inline, .fraction(try argument(), try argument(), hasLine: true))
        case "binom": return try binomial()
        case "dbinom": return .styled(.display, try binomial())
        case "tbinom": return .styled(.inline, try binomial())
        case "sqrt":
            let index = skip("[") ? try bracketed() : nil
            return .root(try argument(), index: index)
        case "text", "textrm", "textnormal", "mbox", "textup", "textit", "textbf", "textsf", "texttt",
            "hbox":
            return .text(try words())
        case "operatorname": return .function(try words(), hasLimits: false)
        case "operatorname*": return .function(try words(), hasLimits: true)
        case "left": return try fenced()
        case "middle": return .middle(try delimiter())
        case "begin": return try environment()
        case "overset", "stackrel":
            let above = try argument()
            return .stacked(try argument(), below: nil, above: above)
        case "underset":
            let below = try argument()
            return .stacked(try argument(), below: below, above: nil)
        case "substack":
            try require("{")
            let rows = try rows()
            try require("}")
            return .table(.init(kind: .small, sides: [.center], rows: rows))
        case "not": return try negated()
        case "boxed", "fbox": return .styled(.boxed, try argument())
        case "phantom", "hphantom", "vphantom": return .styled(.hidden, try argument())
        case "textcolor":
            let color = try color()
            return .styled(color, try argument())
        case "mod", "bmod": return .row([.space(28), .function("mod", hasLimits: false), .space(28)])
        case "pmod":
            let argument = try argument()
            let parts: [Formula] = [.function("mod", hasLimits: false), .space(28), argument]
            return .row([.space(100), .fenced(open: "(", parts, close: ")")])
        case "tag", "tag*":
            let text = try words()
            return .row([.space(200), .text(name == "tag" ? "(\(text))" : text)])
        case "label":
            _ = try words()
            return .row([])
        case "nonumber", "notag", "relax", "allowbreak", "nobreak": return .row([])
        case "mathop", "mathrel", "mathbin", "mathord", "mathopen", "mathclose", "mathpunct", "mathinner", "ensuremath":
            return try argument()
        default:
            guard let height = Self.height(name) else { throw NotUnderstood() }
            return .delimiter(try delimiter(), height: height)
        }
    }

    /// A sign in the alphabet that was chosen, such as a bold Greek letter.
    private func inFont(_ known: Formula) -> Formula {
        guard let font, font != .upright, case .identifier(let text, let isUpright) = known,
            let scalar = text.unicodeScalars.first
        else { return known }
        return .identifier(font.shown(scalar), isUpright: isUpright)
    }

    /// The height of `\big` and its relatives.
    private static func height(_ name: String) -> Int? {
        for (start, height) in [("bigg", 24), ("Bigg", 30), ("big", 12), ("Big", 18)] where name.hasPrefix(start) {
            let rest = name.dropFirst(start.count)
            return rest.isEmpty || ["l", "r", "m"].contains(rest) ? height : nil
        }
        return nil
    }

    private mutating func bracketed() throws(NotUnderstood) -> Formula {
        let inner = try row(.bracket)
        try require("]")
        return inner
    }

    private mutating func binomial() throws(NotUnderstood) -> Formula {
        .fenced(open: "(", [.fraction(try argument(), try argument(), hasLine: false)], close: ")")
    }

    private mutating func fenced() throws(NotUnderstood) -> Formula {
        let open = try delimiter()
        let inner = try row(.right)
        guard skipCommand("right") else { throw NotUnderstood() }
        return .fenced(open: open, [inner], close: try delimiter())
    }

    private mutating func negated() throws(NotUnderstood) -> Formula {
        guard case .sign(let sign) = try argument() else { throw NotUnderstood() }
        return .sign(.init(text: sign.text + "\u{338}", kind: sign.kind))
    }

    // MARK: Tables

    private mutating func environment() throws(NotUnderstood) -> Formula {
        let name = try words()
        var sides: [Formula.Table.Side] = [.center]
        var kind = Formula.Table.Kind.matrix
        var fences = ("", "")
        switch name {
        case "matrix", "smallmatrix": kind = name == "matrix" ? .matrix : .small
        case "pmatrix": fences = ("(", ")")
        case "bmatrix": fences = ("[", "]")
        case "Bmatrix": fences = ("{", "}")
        case "vmatrix": fences = ("|", "|")
        case "Vmatrix": fences = ("‖", "‖")
        case "cases", "dcases", "rcases":
            (kind, sides) = (.cases, [.left])
            fences = name == "rcases" ? ("", "}") : ("{", "")
        case "aligned", "align", "align*", "split", "alignedat", "alignat", "alignat*", "eqnarray", "eqnarray*",
            "flalign":
            (kind, sides) = (.equations, [.right, .left])
            if name.hasPrefix("alignedat") || name.hasPrefix("alignat") { _ = try words() }
            if name.hasPrefix("eqnarray") { sides = [.right, .center, .left] }
        case "gathered", "gather", "gather*", "equation", "equation*", "multline", "multline*": kind = .equations
        case "array": sides = try columns()
        default: throw NotUnderstood()
        }
        let rows = try rows()
        guard skipCommand("end"), try words() == name else { throw NotUnderstood() }
        let table = Formula.table(.init(kind: kind, sides: sides, rows: rows))
        return fences == ("", "") ? table : .fenced(open: fences.0, [table], close: fences.1)
    }

    /// The columns of an array: `l`, `c` and `r`.
    private mutating func columns() throws(NotUnderstood) -> [Formula.Table.Side] {
        var sides: [Formula.Table.Side] = []
        for character in try words() {
            switch character {
            case "l": sides.append(.left)
            case "c": sides.append(.center)
            case "r": sides.append(.right)
            case " ": continue
            default: throw NotUnderstood()
            }
        }
        return sides.isEmpty ? [.center] : sides
    }

    /// The rows up to the end of the environment, or of the group.
    private mutating func rows() throws(NotUnderstood) -> [[Formula]] {
        var rows: [[Formula]] = [[]]
        while true {
            rows[rows.count - 1].append(try cell())
            if skip("&") { continue }
            if skipCommand("\\") {
                try skipLineDistance()
            } else if !skipCommand("cr") {
                break
            }
            rows.append([])
        }
        if rows.count > 1, rows.last == [.row([])] { rows.removeLast() }
        return rows
    }

    private mutating func cell() throws(NotUnderstood) -> Formula { try row(.cell) }
}
