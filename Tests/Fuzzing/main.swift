// Fuzzes the readers of archives: whatever the bytes are, they are read or refused, in bounded time and memory.
//
// Built only with NOTEBUNDLE_FUZZ=1; docs/Security.md says how to run it.

import FuzzDriver

_ = unsafe fuzz_driver_run(CommandLine.argc, CommandLine.unsafeArgv) { unsafe fuzz($0, $1) }
