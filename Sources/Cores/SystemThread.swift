import CSystem
import Dispatch
import Synchronization

/// A thread of the operating system.
///
/// Starting one takes ten times as long as waking one, so a thread that is done waits a moment for the next job.
package final class SystemThread: Sendable {
    private static let idle = Mutex<[SystemThread]>([])
    /// The seconds after which a thread ends that nobody needs.
    private static let patience = 0.5

    private let job: Mutex<(@Sendable () -> Void)?>
    /// Signalled when an idle thread gets a job.
    private let work = DispatchSemaphore(value: 0)

    private init(_ job: @escaping @Sendable () -> Void) { self.job = Mutex(job) }

    /// Runs a job on a thread, at once; false if the system gives no more threads, for example because of a limit on the
    /// user's processes.
    package static func start(_ job: @escaping @Sendable () -> Void) -> Bool {
        // The one that became idle last is still in the processor's cache.
        if let thread = idle.withLock({ $0.popLast() }) {
            thread.job.withLock { $0 = job }
            thread.work.signal()
            return true
        }
        let context = unsafe Unmanaged.passRetained(SystemThread(job))
        let error = unsafe csystem_start_thread(
            { context in
                guard let context = unsafe context else { return }
                unsafe Unmanaged<SystemThread>.fromOpaque(context).takeRetainedValue().run()
            }, context.toOpaque())
        guard error != 0 else { return true }
        unsafe context.release()
        return false
    }

    private func run() {
        #if canImport(Darwin)
            // What Foundation leaves for later there is given up when a thread ends.
            _ = runJob()
        #else
            while runJob() { wait() }
        #endif
    }

    /// Runs the job, and gives up what it holds; false if there is none.
    private func runJob() -> Bool {
        guard let job = job.withLock({ $0.take() }) else { return false }
        job()
        return true
    }

    /// Waits for a job; gives none after a while in which nobody needed the thread.
    private func wait() {
        Self.idle.withLock { $0.append(self) }
        guard work.wait(timeout: .now() + Self.patience) == .timedOut else { return }
        let isStillIdle = Self.idle.withLock { idle in
            guard let index = idle.firstIndex(where: { $0 === self }) else { return false }
            idle.remove(at: index)
            return true
        }
        // Somebody has just taken it.
        if !isStillIdle { work.wait() }
    }
}
