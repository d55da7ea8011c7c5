// What is said of what was found.

extension Output {
    struct ResultOutput: Encodable {
        let notebook: String?
        let path: String
        let type: String
        let uuid: String?
        let title: String
        let modified: String
        let count: Int
        let line: Int?
        let column: Int?
        let snippet: [PieceOutput]
        var lines: [LineOutput]?
    }

    struct PieceOutput: Encodable {
        let text: String
        let isMatch: Bool
    }

    struct LineOutput: Encodable {
        let line: Int
        let column: Int
        let text: String
    }

    struct SuggestionOutput: Encodable {
        let text: String
        let path: String
        let modified: String
        let found: String
        let snippet: String?
    }
}
