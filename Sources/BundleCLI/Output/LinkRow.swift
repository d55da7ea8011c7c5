import NotebookBundle

/// A link and where it leads, in an answer.
struct LinkRow: Encodable {
    let source: String
    let line: Int
    let column: Int
    let form: String
    let text: String
    let goal: String
    var target: String?
    var uuid: String?
    var problem: String?
    var candidates: [String]?
    var sentence: String?
}

extension LinkRow {
    init(_ link: LinkMap.Link, _ notebook: NotebookListing, sentence: Snippet? = nil) {
        let found = link.link.found
        self.init(
            source: link.source.text, line: found.position.line, column: found.position.column,
            form: link.link.form.rawValue, text: link.link.source, goal: link.goal.name)
        switch link.goal {
        case .file(let path): target = path.text
        case .folder(let text): target = text
        case .external(let text): target = text
        case .broken(let problem):
            self.problem = problem.description
            target = link.target?.text
            if case .ambiguous(_, let paths) = problem { candidates = paths.map(\.text) }
        }
        self.sentence = sentence?.text
        uuid = link.target.flatMap { notebook.manifest[$0]?.item?.uuid?.description }
    }
}

extension LinkMap.Goal {
    /// The value of ‘goal’ in JSON.
    fileprivate var name: String {
        switch self {
        case .file: "file"
        case .folder: "folder"
        case .external: "external"
        case .broken(let problem):
            switch problem {
            case .missingBlob, .missingFile, .missingTarget: "missing"
            case .missingHeading: "missing heading"
            case .ambiguous: "ambiguous"
            case .trashed: "trashed"
            case .outside: "outside"
            }
        }
    }
}
