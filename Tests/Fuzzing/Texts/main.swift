// Fuzzes what is read from texts: whatever they are, they are read or refused, what is printed reads as the same again,
// and no text changes that nobody asked to change.
//
// Built only with NOTEBUNDLE_FUZZ=1; docs/Security.md says how to run it. FUZZ_TEXT names the kind of text.

import FoundationEssentials
import FuzzDriver

let kind = TextKind(rawValue: ProcessInfo.processInfo.environment["FUZZ_TEXT"] ?? "") ?? .item

_ = unsafe fuzz_driver_run(CommandLine.argc, CommandLine.unsafeArgv) { start, count in
    kind.check(unsafe Array(UnsafeBufferPointer(start: start, count: count)))
    return 0
}
