import Foundation
import NotebookBundle
import NotebookFormat

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
    var path: String?
    var settings: [String: String]?
    var libraries: [LibraryOutput]?
    var notebooks: [ShelfOutput]?

    /// A folder in which notebooks live.
    struct LibraryOutput: Encodable {
        let name: String
        let path: String
        let isUsed: Bool
    }

    /// A notebook of the library.
    struct ShelfOutput: Encodable {
        let name: String
        let title: String?
        let items: Int?
        let bytes: Int?
        let modified: String?
        let health: String
        let isDamaged: Bool
    }

    /// How an archive compares with what would be written.
    struct ComparisonOutput: Encodable {
        let members: String
        /// Left out where the members differ.
        var bytes: String?
        /// Where the bytes begin to differ.
        var offset: UInt64?
        var differences: [DifferenceOutput]?
    }

    /// A link of a part of a notebook to what stays behind.
    struct LeavingOutput: Encodable {
        let path: String
        let line: Int
        let column: Int
        let target: String
    }

    struct DifferenceOutput: Encodable {
        let path: String
        let difference: String
    }

    /// The notebook itself.
    struct NotebookOutput: Encodable {
        let path: String
        let uuid: String
        let title: String
        let created: String
        let fingerprint: String
    }

    struct CountsOutput: Encodable {
        let notes: Int
        let cards: Int
        let attachments: Int
        let attachmentBytes: Int
        let trashed: Int
    }

    struct FolderOutput: Encodable {
        let path: String
        let items: Int
    }

    struct TagOutput: Encodable {
        let name: String
        let items: Int
        let color: String?
    }

    struct SmartFolderOutput: Encodable {
        let name: String
        let predicate: String
        let icon: String?
        /// How many items it shows; `nil` if the query cannot be read.
        let items: Int?
    }

    struct ItemOutput: Encodable {
        let path: String
        let type: String
        let uuid: String?
        let title: String
        let created: String
        let modified: String
        let pinned: Bool
        let tags: [String]
        let size: Int
        var batch: String?
        var preview: String?
        var body: String?
        var front: String?
        var back: String?
    }

    struct AttachmentOutput: Encodable {
        let path: String
        let name: String
        let size: Int
        let sha256: String
    }

    struct BatchOutput: Encodable {
        let name: String
        let deleted: String
        let paths: [String]
    }

    struct ChangeOutput: Encodable {
        let path: String
        let change: String
        var from: String?
        var to: String?
    }

    struct StepOutput: Encodable {
        let action: String
        let path: String
        let detail: String
    }

    struct VerdictOutput: Encodable {
        let notebook: String
        let verdict: String
        let fails: Bool
        var problem: String?
        var ignored: Int?
        var inBaseline: Int?
    }

    struct SummaryOutput: Encodable {
        let notebooks: Int
        let errors: Int
        let warnings: Int
        let notes: Int
        let ignored: Int
        let inBaseline: Int
        let staleBaseline: Int
        let status: Int
    }

    struct RuleOutput: Encodable {
        let id: String
        let name: String
        let severity: String
        let clause: String
        let explanation: String
        let example: String
        let remedy: String
    }

    struct FindingOutput: Encodable {
        let notebook: String
        let rule: String
        let severity: String
        let path: String
        let member: String?
        let line: Int?
        let column: Int?
        let message: String
        let suggestion: String?
        let fingerprint: String
    }

    struct ImportOutput: Encodable {
        let items: Int
        let attachments: Int
        let extras: Int
        let changed: [ReasonOutput]
        let leftOut: [ReasonOutput]
    }

    struct ReasonOutput: Encodable {
        let path: String
        let reason: String
    }

    struct LinkOutput: Encodable {
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
    }

    struct GraphOutput: Encodable {
        let nodes: [NodeOutput]
        let edges: [EdgeOutput]
    }

    struct NodeOutput: Encodable {
        let path: String
        let type: String
        let uuid: String?
        let title: String
    }

    struct EdgeOutput: Encodable {
        let from: String
        let to: String
        let count: Int
    }

    struct HeadingOutput: Encodable {
        let level: Int
        let text: String
        let line: Int
        let anchor: String
    }

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

    struct BlobOutput: Encodable {
        let path: String
        let name: String
        let type: String
        let size: Int
        let sha256: String
        let isReferenced: Bool
        let linkedFrom: [String]
        let mentionedIn: [String]
    }

    struct SearchedOutput: Encodable {
        let notes: Int
        let cards: Int
        let trashed: Int
        let extras: Int
        let others: Int
    }

    struct StateOutput: Encodable {
        let isClean: Bool
        let pendingChange: String?
        let lockedBy: String?
        let conflictCopies: [String]
    }
}

extension Output.ItemOutput {
    init(_ item: Item) {
        self.init(
            path: item.path.text, type: item.type.rawValue, uuid: item.uuid?.description, title: item.title,
            created: item.created.description, modified: item.modified.description, pinned: item.isPinned,
            tags: item.tags.map(\.text), size: item.size, batch: item.batch?.description)
    }
}

extension Output.NotebookOutput {
    init(_ notebook: Notebook) {
        self.init(
            path: notebook.name, uuid: notebook.description.uuid.description, title: notebook.description.title,
            created: notebook.description.created.description, fingerprint: notebook.fingerprint.description)
    }
}

extension Output.BatchOutput {
    init(_ batch: BatchName, _ entries: [Entry]) {
        self.init(name: batch.description, deleted: batch.time.description, paths: entries.map(\.path.text))
    }
}

extension Output {
    /// The answer as JSON, one row on each line.
    func text() throws -> String { try PrintedJSON.text(of: self, .rows) }
}

extension Session {
    /// Prints an answer as JSON.
    func print(_ output: Output) throws { try write(Array(try output.text().utf8)) }
}
