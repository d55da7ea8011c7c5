/// A mathematical formula as a tree: what the common part of TeX says.
package indirect enum Formula: Hashable, Sendable {
    /// Parts beside each other.
    case row([Formula])
    /// A variable or constant; letters are italic unless they are upright.
    case identifier(String, isUpright: Bool)
    case number(String)
    case sign(Sign)
    /// A function with a name, such as `sin`; those like `lim` have what belongs to them below.
    case function(String, hasLimits: Bool)
    case text(String)
    /// A space, in hundredths of the font's size.
    case space(Int)
    /// A fraction, or two parts above each other without a line.
    case fraction(Formula, Formula, hasLine: Bool)
    case root(Formula, index: Formula?)
    /// Scripts beside a part or, if they are limits, below and above it; `nil` as the part decides.
    case scripts(Formula, below: Formula?, above: Formula?, areLimits: Bool?)
    /// A mark above or below a part.
    case marked(Formula, mark: String, isAbove: Bool, stretches: Bool)
    /// Parts above or below another one.
    case stacked(Formula, below: Formula?, above: Formula?)
    /// A part between delimiters of its height; an empty one is not shown.
    case fenced(open: String, [Formula], close: String)
    /// A delimiter within a fenced part, as high as those around it.
    case middle(String)
    /// A delimiter of a fixed height, in tenths of the font's size.
    case delimiter(String, height: Int)
    case table(Table)
    case styled(Appearance, Formula)

    /// A sign, and how it stands between its neighbours.
    package struct Sign: Hashable, Sendable {
        package enum Kind: Hashable, Sendable {
            case ordinary
            case relation
            case binary
            case open
            case close
            case punctuation
            /// A sum or union, whose scripts are below and above it in a displayed formula.
            case large
            case integral
        }

        package let text: String
        package let kind: Kind
    }

    package enum Appearance: Hashable, Sendable {
        case display
        case inline
        case small
        case boxed
        case hidden
        /// The name of a colour, or `#` and its digits.
        case color(String)
    }

    /// Rows of cells, such as a matrix or aligned equations.
    package struct Table: Hashable, Sendable {
        package enum Side: String, Sendable {
            case left
            case center
            case right
        }

        package enum Kind: Sendable {
            case matrix
            case small
            case cases
            /// Equations: each pair of columns meets at a sign.
            case equations
        }

        package let kind: Kind
        /// The sides of the columns; the last one counts for all that follow.
        package let sides: [Side]
        package let rows: [[Formula]]
        /// Whether the columns repeat from the first.
        package var sidesRepeat: Bool { kind == .equations }
    }
}
