extension Inspection {
    /// The differences between the files and the manifest: files changed, added and removed since the notebook was
    /// sealed.
    public var changes: Changes { Changes(from: manifest.value, to: files) }
}
