import Archives
import Foundation
@testable import NotebookCheck
import TestSupport
import Testing

/// Nothing of a notebook can be lost or changed without a finding.
struct `Damage to a notebook` {
    /// Small notebooks, every byte of which is damaged.
    static let small = ["valid-minimal.notebundle", "valid-breadth.notebundle"]

    private static func tree(_ sample: String) throws -> MemoryTree {
        try MemoryTree(ConformanceKit.folder.appending(path: sample))
    }

    private static func fieldGuide() throws -> MemoryTree {
        try MemoryTree(Project.samples.appending(path: "Field Guide.notebundle"))
    }

    /// Whether damage is found.
    private static func isFound(_ damage: Damage, of tree: MemoryTree) throws -> Bool {
        var tree = tree
        damage.apply(to: &tree.files)
        return try !tree.findings(width: 1).isEmpty
    }

    @Test(arguments: small)
    func `is found where a file is deleted`(sample: String) throws {
        let tree = try Self.tree(sample)
        #expect(try tree.findings() == [])
        for path in tree.files.keys { #expect(try Self.isFound(.deletion(path), of: tree), "\(path)") }
    }

    @Test(arguments: small)
    func `is found where a file is cut off, at each length`(sample: String) throws {
        let tree = try Self.tree(sample)
        for (path, bytes) in tree.files {
            for length in 0..<bytes.count {
                let isFound = try Self.isFound(.truncation(path, length), of: tree)
                if !isFound { Issue.record("\(path) cut off at \(length)") }
            }
        }
    }

    /// One of three bits, in turn; each of them with `NOTEBUNDLE_EXHAUSTIVE=1`.
    @Test(arguments: small, 0..<3)
    func `is found where a bit is flipped, in each byte`(sample: String, third: Int) throws {
        let tree = try Self.tree(sample)
        let mask = ([0x01, 0x20, 0x80] as [UInt8])[third]
        for (path, bytes) in tree.files {
            for offset in bytes.indices where `Every kind of edit`.isExhaustive || offset % 3 == third {
                let isFound = try Self.isFound(.flip(path, offset, mask), of: tree)
                if !isFound { Issue.record("\(path) at \(offset) with \(mask)") }
            }
        }
    }

    @Test(arguments: small)
    func `is found where two files change places, or one is there twice`(sample: String) throws {
        let tree = try Self.tree(sample)
        for one in tree.files.keys {
            for other in tree.files.keys where one < other {
                #expect(try Self.isFound(.exchange(one, other), of: tree), "\(one) and \(other)")
            }
            let (folder, name) = one.split(at: "/")
            #expect(try Self.isFound(.copy(one, folder + "copy of " + name), of: tree), "\(one)")
        }
    }

    @Test(arguments: Seeds.some(12))
    func `is found in a larger notebook`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let tree = try Self.fieldGuide()
        for _ in 0..<4 {
            let damage = Damage.random(tree.files, &generator)
            #expect(try Self.isFound(damage, of: tree), "seed \(seed): \(damage)")
        }
    }

    // MARK: However it is read

    /// Notebooks that are damaged in several ways at once.
    private static func damaged(_ seed: UInt64) throws -> MemoryTree {
        var generator = SeededGenerator(seed: seed)
        var tree = try seed % 4 == 0 ? fieldGuide() : Self.tree("valid-breadth.notebundle")
        for _ in 0...Int.random(in: 0...6, using: &generator) {
            Damage.random(tree.files, &generator).apply(to: &tree.files)
        }
        return tree
    }

    @Test(arguments: Seeds.some(24))
    func `is found the same in a directory, a zip and a tar`(seed: UInt64) throws {
        let tree = try Self.damaged(seed)
        let inspection = try tree.inspection()
        let expected = try RuleBook.findings(in: inspection).map { ConformanceKit.Found($0, in: inspection) }
        try TemporaryFolder.with { folder in
            let place = folder.appending(path: "N.notebundle")
            try tree.write(to: place)
            #expect(try ConformanceKit.findings(in: place) == expected, "seed \(seed)")
            for format in [ArchiveFormat.zip, .tar, .tarGzip] {
                let bytes = try #require(try ConformanceKit.pack(place, format))
                let archive = folder.appending(path: "archive.\(format)")
                try Data(bytes).write(to: archive)
                #expect(try ConformanceKit.findings(in: archive) == expected, "seed \(seed): \(format)")
            }
        }
    }

    @Test(arguments: Seeds.some(24))
    func `is found the same by one, two and eight at once`(seed: UInt64) throws {
        let tree = try Self.damaged(seed)
        let expected = try tree.findings(width: 1)
        for width in [2, 8] { #expect(try tree.findings(width: width) == expected, "seed \(seed): \(width)") }
    }
}

/// One way in which files are damaged.
enum Damage: CustomStringConvertible {
    case deletion(String)
    case truncation(String, Int)
    case flip(String, Int, UInt8)
    case exchange(String, String)
    case copy(String, String)

    func apply(to files: inout [String: [UInt8]]) {
        switch self {
        case .deletion(let path): files[path] = nil
        case .truncation(let path, let length): files[path] = files[path].map { Array($0.prefix(length)) }
        case .flip(let path, let offset, let mask): files[path]?[offset] ^= mask
        case .exchange(let one, let other): (files[one], files[other]) = (files[other], files[one])
        case .copy(let path, let new): files[new] = files[path]
        }
    }

    /// Some damage to files of which none is empty.
    static func random(_ files: [String: [UInt8]], _ generator: inout SeededGenerator) -> Damage {
        let paths = files.filter { !$0.value.isEmpty }.keys.sorted()
        let path = generator.pick(paths)
        let offset = Int.random(in: 0..<(files[path]?.count ?? 1), using: &generator)
        switch Int.random(in: 0..<8, using: &generator) {
        case 0: return .deletion(path)
        case 1, 2: return .truncation(path, offset)
        case 3: return .copy(path, path.split(at: "/").0 + "copy \(offset)")
        default: return .flip(path, offset, 1 << UInt8.random(in: 0..<8, using: &generator))
        }
    }

    var description: String {
        switch self {
        case .deletion(let path): "\(path) is deleted"
        case .truncation(let path, let length): "\(path) is cut off at \(length)"
        case .flip(let path, let offset, let mask): "\(path) has other bits (\(mask)) at \(offset)"
        case .exchange(let one, let other): "\(one) and \(other) change places"
        case .copy(let path, let new): "\(path) is copied to \(new)"
        }
    }
}

extension String {
    /// What stands before the last of a character, that character included, and what stands behind it.
    fileprivate func split(at separator: Character) -> (String, String) {
        guard let index = lastIndex(of: separator) else { return ("", self) }
        return (String(self[...index]), String(self[self.index(after: index)...]))
    }
}
