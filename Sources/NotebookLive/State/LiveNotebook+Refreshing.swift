import NotebookFiles
public import NotebookFormat
import NotebookStore
import NotebookText

/// The marks of the files that describe a notebook.
struct FrameMarks: Equatable, Sendable {
    var manifest = FileMark.none
    var description = FileMark.none
}

extension LiveNotebook {
    /// Looks at the directory, and reads what has changed since the last look; returns the paths of these files.
    ///
    /// Unsaved texts stay, whatever happens to their files. Blocks while others change the notebook.
    ///
    /// - Throws: an error if the directory or a file cannot be read; then nothing has changed in the value.
    @discardableResult
    public mutating func refresh() throws -> Set<BundlePath> {
        let start = SystemCall.clock
        let (look, read, frame) = try directory.readTree { [saved, frame, frameMarks] tree in
            var look = Sighting(frame: frame, start: start)
            try tree.forEachFile { file, _ in
                look.visit(file, saved)
                return .goOn
            }
            let read = try ItemPass(tree).map(Set(look.unread.keys)) { [unread = look.unread] path, bytes in
                FileType(of: path).map { type in
                    let mark = FileMark(unread[path]?.identity, lookedAt: start)
                    return KnownFile(item: path, type, bytes, mark: mark, storedPath: unread[path]?.storedPath)
                }
            }
            if !frameMarks.manifest.holds(for: look.manifest) {
                look.frame.manifest = try Inspector.manifest(of: tree).read
            }
            if !frameMarks.description.holds(for: look.description) {
                look.frame.description = try Inspector.description(of: tree)
            }
            return (look, read, look.frame)
        }
        let isDescribedAnew = self.frame.description.value != frame.description.value
        self.frame = frame
        frameMarks = look.marks
        var before: [BundlePath: KnownFile?] = [:]
        var files: [BundlePath: KnownFile] = [:]
        files.reserveCapacity(look.kept.count + read.count)
        for path in look.kept { files[path] = saved[path] }
        let digests = frame.manifest.value
        for file in read + look.others.map({ $0.known(digests) }) {
            files[file.fact.path] = file
            before[file.fact.path] = .some(saved[file.fact.path])
        }
        for (path, old) in saved where files[path] == nil { before[path] = .some(old) }
        // A file that was read again because its mark was not certain has not changed.
        before = before.filter { path, old in old.map { $0.fact.digest != files[path]?.fact.digest } ?? true }
        let isFirst = saved.isEmpty
        saved = files
        follow(before.filter { unsaved[$0.key] == nil }, rereadsAll: isFirst || isDescribedAnew)
        return Set(before.keys)
    }
}

/// What a look at a directory finds.
private struct Sighting {
    /// Files that are known already.
    var kept: [BundlePath] = []
    /// Items to be read.
    var unread: [BundlePath: TreeFile] = [:]
    /// Files that need not be read.
    var others: [Other] = []
    /// The identities of the manifest and the description.
    var (manifest, description): (FileIdentity?, FileIdentity?)
    var frame: Inspection
    /// The time before the look.
    private let start: Int64

    var marks: FrameMarks {
        FrameMarks(
            manifest: FileMark(manifest, lookedAt: start), description: FileMark(description, lookedAt: start))
    }

    struct Other {
        let path: BundlePath
        let file: TreeFile

        let mark: FileMark

        func known(_ manifest: Manifest?) -> KnownFile {
            KnownFile(
                path, size: file.size, manifest?[path]?.digest ?? Digest.of([]), mark: mark,
                storedPath: file.storedPath)
        }
    }

    init(frame: Inspection, start: Int64) {
        self.start = start
        self.frame = Inspection()
        (self.frame.manifest, self.frame.description) = (frame.manifest, frame.description)
    }

    mutating func visit(_ file: TreeFile, _ saved: [BundlePath: KnownFile]) {
        switch file.place {
        case .file(.manifest): manifest = file.identity
        case .file(let path):
            if path == .notebook { description = file.identity }
            if saved[path]?.mark.holds(for: file.identity) == true {
                kept.append(path)
            } else if FileType(of: path)?.isItem == true {
                unread[path] = file
            } else {
                others.append(Other(path: path, file: file, mark: FileMark(file.identity, lookedAt: start)))
            }
        case .unportable(let path, let problem):
            frame.unportable.append(Inspection.Unportable(path: path, problem: problem))
        case .irregular, .systemFile, .directory, .unreadable: break
        }
    }
}
