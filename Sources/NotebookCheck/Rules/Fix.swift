/// How `validate --fix` fixes what a rule finds.
public enum Fix: Sendable, CaseIterable {
    /// Rebuilds the manifest from the files.
    case seal
    /// Writes the description in canonical form.
    case canonicalDescription
    /// Renames a file to Normalization Form C.
    case composedName
    /// Gives a copy of an item a new uuid.
    case newUUID
    /// Gives an item a uuid.
    case missingUUID
    /// Removes a byte order mark.
    case byteOrderMark
    /// Converts line ends to line feeds.
    case lineEnds
    /// Adds the digest to the name of an attachment.
    case blobName
    /// Completes or undoes an interrupted change.
    case pendingChange

    /// Accepts that listed files are gone.
    case missingFiles
    /// Moves a file to a valid place.
    case place
    /// Gives a file a portable name.
    case portableName
    /// Sets the modification date to the creation date.
    case modificationDate
    /// Removes repeated tags.
    case repeatedTags
    /// Keeps one of several attachments with the same bytes.
    case duplicateBlobs

    /// Restores the names of attachments that were mixed up.
    case blobContents
    /// Refuses a notebook of a later version, and reports it.
    case newerVersion

    /// How certain a fix is.
    public enum Promise: Sendable {
        /// It fixes the finding, and the meaning of the notebook stays the same.
        case safe
        /// It fixes the finding, but the author may have meant something else.
        case debatable
        /// It may not fix the finding.
        case none
    }

    /// How certain the fix is.
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
