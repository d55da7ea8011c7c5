import CSystem

/// A thread of the operating system.
package enum SystemThread {
    private final class Body {
        let run: @Sendable () -> Void

        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    /// Starts a thread; false if the system gives no more, for example because of a limit on the user's processes.
    package static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
        let context = unsafe Unmanaged.passRetained(Body(body))
        let error = unsafe csystem_start_thread(
            { context in
                guard let context = unsafe context else { return }
                unsafe Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run()
            }, context.toOpaque())
        guard error != 0 else { return true }
        unsafe context.release()
        return false
    }
}
