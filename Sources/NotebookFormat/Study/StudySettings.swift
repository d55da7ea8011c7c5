/// How somebody studies.
public struct StudySettings: Hashable, Sendable {
    /// How many new sides are shown on a day.
    public var newPerDay = 20
    /// The steps of learning, in seconds.
    public var learningSteps = [60, 600]
    /// The steps of learning again what was forgotten, in seconds.
    public var relearningSteps = [600]
    /// The probability of remembering at which something comes back, from 0.7 to 0.99.
    public var retention = 0.9
    /// The longest interval in days.
    public var maximumInterval = 36_500
    /// Whether intervals of days are changed a little, so that what was learned together does not always come back
    /// together.
    public var fuzzes = true
    /// When a day begins, in seconds after midnight, local time.
    public var dayStart = 4 * 3600
    /// The parameters of the memory model.
    public var parameters = FSRSParameters.published
    /// Where reviews are recorded.
    public var place = StudyPlace.notebook

    /// The defaults.
    public init() {}
}

/// Where reviews are recorded.
public enum StudyPlace: String, CaseIterable, Sendable {
    /// In the notebook, so that they come along to other devices.
    case notebook
    /// In the user's data folder, for notebooks that others share.
    case user
}
