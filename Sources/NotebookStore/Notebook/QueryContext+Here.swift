import NotebookFiles
public import NotebookQuery
import NotebookText

extension QueryContext {
    /// Now, in the user's time zone.
    public static var here: QueryContext { QueryContext(hereAt: NotebookEnvironment.system.now()) }

    /// A time, in the user's time zone.
    init(hereAt now: Timestamp) { self.init(now: now) { SystemCall.secondsFromUTC(at: $0.secondsSince1970) } }
}
