enum NotebookFormatPlaceholder {}
