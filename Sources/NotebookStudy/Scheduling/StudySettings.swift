/// The settings of studying.
public struct StudySettings: Hashable, Sendable {
    /// The maximum number of new sides on a day.
    public var newPerDay = 20
    /// The steps of learning, in seconds.
    public var learningSteps = [60, 600]
    /// The steps of learning forgotten sides again, in seconds.
    public var relearningSteps = [600]
    /// The probability of remembering that makes a side due, from 0.7 to 0.99.
    public var retention = 0.9
    /// The longest interval in days.
    public var maximumInterval = 36_500
    /// Whether to change intervals of days a little, so that sides learned together do not always come back together.
    public var fuzzes = true
    /// When a day begins, in seconds after midnight, local time.
    public var dayStart = 4 * 3600
    /// The parameters of the memory model.
    public var parameters = FSRSParameters.published
    /// Where to record reviews.
    public var place = StudyLocation.notebook

    /// The defaults.
    public init() {}
}

/// Where to record reviews.
public enum StudyLocation: String, CaseIterable, Sendable {
    /// In the notebook, so that other devices get them, too.
    case notebook
    /// In the user's data folder, for notebooks that several people share.
    case user
}
