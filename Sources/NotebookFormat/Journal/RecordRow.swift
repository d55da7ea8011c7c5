import NotebookText

/// A row of a journal, or of the record of a deletion: an object of paths, digests, and perhaps the entry of a manifest.
///
/// A history has as many rows as files were ever changed, and is read as a whole.
struct RecordRow {
    private let names: [String]
    /// How many of its members are paths; two are digests at most, and then comes an entry.
    private let pathCount: Int
    private var keys: ObjectKeys
    private var pathReader = PathReader()
    /// The offset of the object.
    private var offset = 0
    private var paths: (BundlePath?, BundlePath?) = (nil, nil)
    private var digests: (Digest?, Digest?) = (nil, nil)
    private(set) var entry: Entry?

    fileprivate init(_ names: [String], paths: Int) {
        self.names = names
        pathCount = paths
        keys = ObjectKeys(names)
    }

    fileprivate mutating func read(_ reader: inout JSONReader) throws(TextProblem) {
        offset = reader.offset
        (paths, digests, entry) = ((nil, nil), (nil, nil), nil)
        keys.begin()
        guard try reader.openObject() else { return }
        repeat {
            guard let key = try keys.read(&reader) else { continue }
            switch key - pathCount {
            case 0: digests.0 = try reader.digest()
            case 1: digests.1 = try reader.digest()
            case 2: entry = try Entry(&reader)
            default: try readPath(key, &reader)
            }
        } while try reader.objectContinues()
    }

    private mutating func readPath(_ key: Int, _ reader: inout JSONReader) throws(TextProblem) {
        let path = BundlePath(known: try reader.text(of: pathReader.read(&reader)))
        if key == 0 { paths.0 = path } else { paths.1 = path }
    }

    /// A path that the row has to have: the first, or the second.
    func path(_ index: Int = 0) throws(TextProblem) -> BundlePath {
        try required(index == 0 ? paths.0 : paths.1, index)
    }

    /// A digest that the row has to have.
    func digest(_ index: Int = 0) throws(TextProblem) -> Digest {
        try required(optionalDigest(index), pathCount + index)
    }

    /// The first digest, or the second; `nil` if there is none.
    func optionalDigest(_ index: Int = 0) -> Digest? { index == 0 ? digests.0 : digests.1 }

    private func required<Value>(_ value: Value?, _ index: Int) throws(TextProblem) -> Value {
        guard let value else { throw TextProblem("“\(names[index])” is missing", at: offset) }
        return value
    }
}

extension JSONReader {
    /// Reads an array of rows.
    ///
    /// - Parameters:
    ///   - names: The keys, in the order of writers: paths, then up to two digests, then an entry.
    ///   - paths: How many of them are paths.
    mutating func rows<Row>(
        _ names: [String], paths: Int = 1, _ make: (RecordRow) throws(TextProblem) -> Row
    ) throws(TextProblem) -> [Row] {
        var row = RecordRow(names, paths: paths)
        return try list { (reader) throws(TextProblem) in
            try row.read(&reader)
            return try make(row)
        }
    }

    /// Reads an array.
    mutating func list<Element>(
        _ read: (inout JSONReader) throws(TextProblem) -> Element
    ) throws(TextProblem) -> [Element] {
        var elements: [Element] = []
        try array { (reader) throws(TextProblem) in elements.append(try read(&reader)) }
        return elements
    }
}
