extension SystemError {
    /// The error for a path where nothing exists.
    package static func missing(_ path: String) -> SystemError { SystemError(.read, path, code: SystemCall.missing) }

    /// Whether the place is read-only.
    package var isReadOnly: Bool { SystemCall.meansReadOnly(code) }

    /// Whether a name is in use.
    package var meansTaken: Bool { SystemCall.meansTaken(code) }

    /// Whether a file is in place of a directory, or the other way round.
    package var meansMisplaced: Bool { SystemCall.meansMisplaced(code) }
}
