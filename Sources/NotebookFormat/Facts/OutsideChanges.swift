extension Inspection {
    /// How the files stand to what the manifest lists: what was changed, added and removed since the notebook was sealed.
    public var changes: Changes { Changes(from: manifest.value, to: files) }
}
