import Foundation
import NotebookFormat

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
    package func key(_ name: String) -> [UInt8] {
        switch self {
        case .exact, .narrow: Array(name.utf8)
        case .ignoringCase: Array(name.lowercased().utf8)
        case .ignoringCaseAndForm: Array(name.lowercased().composed.utf8)
        case .decomposed: Array(name.composed.utf8)
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

/// The names in a directory of a simulated disk.
struct NameTable: Hashable, Sendable {
    /// What a name leads to, and how it is spelled.
    struct Entry: Hashable, Sendable {
        let name: String
        let node: Int
    }

    private var entries: [[UInt8]: Entry] = [:]
    let names: DiskNames

    init(_ names: DiskNames) { self.names = names }

    var isEmpty: Bool { entries.isEmpty }
    var all: some Collection<Entry> { entries.values }

    subscript(name: String) -> Int? {
        get { entries[names.key(name)]?.node }
        set {
            let key = names.key(name)
            guard let newValue else {
                entries[key] = nil
                return
            }
            let isKept = entries[key] != nil && !names.respells
            entries[key] = Entry(name: isKept ? entries[key]?.name ?? name : names.stored(name), node: newValue)
        }
    }
}
