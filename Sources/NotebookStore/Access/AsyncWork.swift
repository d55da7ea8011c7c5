public import Archives
public import NotebookFormat

// The long pieces of work, which leave the caller's thread alone.
extension NotebookReading {
    /// The notebook as an archive in memory, every file of which is verified on the way.
    ///
    /// Does not block.
    ///
    /// - Throws: `CancellationError`, or what the call of the same name throws that blocks.
    public func archived(
        as format: ArchiveFormat, options: ArchiveOptions = ArchiveOptions(), directoryName: String? = nil,
        progress: any WorkProgress = NoProgress()
    ) async throws -> (bytes: [UInt8], packed: Packed) {
        try await Background.run {
            try archived(as: format, options: options, directoryName: directoryName, progress: progress)
        }
    }
}

extension NotebookArchive {
    /// Takes the notebook out into a directory, as a whole or not at all, and gives the bundle.
    ///
    /// Does not block.
    ///
    /// - Throws: `CancellationError`, or what the call of the same name throws that blocks.
    public func unpack(
        into directory: String, progress: any WorkProgress = NoProgress()
    ) async throws -> NotebookDirectory {
        try await Background.run { try unpack(into: directory, progress: progress) }
    }

    /// The notebook taken out into memory, as a whole or not at all.
    ///
    /// Does not block.
    ///
    /// - Throws: `CancellationError`, or what the call of the same name throws that blocks.
    public func unpackedInMemory(progress: any WorkProgress = NoProgress()) async throws -> MemoryNotebook {
        try await Background.run { try unpackedInMemory(progress: progress) }
    }
}

extension NotebookDirectory {
    /// Packs the notebook into an archive, verifying every file; one that is there already is replaced.
    ///
    /// Does not block.
    ///
    /// - Throws: `CancellationError`, or what the call of the same name throws that blocks.
    public func archive(
        _ name: String, in directory: String, as format: ArchiveFormat, options: ArchiveOptions = ArchiveOptions(),
        progress: any WorkProgress = NoProgress()
    ) async throws -> Packed {
        try await Background.run {
            try archive(name, in: directory, as: format, options: options, progress: progress)
        }
    }

    /// Completes or takes away what an interrupted change left.
    ///
    /// Does not block.
    ///
    /// - Throws: `CancellationError`, or what the call of the same name throws that blocks.
    public func recover() async throws -> Recovery { try await Background.run { try recover() } }

    /// Accepts edits from outside.
    ///
    /// Does not block.
    ///
    /// - Throws: `CancellationError`, or what the call of the same name throws that blocks.
    public func seal(
        isDry: Bool = false, takesConflicts: Bool = false, progress: any WorkProgress = NoProgress()
    ) async throws -> Sealing {
        try await Background.run { try seal(isDry: isDry, takesConflicts: takesConflicts, progress: progress) }
    }

    /// Fixes what can be fixed without asking, and seals the notebook.
    ///
    /// Does not block.
    ///
    /// - Throws: `CancellationError`, or what the call of the same name throws that blocks.
    public func fix(
        _ level: Fixes.Level, sparing spared: Fixes.Spared = .init(), isDry: Bool = false,
        progress: any WorkProgress = NoProgress()
    ) async throws -> FixReport {
        try await Background.run { try fix(level, sparing: spared, isDry: isDry, progress: progress) }
    }

    /// Rebuilds what is lost or damaged, sets aside what has no place, and seals the notebook.
    ///
    /// Does not block.
    ///
    /// - Throws: `CancellationError`, or what the call of the same name throws that blocks.
    public func repair(progress: any WorkProgress = NoProgress()) async throws -> Repair {
        try await Background.run { try repair(progress: progress) }
    }
}
