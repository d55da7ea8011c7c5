import Foundation

/// What a piece of work costs the processor, however busy the machine is with other work.
public enum ProcessorTime {
    /// The seconds that this thread is busy with a piece of work that waits for nobody.
    public static func seconds(of work: () throws -> Void) rethrows -> Double {
        let start = now
        try work()
        return now - start
    }

    private static var now: Double {
        var time = timespec()
        unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
