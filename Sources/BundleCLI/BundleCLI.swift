enum BundleCLIPlaceholder {}
