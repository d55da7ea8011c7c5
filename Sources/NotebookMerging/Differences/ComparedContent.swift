package import NotebookFormat

/// The content of a notebook, for a comparison.
package struct ComparedContent: Sendable {
    /// Its description.
    package let description: NotebookDescription
    /// Its files except `notebook.json` and the manifest, in the order of their paths.
    package let files: [ComparedFile]
    /// The manifest that sealing would write if it accepted all files as they are; the existing one if it lists them.
    package let manifest: Manifest

    /// Makes the content of its parts.
    package init(_ description: NotebookDescription, _ files: [ComparedFile], _ manifest: Manifest) {
        (self.description, self.files, self.manifest) = (description, files, manifest)
    }
}
