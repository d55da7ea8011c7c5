public import Archives
public import NotebookFormat

/// What stood in the way of reading or writing an archive, with its name.
public struct ArchiveFailure: Failure {
    /// What messages call the archive, safe to print.
    public let name: String
    /// What is wrong.
    public let problem: ArchiveProblem
    /// About how many bytes a full disk would have to take more; `nil` if it is not full.
    public internal(set) var lacking: Int?

    /// The archive, and what is wrong with it.
    public var description: String {
        "\(name): \(problem)" + (lacking.map { "; about \(SystemError.shown($0)) more are needed" } ?? "")
    }

    /// What would help.
    public var remedy: Remedy? {
        switch problem {
        case .refused(.notAnArchive, _, _): "archives of notebooks are zip or tar files"
        case .refused(.encrypted, _, _): "\(.unlock)"
        case .refused(.notEncrypted, _, _): "anybody could have put it there; ask for the archive again"
        case .refused(.wrongPassword, _, _): "passwords are compared to the byte, in UTF-8"
        case .refused(.directoryEncrypted, _, _): "the names in it cannot be read"
        case .refused: "the archive is damaged or was made to deceive; ask for it again"
        case .exceeded(.members, _): "if you trust it, \(.allowMoreFiles)"
        case .exceeded(.expandedBytes, _): "if you trust it, \(.allowMoreBytes)"
        case .exceeded: nil
        case .failed(_, let code): SystemError(.read, "", code: code).remedy
        case .unwritable: nil
        }
    }

    /// Whether the archive itself is at fault.
    public var isFinding: Bool {
        if case .refused = problem { true } else { false }
    }

    /// Calls `body`, and puts the name of an archive before what goes wrong with it.
    ///
    /// - Parameter room: How many bytes could be written before.
    package static func naming<Result>(_ name: String, room: Int? = nil, _ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let error as FullDisk {
            throw error.failure(name, room: room)
        } catch let problem as ArchiveProblem {
            throw ArchiveFailure(name: name, problem: problem)
        }
    }
}

extension ArchiveFailure {
    /// The refusal of an archive that is at fault itself; `nil` for what kept one from looking.
    var refusal: ArchiveRefusal? {
        guard case .refused(let irregularity, let place, let detail) = problem else { return nil }
        let member = place.member.map { "\(PrintableName($0))" }
        let message =
            irregularity.rawValue + (detail.isEmpty ? "" : " (\(detail))")
            + (place.offset.map { ", at byte \($0)" } ?? "")
        return ArchiveRefusal(kind: irregularity.kind, path: member ?? "", message: message)
    }
}

extension ArchiveIrregularity {
    /// What sort of reason it is to refuse an archive.
    fileprivate var kind: ArchiveRefusal.Kind {
        switch self {
        case .duplicateName, .emptyName, .nameWithNUL, .namesConflict: .name
        case .garbageAfterEnd, .garbageBeforeFirstMember, .gapBetweenMembers, .membersOverlap, .paddingNotZero,
            .directoryWithContent, .contentOnNonFile, .garbageAfterCompression, .gzipHeaderHoldsMore, .skippableFrame,
            .zipBeginsAsTar, .zipCommentMalformed, .extraFieldTooLong, .headerHoldsMore, .paxHoldsMore,
            .targetWithoutLink:
            .surplus
        case .endRecordAmbiguous, .namesDisagree, .methodsDisagree, .flagsDisagree, .sizesDisagree,
            .checksumsDisagree, .descriptorDisagrees, .storedSizesDiffer, .kindDisagrees, .unicodePathDisagrees,
            .zip64Inconsistent, .directoryCountWrong, .directorySizeWrong, .directoryMisplaced, .paxKeyTwice,
            .paxGlobalOverride, .metadataRepeated, .notEncrypted:
            .contradictory
        case .encrypted, .directoryEncrypted, .wrongPassword: .encrypted
        case .severalDisks, .unsupportedMethod, .unsupportedMemberType, .sparse, .severalVolumes, .volumeHeader,
            .compressionDictionary, .unsupportedCompression:
            .unsupported
        default: .damaged
        }
    }
}
