import EditorWire
import NotebookBundle

extension LanguageServer {
    func open(_ params: JSONValue) throws {
        guard let item = params["textDocument"], let address = item["uri"]?.string, let text = item["text"]?.string
        else { throw WireError(.invalidParams, "“textDocument” has no address or text") }
        guard let path = DocumentAddress.path(address) else { return }
        let document = OpenDocument(
            address: address, path: path, place: place(of: path), version: item["version"]?.number,
            lines: LineTable(Array(text.utf8)))
        documents[address] = document
        leaveRooms()
        if let place = document.place { opened[place] = address }
        markChanged(document, looks: true)
    }

    /// Forgets the notebooks in which no document is open any more; one that is opened next may be in the same.
    private func leaveRooms() {
        let entered = Set(documents.values.compactMap { $0.place?.root })
        rooms = rooms.filter { entered.contains($0.key) }
        failures = failures.filter { entered.contains($0.key) }
    }

    func change(_ params: JSONValue) throws {
        guard let address = params["textDocument"]?["uri"]?.string else {
            throw WireError(.invalidParams, "a change has no address")
        }
        // Taken out, so that the text is changed in place.
        guard var document = documents.removeValue(forKey: address) else { return }
        defer {
            documents[address] = document
            markChanged(document)
        }
        // Of the documents with the same file, the last one that changed stands for it.
        if let place = document.place { opened[place] = address }
        document.version = params["textDocument"]?["version"]?.number
        try document.apply(params["contentChanges"], client.encoding)
    }

    /// Records that a message was lost, which may have been a change of any document.
    func loseTrack() {
        guard documents.values.contains(where: \.isInSync) else { return }
        for address in documents.keys { documents[address]?.isInSync = false }
        owesFindings = true
        tell(WireError(.contentModified, "a message of the editor was lost; close the open files, and open them again"))
    }

    func close(_ params: JSONValue) {
        guard let address = params["textDocument"]?["uri"]?.string,
            let document = documents.removeValue(forKey: address)
        else { return }
        markChanged(document)
        if let place = document.place {
            // A note can be open by its path and through a symbolic link.
            let other = documents.values.first { $0.place == place }
            opened[place] = other?.address
            if let other { markChanged(other) }
            unsealed[place.root] = nil
        }
    }

    /// Looks at the file of a document that was saved, which it returns.
    func save(_ params: JSONValue) -> OpenDocument? {
        guard let document = (params["textDocument"]?["uri"]?.string).flatMap({ documents[$0] }) else { return nil }
        markChanged(document, looks: true)
        return document
    }

    private func markChanged(_ document: OpenDocument, looks: Bool = false) {
        owesFindings = true
        guard let root = document.place?.root else { return }
        rooms[root]?.markChanged(document.address)
        if looks { rooms[root]?.look() }
    }

    /// Looks at the files of all notebooks before the next answer.
    func lookAgain() {
        for root in rooms.keys { rooms[root]?.look() }
        owesFindings = true
    }

    /// Records that findings were published.
    func markPublished() { owesFindings = false }

    /// The notebook that contains a file, whose reading begins now, and the path in it.
    ///
    /// - Parameter isNamed: Whether somebody only named the file, so that no plain folder is read for it.
    func place(of path: String, isNamed: Bool = false) -> DocumentLocation? {
        let path = Self.linkedNote(path) ?? path
        let spelled = NotebookLocation.around(ExternalPath.parent(of: path))
        guard let folder = spelled ?? (isNamed ? nil : plainFolder(around: path)),
            let relative = ExternalPath.relative(path, to: folder)?.composed
        else { return nil }
        let isPlain = spelled == nil
        guard let inside = try? BundlePath(isPlain ? "notes/\(relative)" : relative) else { return nil }
        let root = ExternalPath.real(folder)
        if rooms[root] == nil {
            let (notebook, readPlain) = (environment.open(root), environment.readPlain)
            rooms[root] = NotebookRoom(root, spelled: folder, isPlain: isPlain) {
                isPlain ? try readPlain(root) : try notebook.live()
            }
        }
        return DocumentLocation(root: root, path: inside)
    }

