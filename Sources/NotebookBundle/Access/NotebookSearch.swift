extension NotebookDirectory {
    /// Looks in all items; the best come first.
    public func search(_ request: SearchRequest) throws -> [SearchResult] {
        try read { try Notebook($0).search(request, $0) }
    }
}

extension NotebookArchive {
    /// Looks in all items; the best come first.
    public func search(_ request: SearchRequest) throws -> [SearchResult] {
        let tree = try tree()
        return try Notebook(tree).search(request, tree)
    }
}
