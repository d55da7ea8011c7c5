import BundleCLI
import Foundation

exit(BundleTool.runProcess(CommandLine.arguments))
