enum NotebookExchangePlaceholder {}
