/// Something of a source that is not in the notebook as it was there.
package struct ImportLoss: Hashable, Sendable {
    /// What happened, as a stable word for scripts.
    package let code: Code
    /// The source.
    package let source: String
    /// The line or the entry in the source; empty if unknown.
    package let place: String
    /// The title of the note; empty for the source as a whole.
    package let note: String
    /// What it is about: a link, a file, a style.
    package let target: String
    /// What happened, in words.
    package let text: String

    /// Who has to do with it.
    package enum Kind: String, Sendable, CaseIterable {
        /// The source lacks it.
        case missing
        /// A notebook cannot hold it.
        case lost
        /// It is in the notebook in another form.
        case changed

        /// The meaning in words.
        package var meaning: String {
            switch self {
            case .missing: "the source lacks it"
            case .lost: "it cannot be held"
            case .changed: "changed without loss"
            }
        }
    }

    /// What happened.
    package enum Code: String, Sendable, CaseIterable, Comparable {
        /// A link leads to no note of the sources.
        case linkUnresolved = "link-unresolved"
        /// A link could lead to several notes.
        case linkAmbiguous = "link-ambiguous"
        /// A link within code has no place there.
        case linkDropped = "link-dropped"
        /// A file that a note shows is not in the source.
        case attachmentMissing = "attachment-missing"
        /// No note shows the file; it is attached at the end.
        case attachmentUnshown = "attachment-unshown"
        /// A text is encrypted, and stays so.
        case encrypted = "encrypted"
        /// A style that Markdown does not have.
        case styleDropped = "style-dropped"
        /// An element that the source does not show.
        case hiddenDropped = "hidden-dropped"
        /// A value that became a property.
        case propertyKept = "property-kept"
        /// A value that the notebook has no place for.
        case valueDropped = "value-dropped"
        /// A date that is none.
        case dateInvalid = "date-invalid"
        /// A title that had to be changed.
        case titleChanged = "title-changed"
        /// A tag that had to be changed or split.
        case tagChanged = "tag-changed"
        /// A note that cannot be read.
        case noteDamaged = "note-damaged"
        /// A note that is in the trash of the source.
        case noteTrashed = "note-trashed"
        /// A file on the network, which stays there.
        case remoteKept = "remote-kept"
        /// A query or a macro, which stays text.
        case queryKept = "query-kept"
        /// A task where Markdown has no list.
        case taskFlattened = "task-flattened"
        /// A table where Markdown has none.
        case tableFlattened = "table-flattened"
        /// A review that is not recorded.
        case reviewDropped = "review-dropped"
        /// A card that could not be kept as it is.
        case cardChanged = "card-changed"
        /// A file or a part of the source that is not imported.
        case partSkipped = "part-skipped"
        /// A note that was changed.
        case noteChanged = "note-changed"
        /// A part of a note that was lost.
        case noteLost = "note-lost"

        /// Compares by name.
        package static func < (left: Code, right: Code) -> Bool { left.rawValue < right.rawValue }
    }
}

extension ImportLoss.Code {
    /// Who has to do with it.
    package var kind: ImportLoss.Kind {
        switch self {
        case .linkUnresolved, .linkAmbiguous, .attachmentMissing, .dateInvalid, .noteDamaged: .missing
        case .linkDropped, .encrypted, .styleDropped, .hiddenDropped, .valueDropped, .noteTrashed, .reviewDropped,
            .partSkipped, .noteLost, .taskFlattened, .tableFlattened:
            .lost
        case .attachmentUnshown, .propertyKept, .titleChanged, .tagChanged, .remoteKept, .queryKept, .cardChanged,
            .noteChanged:
            .changed
        }
    }

    /// What all rows with this code have in common, in words.
    package var summary: String {
        switch self {
        case .linkUnresolved: "links to no note of the sources, kept as they are"
        case .linkAmbiguous: "links to a title that several notes have, kept as they are"
        case .linkDropped: "links within code or to what the format cannot name, kept as text"
        case .attachmentMissing: "files that notes show, but the source does not contain"
        case .attachmentUnshown: "files that no note shows, attached at the end of their notes"
        case .encrypted: "encrypted texts, kept encrypted"
        case .styleDropped: "styles that Markdown does not have"
        case .hiddenDropped: "hidden parts of texts, left out"
        case .propertyKept: "values kept as properties"
        case .valueDropped: "values that there is no place for"
        case .dateInvalid: "invalid dates, left out"
        case .titleChanged: "titles that had to be changed"
        case .tagChanged: "tags that had to be changed"
        case .noteDamaged: "notes that cannot be read"
        case .noteTrashed: "notes in the trash of the source, left there"
        case .remoteKept: "files on the network, kept as links"
        case .queryKept: "queries and macros, kept as text"
        case .taskFlattened: "tasks that are no items of lists, kept as signs"
        case .tableFlattened: "tables within tables or code, kept as text"
        case .reviewDropped: "reviews that cannot be recorded"
        case .cardChanged: "cards that ask in another way here"
        case .partSkipped: "files or parts that are left out"
        case .noteChanged: "changes of notes"
        case .noteLost: "parts of notes that are lost"
        }
    }
}
