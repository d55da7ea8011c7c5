import NotebookBundle

extension Snippet {
    /// The snippet with its matches in bold.
    func text(_ style: Style) -> String {
        pieces.map { piece in
            let text = PrintableText.escaped(piece.text)
            return piece.isMatch ? style(text, .bold, .yellow) : style(text, .dim)
        }.joined()
    }
}