    /// The file of a notebook to which a path leads that is itself a symbolic link.
    private static func linkedNote(_ path: String) -> String? {
        let real = ExternalPath.real(path)
        let isLink =
            real
            != ExternalPath.below(
                ExternalPath.real(ExternalPath.parent(of: path)), ExternalPath.name(of: path))
        return isLink && NotebookLocation.around(ExternalPath.parent(of: real)) != nil ? real : nil
    }

    /// The folder of the editor that contains a file outside of notebooks, or else the file’s own one; the home folder and
    /// those above it are none.
    private func plainFolder(around path: String) -> String? {
        let home = environment.home.map(ExternalPath.real)
        func isMeant(_ folder: String) -> Bool {
            let real = ExternalPath.real(folder)
            let holdsHome = home.map { ExternalPath.isInside($0, real) } ?? (real == "/")
            return ExternalPath.relative(path, to: folder) != nil && !holdsHome
        }
        // Without such a folder, the document’s own one counts.
        return folders.filter(isMeant).max { $0.utf8.count < $1.utf8.count }
            ?? [ExternalPath.parent(of: path)].first(where: isMeant)
    }

    /// Makes sure that what is asked for changes a notebook.
    ///
    /// - Throws: `WireError` for a plain folder, which is only read.
    func refusePlainFolder(_ root: String) throws(WireError) {
        guard rooms[root]?.isPlain ?? false else { return }
        let remedy: Remedy = "\(.createFromFolder, of: root)"
        throw WireError(.requestFailed, "this folder is not a notebook; \(environment.words(remedy))")
    }

    /// Whether a folder is only read.
    func isPlain(_ root: String) -> Bool { rooms[root]?.isPlain ?? false }

    /// The notebook with the current texts.
    ///
    /// - Throws: an error if it cannot be read.
    func live(_ root: String) throws -> LiveNotebook {
        guard var room = rooms.removeValue(forKey: root) else {
            throw WireError(.requestFailed, "the notebook is not open")
        }
        defer { rooms[root] = room }
        return try room.live(documents.filter { $0.value.place.flatMap { opened[$0] } == $0.key })
    }

    /// The documents that stand for the files of a notebook.
    func documents(of root: String) -> [BundlePath: OpenDocument] {
        Dictionary(
            documents.values.compactMap { document in
                document.place.flatMap {
                    $0.root == root && opened[$0] == document.address ? ($0.path, document) : nil
                }
            }
        ) { first, _ in first }
    }

    /// The notebooks in which documents are open.
    var roots: [String] { rooms.keys.sorted() }

    /// The address of a file of a notebook: as the client spells it if it is open.
    func address(of path: BundlePath, in root: String) -> String {
        let place = DocumentLocation(root: root, path: path)
        return opened[place] ?? DocumentAddress.address(placed(path, in: root))
    }

    /// The lines of a text of a notebook, as the client counts them.
    func lines(_ bytes: [UInt8], of path: BundlePath, in root: String) -> LineTable {
        let isOpen = opened[DocumentLocation(root: root, path: path)] != nil
        return isOpen ? LineTable(bytes) : LineTable(file: bytes)
    }

    /// Where a file of a notebook is, as the client spells it.
    func placed(_ path: BundlePath, in root: String) -> String {
        let inside = isPlain(root) ? String(path.text.dropFirst("notes/".count)) : path.text
        return ExternalPath.below(rooms[root]?.spelled ?? root, inside)
    }

    /// The document that a request is about; `nil` if it is not open, or belongs to no notebook.
    ///
    /// - Throws: `WireError` if a change of it was lost.
    func document(_ params: JSONValue) throws -> (document: OpenDocument, place: DocumentLocation)? {
        guard let address = params["textDocument"]?["uri"]?.string else {
            throw WireError(.invalidParams, "“textDocument” has no address")
        }
        guard let document = documents[address], let place = document.place else { return nil }
        try document.requireSync()
        return (document, place)
    }

    /// The document and the offset that a request is about.
    func cursor(_ params: JSONValue) throws -> Cursor? {
        guard let (document, place) = try document(params) else { return nil }
        guard let offset = document.lines.offset(params["position"], client.encoding) else {
            throw WireError(.invalidParams, "“position” has no line and character")
        }
        return Cursor(document: document, place: place, offset: offset)
    }

    /// A place in a document.
    struct Cursor {
        let document: OpenDocument
        let place: DocumentLocation
        let offset: Int
    }
}
