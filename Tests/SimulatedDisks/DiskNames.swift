import Foundation
import NotebookFormat
import NotebookLinks
import NotebookText

/// How a simulated disk takes names.
package enum DiskNames: String, Sendable, CaseIterable, CustomStringConvertible {
    /// Byte for byte, as Linux does.
    case exact
    /// Names that differ in letter case only are one, and keep the spelling that they have: as FAT on Linux, a rename
    /// to another spelling does nothing, and one over a file leaves its name.
    case ignoringCase
    /// Names that differ in letter case or normalisation only are one, and take the spelling of a rename, as on APFS.
    case ignoringCaseAndForm
    /// Names are stored in Normalization Form D and found in any, as on HFS+.
    case decomposed
    /// Names are refused that are not ASCII, or have more than 143 bytes, as FAT and eCryptfs do with some settings.
    case narrow

    /// Those on which every change comes to the same end.
    package static let equivalent: [DiskNames] = [.exact, .ignoringCase, .ignoringCaseAndForm, .decomposed]

    package var description: String { rawValue }

    /// What names have in common that are one.
    func key(_ name: some Collection<UInt8>) -> NameKey {
        switch self {
        case .exact, .narrow: return NameKey(bytes: Array(name))
        case .decomposed where name.allSatisfy { $0 < 0x80 }: return NameKey(bytes: Array(name))
        case _ where name.allSatisfy { $0 < 0x80 }:
            return NameKey(bytes: name.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 })
        default: break
        }
        let text = String(decoding: Array(name), as: UTF8.self)
        switch self {
        case .ignoringCase: return NameKey(bytes: Array(text.lowercased().utf8))
        case .ignoringCaseAndForm: return NameKey(bytes: Array(text.lowercased().composed.utf8))
        default: return NameKey(bytes: Array(text.composed.utf8))
        }
    }

    /// Whether a file cannot have a name.
    package func refuses(_ name: String) -> Bool {
        self == .narrow && (name.utf8.count > 143 || name.utf8.contains { $0 >= 0x80 })
    }

    /// The name that is stored for one that is given.
    package func stored(_ name: String) -> String {
        self == .decomposed ? name.decomposedStringWithCanonicalMapping : name
    }

    /// Whether two names can change places in one step, and a file can have several names.
    package var canExchange: Bool { self == .exact || self == .ignoringCaseAndForm }

    /// Whether a rename gives a file the spelling that was asked for, where there is one of another spelling.
    package var respells: Bool { self != .ignoringCase }
}

/// What names have in common that are one on a disk.
struct NameKey: Hashable, Sendable {
    let bytes: [UInt8]

    func hash(into hasher: inout Hasher) { hasher.combine(whole: bytes) }
}

extension Hasher {
    /// Hashes bytes at once: walks over disks hash all that is on them, and an array goes byte by byte.
    mutating func combine(whole bytes: [UInt8]) { unsafe bytes.withUnsafeBytes { unsafe combine(bytes: $0) } }
}

/// The names in a directory of a simulated disk.
struct NameTable: Hashable, Sendable {
    /// What a name leads to, and how it is spelled.
    struct Entry: Hashable, Sendable {
        let name: String
        let node: Int
    }

    private var entries: [NameKey: Entry] = [:]
    let names: DiskNames

    init(_ names: DiskNames) { self.names = names }

    var isEmpty: Bool { entries.isEmpty }
    var all: some Collection<Entry> { entries.values }

    subscript(name: some Collection<UInt8>) -> Int? { entries[names.key(name)]?.node }

    subscript(name: String) -> Int? {
        get { self[name.utf8] }
        set {
            let key = names.key(name.utf8)
            guard let newValue else {
                entries[key] = nil
                return
            }
            let isKept = entries[key] != nil && !names.respells
            entries[key] = Entry(name: isKept ? entries[key]?.name ?? name : names.stored(name), node: newValue)
        }
    }
}
