/// How `validate --fix` does away with what a rule finds.
public enum Fix: Sendable, CaseIterable {
    /// Writes the manifest again from the files.
    case seal
    /// Writes the description in its canonical form.
    case canonicalDescription
    /// Renames a file to Normalization Form C.
    case composedName
    /// Gives a copy of an item a uuid of its own.
    case newUUID
    /// Gives an item a uuid.
    case missingUUID
    /// Removes a byte order mark.
    case byteOrderMark
    /// Ends lines in line feeds.
    case lineEnds
    /// Gives an attachment a name with its digest.
    case blobName
    /// Completes or undoes an interrupted change.
    case pendingChange

    /// Accepts that listed files are gone.
    case missingFiles
    /// Moves a file to where a file of a notebook can stand.
    case place
    /// Gives a file a name that every system can store.
    case portableName
    /// Sets the date of change to that of making.
    case modificationDate
    /// Removes tags that repeat.
    case repeatedTags
    /// Keeps one of several attachments with the same bytes.
    case duplicateBlobs

    /// Puts attachments back whose names were mixed up.
    case blobContents
    /// Refuses a notebook of a later version, and says so.
    case newerVersion

    /// What a fix can promise.
    public enum Promise: Sendable {
        /// It does away with the finding, and what the notebook says stays the same.
        case safe
        /// It does away with the finding, but something else may have been meant.
        case debatable
        /// It is tried, and may not do away with the finding.
        case none
    }

    /// What it promises.
    public var promise: Promise {
        switch self {
        case .seal, .canonicalDescription, .composedName, .newUUID, .missingUUID, .byteOrderMark, .lineEnds, .blobName,
            .pendingChange:
            .safe
        case .missingFiles, .place, .portableName, .modificationDate, .repeatedTags, .duplicateBlobs: .debatable
        case .blobContents, .newerVersion: .none
        }
    }
}
