import Foundation
import NotebookFormat
import Testing

/// How a simulated disk takes names.
enum DiskNames: String, Sendable, CaseIterable, CustomTestStringConvertible {
    /// Byte for byte, as Linux does.
    case exact
    /// Names that differ in letter case only are one, and keep the spelling that they have: as FAT on Linux, a rename to
    /// another spelling does nothing, and one over a file leaves its name.
    case ignoringCase
    /// Names that differ in letter case or normalisation only are one, and take the spelling of a rename, as on APFS.
    case ignoringCaseAndForm
    /// Names are stored in Normalization Form D and found in any, as on HFS+.
    case decomposed
    /// Names are refused that are not ASCII, or have more than 143 bytes, as FAT and eCryptfs do with some settings.
    case narrow

    /// Those on which every change comes to the same end.
    static let equivalent: [DiskNames] = [.exact, .ignoringCase, .ignoringCaseAndForm, .decomposed]

    var testDescription: String { rawValue }

    /// What names have in common that are one.
    func key(_ name: String) -> [Unicode.Scalar] {
        switch self {
        case .exact, .narrow: Array(name.unicodeScalars)
        case .ignoringCase: Array(name.lowercased().unicodeScalars)
        case .ignoringCaseAndForm: Array(name.lowercased().composed.unicodeScalars)
        case .decomposed: Array(name.composed.unicodeScalars)
        }
    }

    /// Whether a file cannot have a name.
    func refuses(_ name: String) -> Bool {
        self == .narrow && (name.utf8.count > 143 || name.utf8.contains { $0 >= 0x80 })
    }

    /// The name that is stored for one that is given.
    func stored(_ name: String) -> String { self == .decomposed ? name.decomposedStringWithCanonicalMapping : name }

    /// Whether two names can change places in one step, and a file can have several names.
    var canExchange: Bool { self == .exact || self == .ignoringCaseAndForm }

    /// Whether a rename gives a file the spelling that was asked for, where there is one of another spelling.
    var respells: Bool { self != .ignoringCase }
}

/// The names in a directory of a simulated disk.
struct NameTable: Sendable {
    /// What a name leads to, and how it is spelled.
    private(set) var entries: [[Unicode.Scalar]: (name: String, node: Int)] = [:]
    let names: DiskNames

    init(_ names: DiskNames) { self.names = names }

    var isEmpty: Bool { entries.isEmpty }
    var all: [(name: String, node: Int)] { Array(entries.values) }

    subscript(name: String) -> Int? {
        get { entries[names.key(name)]?.node }
        set {
            let key = names.key(name)
            guard let newValue else {
                entries[key] = nil
                return
            }
            let isKept = entries[key] != nil && !names.respells
            entries[key] = (isKept ? entries[key]?.name ?? name : names.stored(name), newValue)
        }
    }
}
