import NotebookText

extension String {
    /// The text with its tags replaced; those for whose content the function gives `nil` stay.
    package func replacingTags(_ replacement: (_ content: Substring) -> String?) -> String {
        var output = ""
        var rest = self[...]
        // The end of the next tag, which is looked for once.
        var end = startIndex
        while let start = rest.utf8.firstIndex(of: UInt8(ascii: "<")) {
            guard let found = utf8[max(start, end)...].firstIndex(of: UInt8(ascii: ">")) else { break }
            end = found
            let next = utf8.index(after: start)
            let new = replacement(self[next..<end])
            output += rest[..<(new == nil ? next : start)]
            output += new ?? ""
            rest = self[(new == nil ? next : utf8.index(after: end))...]
        }
        return output + rest
    }

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
        while let opening = rest.place(of: start),
            let closing = rest[opening.upperBound...].dropFirst().place(of: end)
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
