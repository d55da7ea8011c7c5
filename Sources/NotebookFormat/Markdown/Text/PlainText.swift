extension InlineStructure {
    /// The text without markup, soft line ends being what is given.
    func plainText(lineEnd: String) -> String {
        var output = ""
        for token in tokens {
            switch token.kind {
            case .text, .escape, .reference, .code, .autolink, .emailAutolink: output += text(of: token)
            case .softBreak: output += lineEnd
            case .hardBreak: output += lineEnd == " " ? " " : "\n"
            case .delimiters:
                let run = delimiters[token.detail]
                output += String(repeating: Character(Unicode.Scalar(run.character)), count: run.remaining)
            case .wikiLink: output += value(of: wikiLinks[token.detail]).text
            case .html, .linkStart, .linkEnd: break
            }
        }
        return output
    }
}
