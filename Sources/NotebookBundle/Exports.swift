// One import serves a program: what these modules make public is one library, cut into layers.
@_exported public import Archives
@_exported public import NotebookExchange
@_exported public import NotebookFormat
@_exported public import NotebookStore
