import NotebookBundle

/// Why there is no password.
enum PasswordError: ToolFailure {
    case empty
    case different
    case notText
    case tooLong
    case notNeeded(String)

    var description: String {
        switch self {
        case .empty: "the password is empty"
        case .different: "the two passwords differ"
        case .notText: "the password is not text in UTF-8"
        case .tooLong: "the password is longer than \(Self.maximumBytes) bytes, the limit of 7-Zip"
        case .notNeeded(let name): "a password is given, but \(name) is not encrypted"
        }
    }

    var hint: String? {
        switch self {
        case .empty: "type at least one character"
        case .different: "type the same password twice"
        case .notText: "write it as UTF-8, for example with ‘iconv -t UTF-8’"
        case .tooLong: "choose a shorter one"
        case .notNeeded:
            "check that it is the right archive, and leave out the password; archive it again to encrypt it"
        }
    }

    var isFinding: Bool { if case .notNeeded = self { true } else { false } }

    /// The longest password that all known readers of such archives accept.
    static let maximumBytes = 99
}

/// Passwords of archives, from the command line or from a person at the terminal.
struct ArchivePasswords {
    private let arguments: Arguments
    private let session: Session
    /// Whether a given password may be for another archive.
    private let mayBeForAnother: Bool

    init(_ arguments: Arguments, _ session: Session, mayBeForAnother: Bool = false) {
        self.arguments = arguments
        self.session = session
        self.mayBeForAnother = mayBeForAnother
    }

    /// The archive with its password if members are encrypted; without the password, reading fails.
    func unlocked(_ archive: NamedArchive) throws -> NamedArchive {
        guard try isEncrypted(archive) else {
            // An archive that should be encrypted and is not may come from anybody.
            if !mayBeForAnother, Common.secrets.contains(where: arguments.isGiven) {
                throw PasswordError.notNeeded(archive.name)
            }
            return archive
        }
        guard let password = try secret(of: archive) else { return archive }
        return NamedArchive(source: archive.source.unlocked(with: password), path: archive.path, name: archive.name)
    }

    /// The same for a notebook in an archive.
    func unlocked(_ notebook: Notebook) throws -> Notebook {
        let archive = try notebook.archive
        let named = try unlocked(NamedArchive(source: archive.source, path: archive.path, name: archive.name))
        return named.opened(session, limits: archive.limits)
    }

    /// The password of an archive; `nil` if none is needed, or if there is no terminal to ask at.
    func secret(of archive: NamedArchive) throws -> [UInt8]? {
        guard try isEncrypted(archive) else { return nil }
        return try session.remembered.secret(archive.name) {
            try given() ?? ask("Password of \(archive.name): ")
        }
    }

    /// The password for a new archive; asks for it twice.
    func new(for format: ArchiveFormat) throws -> [UInt8] {
        guard format.canEncrypt else {
            let formats = ArchiveFormat.allCases.filter(\.canEncrypt).map { "a \($0)" }
            throw UsageError.conflict("only \(Wording.list(formats)) can be encrypted")
        }
        if let password = try given() { return try Self.shortEnough(password) }
        guard let password = try ask("Password: "), let again = try ask("Repeat it: ") else {
            throw UsageError.conflict("--encrypt without a terminal needs --password-file or --password-fd")
        }
        guard password == again else { throw PasswordError.different }
        return try Self.shortEnough(password)
    }

    private static func shortEnough(_ password: [UInt8]) throws(PasswordError) -> [UInt8] {
        guard password.count <= PasswordError.maximumBytes else { throw .tooLong }
        return password
    }

    /// Whether an archive is encrypted; false for a damaged archive, which its reader reports.
    func isEncrypted(_ archive: NamedArchive) throws -> Bool {
        try ArchiveFailure.naming(archive.name) {
            do throws(ArchiveProblem) {
                return try archive.source.isEncrypted()
            } catch .failed(let operation, let code) {
                throw ArchiveProblem.failed(operation: operation, code: code)
            } catch {
                return false
            }
        }
    }

    private func ask(_ prompt: String) throws -> [UInt8]? { try session.terminal.askSecret(prompt).map(Self.password) }

    private func given() throws -> [UInt8]? {
        try arguments.requireAtMostOne(of: Common.secrets)
        if let number = arguments[Common.passwordDescriptor] {
            // The password can be read only once, and two archives may need it.
            return try session.remembered.secret(Common.passwordDescriptor.form.key) {
                try Self.password(session.terminal.readDescriptor(number))
            }
        }
        guard let file = arguments[Common.passwordFile] else { return nil }
        return try Self.password(ExternalFiles(session).read(file, limit: 1 << 16))
    }

    /// The first line of some bytes.
    private static func password(_ bytes: [UInt8]) throws(PasswordError) -> [UInt8] {
        var line = bytes.prefix { $0 != UInt8(ascii: "\n") }
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        guard !line.isEmpty else { throw .empty }
        guard !line.contains(0), String(validating: line, as: UTF8.self) != nil else { throw .notText }
        return Array(line)
    }
}
