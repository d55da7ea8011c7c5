/// What verbs print with `--json`: one object, whose keys docs/output.schema.json describes.
///
/// Keys without a value are left out.
struct Output: Encodable {
    let version = 1
    var notebook: NotebookOutput?
    var counts: CountsOutput?
    var folders: [FolderOutput]?
    var tags: [TagOutput]?
    var smartFolders: [SmartFolderOutput]?
    var items: [ItemOutput]?
    var item: ItemOutput?
    var attachments: [AttachmentOutput]?
    var batches: [BatchOutput]?
    var changes: [ChangeOutput]?
    var steps: [StepOutput]?
    var verdicts: [VerdictOutput]?
    var findings: [FindingOutput]?
    var summary: SummaryOutput?
    var rules: [RuleOutput]?
    var imported: ImportOutput?
    var state: StateOutput?
    var links: [LinkOutput]?
    var graph: GraphOutput?
    var headings: [HeadingOutput]?
    var results: [ResultOutput]?
    var found: Int?
    var suggestions: [SuggestionOutput]?
    var blobs: [BlobOutput]?
    var searched: SearchedOutput?
    var comparison: ComparisonOutput?
    var leaving: [LeavingOutput]?
    var unkept: [UnkeptOutput]?
    var diff: String?
    var path: String?
    var settings: [String: SettingValue]?
    /// What is so where nothing is set.
    var defaults: [String: SettingValue]?
    var libraries: [LibraryOutput]?
    var notebooks: [ShelfOutput]?
}

extension Output {
    /// The answer as JSON, one row on each line.
    func text() throws -> String { try PrintedJSON.text(of: self, .rows) }
}

extension Session {
    /// Prints an answer as JSON.
    func print(_ output: Output) throws { try write(Array(try output.text().utf8)) }
}
