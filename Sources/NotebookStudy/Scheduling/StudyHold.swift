package import NotebookText

/// A decision not to be asked a card for now, or to be asked it again (docs/Study.md, section 4).
public struct StudyHold: Hashable, Sendable {
    /// What was decided.
    package enum Kind: String, Sendable {
        /// Not to be asked until it is released.
        case suspend
        /// Not to be asked on this day of studying.
        case bury
        /// To be asked again.
        case release
    }

    /// The uuid of the record itself.
    package let id: UniqueIdentifier
    /// When it was decided.
    package let time: Timestamp
    /// The day of studying, in the time zone where it was decided.
    package let day: StudyDay
    /// The uuid of the card.
    package let card: UniqueIdentifier
    /// What was decided.
    package let kind: Kind

    /// Makes a decision from its values.
    package init(id: UniqueIdentifier, time: Timestamp, day: StudyDay, card: UniqueIdentifier, kind: Kind) {
        (self.id, self.time, self.day, self.card, self.kind) = (id, time, day, card, kind)
    }

    /// Whether a decision comes before another one: by time, then by uuid.
    static func isBefore(_ left: StudyHold, _ right: StudyHold) -> Bool {
        left.time != right.time
            ? left.time < right.time : (left.id.high, left.id.low) < (right.id.high, right.id.low)
    }
}

/// The cards that are not asked, by their uuids.
package struct HeldCards: Sendable {
    /// Why a card is not asked.
    package enum State: Hashable, Sendable {
        /// Until it is released.
        case suspended
        /// On this day.
        case buried(StudyDay)
    }

    private var states: [UniqueIdentifier: (suspended: Bool, buried: StudyDay?, latest: Timestamp)] = [:]

    /// The state that follows from all decisions; burying a card that is suspended leaves it suspended.
    init(_ holds: [StudyHold]) {
        for hold in holds.sorted(by: StudyHold.isBefore) {
            var state = states[hold.card] ?? (false, nil, hold.time)
            switch hold.kind {
            case .suspend: state.suspended = true
            case .bury: state.buried = max(hold.day, state.buried ?? hold.day)
            case .release: (state.suspended, state.buried) = (false, nil)
            }
            state.latest = hold.time
            states[hold.card] = state
        }
    }

    /// When the last decision about a card was made; `nil` if there is none.
    func latest(of card: UniqueIdentifier) -> Timestamp? { states[card]?.latest }

    /// Whether a card is not asked until it is released.
    package func isSuspended(_ card: UniqueIdentifier) -> Bool { states[card]?.suspended ?? false }

    /// Why a card is not asked on a day; `nil` if it is.
    package func state(of card: UniqueIdentifier, on day: StudyDay) -> State? {
        guard let state = states[card] else { return nil }
        if state.suspended { return .suspended }
        return state.buried.flatMap { $0 == day ? .buried($0) : nil }
    }
}
