import Foundation
import Testing

@testable import BundleCLI

struct `The terminal of the process` {
    @Test func `has the variables that Foundation knows`() {
        let variables = ProcessInfo.processInfo.environment
        #expect(!variables.isEmpty && Terminal.system().terminal.environment == variables)
    }
}
