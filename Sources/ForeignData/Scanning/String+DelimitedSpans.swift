extension Substring {
    /// Whether the bytes of another text are in this one, which takes a small part of the time of `contains`.
    package func holds(_ part: String) -> Bool {
        let bytes = Array(part.utf8)
        var rest = utf8[...]
        while let first = bytes.first, let start = rest.firstIndex(of: first) {
            rest = rest[start...]
            if rest.starts(with: bytes) { return true }
            rest.removeFirst()
        }
        return bytes.isEmpty
    }
}

extension String {
    /// Whether the bytes of another text are in this one.
    package func holds(_ part: String) -> Bool { self[...].holds(part) }

    /// The text with what stands between two delimiters replaced, in time in proportion to its length.
    ///
    /// - Parameter replacement: What takes the place of a span with its delimiters, whose content is not empty; `nil` if it stays,
    ///   and its end may begin another.
    package func replacingSpans(
        from start: String, to end: String, _ replacement: (_ content: Substring) -> String?
    ) -> String {
        guard holds(start) else { return self }
        var output = ""
        var rest = self[...]
        while let opening = rest.firstRange(of: start),
            let closing = rest[opening.upperBound...].dropFirst().firstRange(of: end)
        {
            guard let new = replacement(rest[opening.upperBound..<closing.lowerBound]) else {
                output += rest[..<closing.lowerBound]
                rest = rest[closing.lowerBound...]
                // An end that is no start is passed over.
                if start != end { output.append(rest.removeFirst()) }
                continue
            }
            output += rest[..<opening.lowerBound]
            output += new
            rest = rest[closing.upperBound...]
        }
        return output + rest
    }
}
