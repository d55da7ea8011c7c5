public import NotebookText

extension Manifest {
    /// Reads `manifest.json` in any layout.
    ///
    /// - Throws: `TextProblem` if it is not valid, and where.
    public init(_ bytes: [UInt8]) throws(TextProblem) { self = try ManifestReader.read(bytes) }

    /// Reads a manifest that git may have merged: a file that only grows may be listed twice; the longer one counts.
    ///
    /// - Throws: `TextProblem` if it is not valid for any other reason.
    package init(merged bytes: [UInt8], whereGrows grows: @escaping (BundlePath) -> Bool) throws(TextProblem) {
        self = try ManifestReader.read(bytes, grows: grows)
    }

    /// The canonical text of the manifest (Format, clauses 4.3 and 13.2).
    ///
    /// Copies entries that were canonical in the text that was read from it, in runs: for 100,000 entries, this takes a
    /// tenth of the time of writing each.
    public var text: [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(1_024 + max(entries.source.count, entries.source.isEmpty ? entries.count * 400 : 0))
        output.append(contentsOf: "{\n  \"format\": \"notebundle\",\n  \"version\": 1,\n  \"entries\": [".utf8)
        var index = 0
        while index < entries.count {
            output.append(contentsOf: Self.separator.dropFirst(index == 0 ? 1 : 0))
            if let run = run(from: index) {
                output.append(contentsOf: entries.source[run.bytes])
                index = run.end
            } else {
                entries[index].append(to: &output)
                index += 1
            }
        }
        output.append(contentsOf: entries.isEmpty ? "]\n}\n".utf8 : "\n  ]\n}\n".utf8)
        return output
    }

    private static let separator = Array(",\n    ".utf8)

    /// The bytes of a run of canonical entries in the text that was read.
    private func run(from start: Int) -> (bytes: Range<Int>, end: Int)? {
        guard var bytes = entries.place(at: start) else { return nil }
        var end = start + 1
        while end < entries.count, let next = entries.place(at: end),
            next.lowerBound == bytes.upperBound + Self.separator.count,
            entries.source[bytes.upperBound..<next.lowerBound].elementsEqual(Self.separator)
        {
            bytes = bytes.lowerBound..<next.upperBound
            end += 1
        }
        return (bytes, end)
    }
}

extension Entry {
    fileprivate func append(to output: inout [UInt8]) {
        output.append(contentsOf: "{\"path\": ".utf8)
        CanonicalJSON.append(path.text, to: &output)
        output.append(contentsOf: ", \"type\": \"".utf8)
        output.append(contentsOf: type.rawValue.utf8)
        output.append(contentsOf: "\", \"size\": ".utf8)
        output.append(contentsOf: String(size).utf8)
        output.append(contentsOf: ", \"sha256\": \"".utf8)
        digest.appendHexadecimal(to: &output)
        output.append(UInt8(ascii: "\""))
        item?.append(to: &output)
        output.append(UInt8(ascii: "}"))
    }
}

extension ItemMetadata {
    fileprivate func append(to output: inout [UInt8]) {
        if let uuid {
            output.append(contentsOf: ", \"uuid\": \"".utf8)
            uuid.append(to: &output)
            output.append(UInt8(ascii: "\""))
        }
        if let title {
            output.append(contentsOf: ", \"title\": ".utf8)
            CanonicalJSON.append(title, to: &output)
        }
        if let created {
            output.append(contentsOf: ", \"created\": \"".utf8)
            created.append(to: &output)
            output.append(UInt8(ascii: "\""))
        }
        if let modified {
            output.append(contentsOf: ", \"modified\": \"".utf8)
            modified.append(to: &output)
            output.append(UInt8(ascii: "\""))
        }
        if pinned { output.append(contentsOf: ", \"pinned\": true".utf8) }
        guard !tags.isEmpty else { return }
        output.append(contentsOf: ", \"tags\": [".utf8)
        for (index, tag) in tags.enumerated() {
            if index > 0 { output.append(contentsOf: ", ".utf8) }
            CanonicalJSON.append(tag.text, to: &output)
        }
        output.append(UInt8(ascii: "]"))
    }
}
