import NotebookFiles
public import NotebookFormat
import NotebookStore
import NotebookText

/// The marks of the files that describe a notebook.
struct FrameMarks: Equatable, Sendable {
    var manifest: FileIdentity?
    var description: FileIdentity?
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
            var look = Sighting(frame: frame)
            try tree.forEachFile { file, _ in
                look.visit(file, saved)
                return .goOn
            }
            let marks = look.marks
            let read = try ItemPass(tree).map(Set(look.unread.keys)) { [unread = look.unread] path, bytes in
                FileType(of: path).map { type in
                    let mark = unread[path]?.identity.flatMap { $0.isOlder(than: start) ? $0 : nil }
                    return KnownFile(item: path, type, bytes, mark: mark, storedPath: unread[path]?.storedPath)
                }
            }
            if marks.manifest == nil || marks.manifest != frameMarks.manifest {
                look.frame.manifest = try Inspector.manifest(of: tree)
            }
            if marks.description == nil || marks.description != frameMarks.description {
                look.frame.description = try Inspector.description(of: tree)
            }
            return (look, read, look.frame)
        }
        let isDescribedAnew = self.frame.description.value != frame.description.value
        self.frame = frame
        frameMarks = look.marks.older(than: start)
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
    var marks = FrameMarks()
    var frame: Inspection

    struct Other {
        let path: BundlePath
        let file: TreeFile

        func known(_ manifest: Manifest?) -> KnownFile {
            KnownFile(
                path, size: file.size, manifest?[path]?.digest ?? Digest.of([]), mark: file.identity,
                storedPath: file.storedPath)
        }
    }

    init(frame: Inspection) {
        self.frame = Inspection()
        (self.frame.manifest, self.frame.description) = (frame.manifest, frame.description)
    }

    mutating func visit(_ file: TreeFile, _ saved: [BundlePath: KnownFile]) {
        switch file.place {
        case .file(.manifest): marks.manifest = file.identity
        case .file(let path):
            if path == .notebook { marks.description = file.identity }
            if let mark = file.identity, saved[path]?.mark == mark {
                kept.append(path)
            } else if FileType(of: path)?.isItem == true {
                unread[path] = file
            } else {
                others.append(Other(path: path, file: file))
            }
        case .unportable(let path, let problem):
            frame.unportable.append(Inspection.Unportable(path: path, problem: problem))
        case .irregular, .systemFile, .directory, .unreadable: break
        }
    }
}

extension FrameMarks {
    /// The marks that are certain to change with the files.
    fileprivate func older(than start: Int64) -> FrameMarks {
        FrameMarks(
            manifest: manifest.flatMap { $0.isOlder(than: start) ? $0 : nil },
            description: description.flatMap { $0.isOlder(than: start) ? $0 : nil })
    }
}
