/// Styles of text.
extension HTMLMarkdown {
    static func isPlainInline(_ name: String) -> Bool {
        [
            "span", "font", "b", "strong", "i", "em", "u", "ins", "s", "strike", "del", "mark", "sup", "sub", "kbd",
            "big",
            "small", "abbr", "cite", "dfn", "var", "bdi", "bdo", "time", "label", "ruby", "rb", "center", "data",
            "tbody", "picture", "figure", "noscript", "canvas", "slot",
        ].contains(name) && !HTMLTree.blocks.contains(name)
    }

    mutating func styles(of element: HTMLElement) -> Set<MarkdownStyle> {
        var styles: Set<MarkdownStyle> = []
        let highlight: MarkdownStyle = rules.marksWithElements ? .mark : .highlight
        switch element.name {
        case "b", "strong": styles.insert(.strong)
        case "i", "em", "cite", "dfn", "var": styles.insert(.emphasis)
        case "s", "strike", "del": styles.insert(.strike)
        case "u", "ins": styles.insert(.underline)
        case "mark": styles.insert(highlight)
        case "sup": styles.insert(.superscript)
        case "sub": styles.insert(.subscripted)
        case "kbd": styles.insert(.keyboard)
        case "font": if element["color"] != nil { rules.lost(.style("color")) }
        default: break
        }
        guard element["style"] != nil else { return styles }
        let style = element.style
        let isBlock = HTMLTree.blocks.contains(element.name)
        if let weight = style["font-weight"] {
            if weight == "bold" || weight == "bolder" || (Int(weight) ?? 0) >= 600 { styles.insert(.strong) }
            if weight == "normal" || weight == "400" { styles.remove(.strong) }
        }
        if style["font-style"] == "italic" { styles.insert(.emphasis) }
        if style["font-style"] == "normal" { styles.remove(.emphasis) }
        let decoration = (style["text-decoration"] ?? "") + (style["text-decoration-line"] ?? "")
        if decoration.contains("line-through") { styles.insert(.strike) }
        if decoration.contains("underline"), element.name != "a" { styles.insert(.underline) }
        if style["vertical-align"] == "super" { styles.insert(.superscript) }
        if style["vertical-align"] == "sub" { styles.insert(.subscripted) }
        let background = style["background-color"] ?? ""
        let isBright = ["", "transparent", "white", "#fff", "#ffffff", "rgb(255, 255, 255)", "inherit", "initial"]
        if style["--en-highlight"] != nil || style["-evernote-highlight"] == "true"
            || !isBlock && !isBright.contains(background.lowercased())
        {
            styles.insert(highlight)
            rules.lost(.style("highlight colour"))
        } else if isBlock, !isBright.contains(background.lowercased()) {
            rules.lost(.style("background-color"))
        }
        for name in ["color", "font-size", "font-family", "text-align"] where style[name] != nil {
            rules.lost(.style(name))
        }
        let indent = (style["padding-left"] ?? style["margin-left"] ?? "").prefix { $0.isNumber || $0 == "." }
        if isBlock, (Double(indent) ?? 0) > 0 { rules.lost(.style("indentation")) }
        let image = (style["background-image"] ?? "") + (style["background"] ?? "")
        if image.contains("url(") { rules.lost(.style("background-image")) }
        return styles
    }
}
