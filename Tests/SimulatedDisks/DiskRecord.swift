package import NotebookFiles

/// What a run did to a disk, operation by operation: at which of them a fault makes a difference, and what the disk was
/// like before each.
///
/// A run that a fault breaks goes as this one up to the fault. So a walk need not try two operations between which
/// nothing happens that its fault could change, and need not run anything again to know where a process may stop.
package struct DiskRecord: Sendable {
    struct Operation: Sendable {
        let kind: DiskState.OperationKind
        let path: DiskPath
    }

    private(set) var operations: [Operation] = []
    /// The disk before each operation that changes it, and at the end.
    private(set) var states: [(operation: Int, state: DiskState)] = []

    /// Records what is done with a copy of a disk.
    package init(
        of disk: SimulatedDisk, mutation: Mutation? = nil, _ run: (SimulatedDisk) throws -> Void
    ) rethrows {
        let copy = disk.copy(mutation: mutation, recording: DiskRecord())
        try run(copy)
        var end = copy.snapshot
        self = end.record ?? DiskRecord()
        end.record = nil
        end.operations = operations.count
        states.append((operations.count, end))
    }

    init() {}

    mutating func add(_ operation: Operation, before state: DiskState) {
        if operation.kind != .read, operation.kind != .compare {
            var state = state
            state.record = nil
            states.append((operations.count, state))
        }
        operations.append(operation)
    }

    /// The number of operations.
    package var count: Int { operations.count }

    /// The disks that a process can leave whose end comes before an operation, or after all of them; several operations
    /// at which it leaves the same disk count once.
    package var stops: [(operation: Int, disk: SimulatedDisk)] {
        states.map { ($0.operation, SimulatedDisk($0.state).copy()) }
    }

    /// The disk as the run left it.
    package var end: DiskState { states.last?.state ?? DiskState() }

    /// The operations at which a fault makes a difference, each of which has another outcome.
    package func operations(for fault: SimulatedDisk.Fault.Kind) -> [Int] {
        operations.indices.filter { index in
            switch fault {
            case .stop: states.contains { $0.operation == index }
            case .noSpaceOnce, .noSpaceFromThereOn: operations[index].kind.takesSpace
            case .errorOnce, .errorFromThereOn: true
            case .shortWrite: operations[index].kind == .grow
            }
        }
    }

    /// The operations before which somebody else can write a file with an outcome of its own: the first, and each that
    /// follows one that changes something or looks at the file.
    package func operations(around path: DiskPath) -> [Int] {
        operations.indices.filter { index in
            guard index > 0 else { return true }
            let last = operations[index - 1]
            return last.kind != .read || last.path.text.hasPrefix(".bundle")
                || Self.leads(last.path, to: path, on: end.names)
        }
    }

    /// Whether one path is another, or a directory in which that is.
    private static func leads(_ one: DiskPath, to other: DiskPath, on names: DiskNames) -> Bool {
        let (components, others) = (Array(one.components), Array(other.components))
        return components.count <= others.count
            && zip(components, others).allSatisfy { names.key($0) == names.key($1) }
    }
}

extension SimulatedDisk {
    /// Every disk that is left when something is done with this one and a kind of fault breaks it.
    ///
    /// - Parameters:
    ///   - run: What is done; it must succeed on a disk without faults.
    ///   - check: Looks at what is left: the number of the operation, and a disk that works again.
    package func eachBroken(
        by fault: Fault.Kind, _ run: (SimulatedDisk) throws -> Void, check: (Int, SimulatedDisk) throws -> Void
    ) throws {
        let record = try DiskRecord(of: self, run)
        if fault == .stop {
            for (operation, disk) in record.stops { try check(operation, disk) }
            return
        }
        for operation in record.operations(for: fault) {
            let disk = copy(fault: Fault(kind: fault, operation: operation))
            _ = try? run(disk)
            try check(operation, disk.copy())
        }
    }
}
