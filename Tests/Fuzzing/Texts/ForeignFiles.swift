import Archives
import FoundationEssentials
import NotebookBundle
import NotebookCheck
import NotebookExchange
import NotebookFiles
import NotebookFormat
import NotebookStore

/// Files of another system, each after a line `=== PATH`.
///
/// What is below `NAME.zip/`, or below the name of another archive, is in that archive.
struct ForeignFiles {
    private static let mark = Array("=== ".utf8)
    private static let zips = ["zip", "apkg", "colpkg", "epub", "textpack", "bear2bk"]

    /// The contents by their paths.
    private var files: [String: [UInt8]] = [:]

    init(_ bytes: [UInt8]) {
        var path = ""
        for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
            if line.starts(with: Self.mark) {
                path = String(decoding: line.dropFirst(Self.mark.count), as: UTF8.self)
                files[path] = []
            } else if let content = files[path] {
                files[path] = content + (content.isEmpty ? [] : [0x0A]) + line
            }
        }
        files = files.filter { (try? BundlePath($0.key)) != nil }
    }

    /// Whatever they are, they are refused, or become a notebook without an error.
    func checkImport() {
        let place = FileManager.default.temporaryDirectory.path + "/fuzz-\(ProcessInfo.processInfo.processIdentifier)"
        try? FileManager.default.removeItem(atPath: place)
        defer { try? FileManager.default.removeItem(atPath: place) }
        do { try lay(out: place + "/source") } catch { return }
        do {
            try importFiles(from: place + "/source", into: place)
        } catch { return }
        guard let inspection = try? NotebookDirectory(place + "/N.notebundle").inspect(collectsLinks: true),
            let findings = try? RuleBook.findings(in: inspection)
        else { preconditionFailure("the notebook cannot be read") }
        let errors = findings.filter { $0.severity == .error }
        precondition(errors.isEmpty, "\(errors)")
    }

    private func lay(out folder: String) throws {
        var archives: [String: [(name: String, content: [UInt8])]] = [:]
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for (path, content) in files.sorted(by: { $0.key < $1.key }) {
            let parts = path.split(separator: "/", maxSplits: 1).map(String.init)
            let ending = parts[0].split(separator: ".").last.map(String.init) ?? ""
            if parts.count == 2, Self.zips.contains(ending) || ["jex", "tar"].contains(ending) {
                archives[parts[0], default: []].append((parts[1], content))
                continue
            }
            let file = "\(folder)/\(path)"
            let directory = String(file[..<(file.lastIndex(of: "/") ?? file.endIndex)])
            try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
            try Data(content).write(to: URL(filePath: file))
        }
        for (name, members) in archives {
            let sink = MemorySink()
            let archive = try ArchiveWriter(Self.zips.contains { name.hasSuffix($0) } ? .zip : .tar, to: sink)
            for member in members { try archive.add(member.name, bytes: member.content, isAlreadyCompressed: true) }
            try archive.finish()
            try Data(sink.bytes).write(to: URL(filePath: "\(folder)/\(name)"))
        }
    }

    private func importFiles(from folder: String, into place: String) throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder)
        // One file is a source by itself, so that its content decides.
        let source = names.count == 1 ? "\(folder)/\(names[0])" : folder
        _ = try NotebookDirectory.create(
            "N.notebundle", in: place, from: [FileLocation(path: source)],
            locations: FileLocations(environment: ["HOME": place]))
    }
}
