public import NotebookFormat
package import NotebookStore
import NotebookText

/// A rule of the format: its requirement, its reason, and its check.
public struct Rule: Sendable {
    /// Finds violations of a rule: a pure function of the rule and the inspection.
    package typealias Check = @Sendable (Rule, Inspection) throws -> [Finding]
    /// Counts the findings that a check does not list, for each file.
    package typealias Omissions = @Sendable (Inspection) throws -> [(path: String, count: Int)]

    /// The identifier, which never changes its meaning.
    public let id: RuleID
    /// The requirement, as words joined by hyphens.
    public let name: String
    /// The severity of a finding.
    public let severity: Severity
    /// The clause of the format that it checks.
    package let clause: String
    /// The level of the format that its clause belongs to.
    package let level: FormatLevel
    /// How `validate --fix` fixes its findings; `nil` if only a person can.
    package let fix: Fix?
    /// Whether other rules depend on this one, so that its findings are never suppressed or lowered.
    package let isFundamental: Bool
    /// Whether the rule applies only to a notebook that was read completely.
    package let needsWholeNotebook: Bool
    /// Whether what it finds in a file depends on other files; links apart, which an inspection follows by itself.
    package let comparesFiles: Bool
    /// Why it matters, in one or two sentences.
    public let explanation: String
    /// An example of a violation.
    package let example: String
    /// What to do about it.
    public let remedy: Remedy
    /// The check.
    package var check: Check
    /// The number of findings that the check does not list, for some files.
    let omissions: Omissions

    init(
        _ id: RuleID, _ name: String, _ severity: Severity, clause: String, level: FormatLevel, fix: Fix? = nil,
        isFundamental: Bool = false, needsWholeNotebook: Bool = true, comparesFiles: Bool = false,
        why explanation: String, example: String,
        remedy: Remedy, omissions: @escaping Omissions = { _ in [] }, check: @escaping Check
    ) {
        (self.id, self.name, self.severity, self.clause, self.level) = (id, name, severity, clause, level)
        (self.fix, self.isFundamental, self.needsWholeNotebook) = (fix, isFundamental, needsWholeNotebook)
        self.comparesFiles = comparesFiles
        (self.explanation, self.example, self.remedy) = (explanation, example, remedy)
        (self.omissions, self.check) = (omissions, check)
    }

    /// The violations of the rule.
    ///
    /// - Throws: only if the rule itself fails; that never counts as “nothing found”.
    package func findings(in inspection: Inspection) throws -> [Finding] { try check(self, inspection) }

    func finding(_ path: String, _ message: String, suggestion: Remedy? = nil) -> Finding {
        finding(path, nil, message, suggestion: suggestion)
    }

    func finding(_ path: String, _ position: TextPosition?, _ message: String, suggestion: Remedy? = nil) -> Finding {
        Finding(
            rule: id, severity: severity, path: path, position: position, message: message,
            suggestion: suggestion ?? remedy)
    }
}

/// How `validate --fix` fixes what a rule finds.
package enum Fix: Sendable, CaseIterable {
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
    package enum Promise: Sendable {
        /// It fixes the finding, and the meaning of the notebook stays the same.
        case safe
        /// It fixes the finding, but the author may have meant something else.
        case debatable
        /// It may not fix the finding.
        case none
    }

    /// How certain the fix is.
    package var promise: Promise {
        switch self {
        case .seal, .canonicalDescription, .composedName, .newUUID, .missingUUID, .byteOrderMark, .lineEnds, .blobName,
            .pendingChange:
            .safe
        case .missingFiles, .place, .portableName, .modificationDate, .repeatedTags, .duplicateBlobs: .debatable
        case .blobContents, .newerVersion: .none
        }
    }
}
