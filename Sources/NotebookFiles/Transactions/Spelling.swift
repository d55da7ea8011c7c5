import NotebookText

/// The spelling of names on disks that treat several spellings of a name as one: those that ignore letter case or
/// normalisation (Format, clause 25.4).
///
/// Lists a directory at most once, and only if the disk finds a name under a spelling that was never used for it.
struct Spelling {
    private let files: any FileOperations
    private var listed: [DiskPath: [String]] = [:]

    init(_ files: any FileOperations) { self.files = files }

    /// The spelling of a path's name in its directory, if it differs from the path's own; `nil` otherwise, or if
    /// nothing is there.
    mutating func other(_ path: DiskPath) throws(SystemError) -> DiskPath? {
        guard let variant = path.variant, try files.status(variant) != nil, try files.status(path) != nil else {
            return nil
        }
        let names = try names(in: path.parent)
        let name = path.lastName
        guard !names.contains(where: { $0.composed.isIdentical(to: name) }) else { return nil }
        let key = ComparisonKey(name)
        return names.first { ComparisonKey($0) == key }.map(path.parent.appending)
    }

    /// Whether directories have exactly the names in a path, ignoring normalisation.
    mutating func lists(_ path: DiskPath) throws(SystemError) -> Bool {
        var path = path
        while path != .root {
            guard try files.status(path.parent)?.kind == .directory else { return false }
            let name = path.lastName
            guard try names(in: path.parent).contains(where: { $0.composed.isIdentical(to: name) }) else {
                return false
            }
            path = path.parent
        }
        return true
    }

    private mutating func names(in directory: DiskPath) throws(SystemError) -> [String] {
        if let names = listed[directory] { return names }
        let names = try files.list(directory).map { String(decoding: $0.name, as: UTF8.self) }
        listed[directory] = names
        return names
    }
}

extension FileOperations {
    /// Makes the directories of a path, or changes their spelling to that of the path; returns the directories in which
    /// names changed.
    ///
    /// Some disks change the spelling of a directory only through another name; if that is interrupted, the directory
    /// is found under that name again.
    func spellDirectories(_ path: DiskPath) throws(SystemError) -> [DiskPath] {
        guard path != .root else { return [] }
        let above = try spellDirectories(path.parent)
        let passage = path.parent.appending(".\(path.lastName).respelled")
        if try status(path) == nil {
            if try status(passage) != nil { try rename(passage, to: path) } else { try makeDirectory(path) }
            return above + [path.parent]
        }
        var spelling = Spelling(self)
        guard let other = try spelling.other(path) else { return above }
        try rename(other, to: path)
        spelling = Spelling(self)
        if let unchanged = try spelling.other(path) {
            try rename(unchanged, to: passage)
            try rename(passage, to: path)
        }
        return above + [path.parent]
    }
}

extension DiskPath {
    fileprivate var lastName: String { String(decoding: name, as: UTF8.self) }

    /// The path with its last name in another letter case; `nil` if it has no cased letters.
    fileprivate var variant: DiskPath? {
        var name = name
        for index in name.indices where UInt8(ascii: "a")...UInt8(ascii: "z") ~= name[index] | 0x20 {
            name[index] ^= 0x20
        }
        if name != self.name { return parent.appending(Array(name)) }
        let (upper, lower) = (lastName.uppercased(), lastName.lowercased())
        guard upper != lower else { return nil }
        return parent.appending(upper.isIdentical(to: lastName) ? lower : upper)
    }
}
