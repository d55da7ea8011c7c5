import NotebookBundle

/// What to do about differences of imports and exports.
enum LossAdvice {
    /// What to do about rows with a code.
    static func sentence(on code: ImportLoss.Code) -> String {
        switch code {
        case .linkUnresolved:
            "Import the source with the notes that are missing in the same call, or correct the links."
        case .linkAmbiguous:
            "Give the notes different titles in the source, or choose one: ‘unresolved’ lists the links."
        case .linkDropped: "The text says what the link said; write the link anew where it is needed."
        case .attachmentMissing: "Export again with all files; a second import adds them."
        case .attachmentUnshown: "Move the link to where it belongs, or remove it."
        case .encrypted: "Decrypt the texts in the program that they come from, and import again."
        case .styleDropped: "Nothing: the text is complete. What matters can be marked anew, as with ==…==."
        case .hiddenDropped: "Show the parts in the source before you export it, if they matter."
        case .propertyKept: "Nothing: ‘props’ and ‘show’ print properties, and ‘--where’ finds them."
        case .valueDropped: "Keep the source if the values matter, or write them into the notes."
        case .dateInvalid: "Correct the date in the source, or set it here in the front matter."
        case .titleChanged: "Nothing, or give the note another title with ‘rename’."
        case .tagChanged: "Nothing, or change tags with ‘tag’."
        case .noteDamaged: "Repair the file that the row names, or export it again; a second import adds the note."
        case .noteTrashed: "Take the note out of the trash of the source if you want it, and import again."
        case .remoteKept: "Download the files and attach them, if they must not be lost with their servers."
        case .queryKept: "Write a smart folder or a query of this tool in its place: ‘explain query’."
        case .taskFlattened: "Make the tasks items of a list in the source, or here."
        case .tableFlattened: "Take the inner table out of its cell, in the source or here."
        case .reviewDropped: "Nothing: the schedule follows from the other reviews."
        case .cardChanged: "Look at the card, and change it if it should ask otherwise."
        case .partSkipped: "Import what the row names by itself, if it is an export or a note."
        case .noteChanged: "Nothing: the row says what differs from the source."
        case .noteLost:
            "Compare the note with the source; ‘--partial’ imports notes although something of them is missing."
        }
    }
}
