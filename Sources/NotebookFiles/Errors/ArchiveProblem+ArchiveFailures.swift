public import Archives
public import NotebookFormat

extension ArchiveProblem: Failure {
    /// What to do about it.
    public var remedy: Remedy? {
        switch self {
        case .refused(let irregularity, _, _): irregularity.remedy
        case .exceeded(.members, _): "if you trust it, \(.allowMoreFiles)"
        case .exceeded(.expandedBytes, _): "if you trust it, \(.allowMoreBytes)"
        case .exceeded: nil
        case .failed(_, let code) where SystemCall.meansNothingThere(code): "check the path"
        case .failed(_, let code): SystemError(.read, "", code: code).remedy
        case .unwritable(let fault, _, _): fault.remedy
        }
    }

    /// Whether the archive itself is the cause.
    public var isFinding: Bool {
        if case .refused = self { true } else { false }
    }
}

extension ArchiveIrregularity {
    fileprivate var remedy: Remedy {
        switch self {
        case .notAnArchive: "archives of notebooks are zip or tar files"
        case .encrypted: "\(.unlock)"
        case .notEncrypted: "anybody could have added this file; get the archive again"
        case .wrongPassword: "check letter case and special characters; passwords are compared as UTF-8 bytes"
        case .directoryEncrypted:
            "the names in it cannot be read; make the archive again without encrypting names"
        default: "the archive is damaged or was forged; get it again"
        }
    }
}

extension ArchiveWritingFault {
    fileprivate var remedy: Remedy? {
        switch self {
        case .levelOutOfRange: "choose another level, or leave it to the format"
        case .notEncryptable: "choose zip, or leave out the password"
        case .pathTooLong: "use shorter names, or another format"
        case .sizeDiffers, .contentChanged: "try again when no other program changes the files"
        case .emptyPath, .pathWithNUL, .pathNotOfFile, .duplicatePath, .alreadyFinished: nil
        }
    }
}
