import NotebookBundle
import NotebookFormat

// What is said of a notebook and of what it holds.

extension Output {
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
        let icon: String?
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

    struct StateOutput: Encodable {
        let isClean: Bool
        let pendingChange: String?
        let lockedBy: String?
        let conflictCopies: [String]
    }
}

extension Output.NotebookOutput {
    init(_ notebook: Notebook) {
        self.init(
            path: notebook.name, uuid: notebook.description.uuid.description, title: notebook.description.title,
            created: notebook.description.created.description, fingerprint: notebook.fingerprint.description)
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

extension Output.BatchOutput {
    init(_ batch: BatchName, _ entries: [Entry]) {
        self.init(
            name: batch.description, deleted: batch.time.description,
            paths: entries.map(\.path).filter { !UndoRecord.holds($0) }.map(\.text))
    }
}
