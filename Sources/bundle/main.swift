import BundleCLI

BundleTool.endProcess(CommandLine.arguments)
