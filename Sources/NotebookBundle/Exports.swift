// Programs need one import: the public symbols of these modules form one library.
@_exported public import Archives
@_exported public import NotebookExchange
@_exported public import NotebookFormat
@_exported public import NotebookStore
