package import Archives
package import NotebookFormat

/// Why an archive could not be read or written, with its name.
package struct ArchiveFailure: Failure {
    /// The name of the archive in messages, safe to print.
    package let name: String
    /// What is wrong.
    package let problem: ArchiveProblem
    /// About how many more bytes a full disk needs; `nil` if it is not full.
    package internal(set) var lacking: Int?

    /// Makes the value of its parts.
    package init(name: String, problem: ArchiveProblem, lacking: Int? = nil) {
        (self.name, self.problem, self.lacking) = (name, problem, lacking)
    }

    /// The archive and the problem.
    package var description: String {
        "\(name): \(problem)" + (lacking.map { "; about \(SystemError.shown($0)) more needed" } ?? "")
    }

    /// What kind of error it is.
    package var code: FailureCode { problem.code }

    /// What to do about it.
    package var remedy: Remedy? { problem.remedy }

    /// Whether the archive may merely be incomplete: it is not an archive yet, or ends too early.
    package var mayBeCutOff: Bool {
        guard case .refused(let irregularity, _, _) = problem else { return false }
        switch irregularity {
        case .encrypted, .notEncrypted, .wrongPassword, .directoryEncrypted: return false
        default: return true
        }
    }

    /// Whether the archive itself is the cause.
    package var isFinding: Bool { problem.isFinding }

    /// Calls `body`, and adds the name of an archive to its errors.
    ///
    /// - Parameter room: How many bytes were free before.
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
    /// The reason to refuse an archive that is itself the cause; `nil` if it could not be read.
    package var refusal: ArchiveRefusal? {
        guard case .refused(let irregularity, let place, let detail) = problem else { return nil }
        let member = place.member.map { String(decoding: $0, as: UTF8.self) }
        let message =
            irregularity.rawValue + (detail.isEmpty ? "" : " (\(detail))")
            + (place.offset.map { ", at byte \($0)" } ?? "")
        return ArchiveRefusal(kind: irregularity.kind, path: member ?? "", message: message)
    }
}

extension ArchiveIrregularity {
    /// The kind of reason to refuse an archive.
    fileprivate var kind: ArchiveRefusal.Kind {
        switch self {
        case .encrypted, .directoryEncrypted, .wrongPassword: .encrypted
        case .severalDisks, .unsupportedMethod, .unsupportedMemberType, .sparse, .severalVolumes, .volumeHeader,
            .compressionDictionary, .unsupportedCompression:
            .unsupported
        default: .damaged
        }
    }
}

/// Why reading an archive stops (Format, clause 23.3).
package struct ArchiveRefusal: Sendable, Hashable {
    /// Kinds of reasons.
    package enum Kind: Hashable, Sendable, CaseIterable {
        /// Something is missing or was changed, or could mean two things.
        case damaged
        /// Something is encrypted.
        case encrypted
        /// The archive uses an unsupported feature.
        case unsupported
    }

    /// The kind of reason.
    package let kind: Kind
    /// The path of the member, with U+FFFD for what is no UTF-8; empty if the archive as a whole is meant.
    package let path: String
    /// The reason in words.
    package let message: String

    /// Makes a reason.
    package init(kind: Kind, path: String, message: String) {
        self.kind = kind
        self.path = path
        self.message = message
    }
}

/// An archive that needs more space than a disk has.
package struct FullDisk: Error {
    let problem: ArchiveProblem
    /// The estimated size of the whole archive in bytes.
    let size: Int

    /// Makes the value of its parts.
    package init(problem: ArchiveProblem, size: Int) {
        (self.problem, self.size) = (problem, size)
    }

    /// The failure, given how many bytes were free before.
    func failure(_ name: String, room: Int?) -> ArchiveFailure {
        ArchiveFailure(name: name, problem: problem, lacking: max(4096, size - (room ?? size)))
    }
}
