import NotebookFiles
import NotebookFormat
import NotebookLinks
import NotebookText

/// Renames files and directories whose names are not portable (Format, clauses 5.2 and 13.1), and moves misplaced files
/// to valid places.
///
/// Each rename is done separately, to a free name: nothing is ever replaced.
struct FixedNames {
    /// The folder for misplaced files.
    static let unplaced = "extras/org.notebundle.unplaced"

    private let files: any FileOperations
    private let isDry: Bool
    private let spared: Fixes.Spared
    /// The renames that were or would be done.
    private(set) var renames: [Rename] = []
    /// The keys by which systems compare the new paths.
    private var targets: Set<ComparisonKey> = []
    /// The next number to try after a name.
    private var numbers: [String: Int] = [:]

    /// Names below a bundle’s directory.
    ///
    /// - Parameters:
    ///   - isDry: Whether to rename nothing.
    ///   - spared: Findings that are not fixed.
    init(_ files: any FileOperations, isDry: Bool, sparing spared: Fixes.Spared = .init()) {
        self.files = files
        self.isDry = isDry
        self.spared = spared
    }

    /// Renames what has to be renamed.
    ///
    /// - Throws: `SystemError`.
    mutating func run() throws {
        for root in ["notes", "cards", "blobs", "extras"] where !spared.contains(.portableName) {
            guard try files.status(DiskPath(root))?.kind == .directory else { continue }
            try fix(in: DiskPath(root), was: root, is: root)
        }
        try place(.root, "")
    }

    /// Checks the names in a directory and below; the first of two that collide keeps its name.
    private mutating func fix(in directory: DiskPath, was old: String, is new: String) throws {
        let entries = try files.list(directory).sorted(by: Self.isFirst)
        var taken = Set(entries.compactMap { Self.key(of: $0.name, isCorrect: true) })
        var seen: Set<ComparisonKey> = []
        for entry in entries where entry.kind == .file || entry.kind == .directory {
            let text = String(decoding: entry.name, as: UTF8.self)
            guard !ExternalNames.contains(text), entry.kind == .directory || !Leftover.matches("\(new)/\(text)") else {
                continue
            }
            var path = directory.appending(entry.name)
            var name = text
            let key = Self.key(of: entry.name, isCorrect: true)
            if key.map({ seen.insert($0).inserted }) != true {
                name = Self.name(for: text) { !taken.contains(ComparisonKey($0)) }
                guard let target = try? BundlePath("\(new)/\(name)") else { continue }
                taken.insert(ComparisonKey(name))
                let isText = String(validating: entry.name, as: UTF8.self) != nil
                record(
                    Rename(
                        old: "\(old)/\(text)", new: target, oldBytes: isText ? nil : entry.name,
                        isDirectory: entry.kind == .directory))
                if !isDry {
                    try files.excludeReaders()
                    try files.renameExclusively(path, to: directory.appending(name))
                    path = directory.appending(name)
                }
            }
            if entry.kind == .directory, !path.isTooDeep {
                try fix(in: path, was: "\(old)/\(text)", is: "\(new)/\(name)")
            }
        }
    }

    private mutating func record(_ rename: Rename) {
        renames.append(rename)
        targets.insert(rename.new.key)
    }

    /// Whether one name takes precedence over another: names in Normalization Form C come first, because manifests list
    /// them (5.5).
    private static func isFirst(_ one: DirectoryEntry, _ other: DirectoryEntry) -> Bool {
        let (isComposed, otherIsComposed) = (isComposed(one.name), isComposed(other.name))
        if isComposed != otherIsComposed { return isComposed }
        return one.name.lexicographicallyPrecedes(other.name)
    }

    private static func isComposed(_ name: [UInt8]) -> Bool {
        String(validating: name, as: UTF8.self).map { $0.isIdentical(to: $0.composed) } ?? true
    }

    /// The key of comparison of a name; `nil` if the name has to be fixed.
    private static func key(of name: [UInt8], isCorrect: Bool) -> ComparisonKey? {
        guard let text = String(validating: name, as: UTF8.self), (try? BundlePath(text.composed)) != nil else {
            return nil
        }
        return ComparisonKey(text)
    }

    private static func name(for text: String, isFree: (String) -> Bool) -> String {
        let dot = text.lastIndex(of: ".").flatMap { $0 == text.startIndex ? nil : $0 } ?? text.endIndex
        let ending = PortableName.made(from: text[dot...].dropFirst()).map { "." + $0 } ?? ""
        let stem = PortableName.made(from: text[..<dot]) ?? "Unnamed"
        return PortableName.unique(stem, ending: ending) { !isFree($0) }
    }

    /// Moves files that have no type where they are to a valid place: below notes/ and cards/ they become attachments, or
    /// conflict copies.
    private mutating func place(_ directory: DiskPath, _ text: String) throws {
        for entry in try files.listInOrder(directory) {
            guard let name = String(validating: entry.name, as: UTF8.self), !ExternalNames.contains(name) else {
                continue
            }
            let old = text.isEmpty ? name : "\(text)/\(name)"
            guard entry.kind != .directory else {
                let path = directory.appending(entry.name)
                if !path.isTooDeep { try place(path, old) }
                continue
            }
            guard entry.kind == .file, let path = try? BundlePath(old.composed), path != .manifest,
                FileType(of: path) == nil, !Leftover.matches(path.text), !spared.contains(.place, path.text)
            else { continue }
            try move(directory.appending(entry.name), path, old)
        }
    }

    private mutating func move(_ source: DiskPath, _ path: BundlePath, _ old: String) throws {
        // A second version stays beside the item that it is one of.
        let copy = ConflictCopy.withEnding(path)
        let isBesideItems = old.begins(with: "notes/") || old.begins(with: "cards/")
        let wanted = copy?.text ?? (isBesideItems ? "blobs/\(path.name)" : "\(Self.unplaced)/\(path)")
        var target = try BundlePath(wanted)
        var number = numbers[wanted] ?? 2
        while try files.status(DiskPath(target)) != nil || targets.contains(target.key) {
            let (stem, ending) = (target.text.prefix { $0 != "." }, target.text.drop { $0 != "." })
            target = try BundlePath(isBesideItems ? "\(stem) \(number)\(ending)" : "\(wanted) \(number)")
            number += 1
        }
        numbers[wanted] = number
        record(Rename(old: old, new: target))
        guard !isDry else { return }
        try files.excludeReaders()
        _ = try files.makeDirectories(DiskPath(target).parent)
        try files.renameExclusively(source, to: DiskPath(target))
    }
}
