enum NotebookBundlePlaceholder {}
