// Programs need one import: the public symbols of these modules form one library.
@_exported public import Archives
// Cores has none; the verbs use its jobs.
@_exported public import Cores
@_exported public import NotebookCheck
@_exported public import NotebookCopies
@_exported public import NotebookExchange
@_exported public import NotebookFiles
@_exported public import NotebookFormat
@_exported public import NotebookHistory
@_exported public import NotebookLinks
@_exported public import NotebookLive
@_exported public import NotebookMarkdown
@_exported public import NotebookMerging
@_exported public import NotebookPacking
@_exported public import NotebookQuery
@_exported public import NotebookStore
@_exported public import NotebookStudy
@_exported public import NotebookText
