/// The names of signs in TeX.
enum FormulaSymbols {
    /// What a command without arguments stands for.
    static func formula(_ name: String) -> Formula? { table[name] }

    private static let table: [String: Formula] = {
        var table: [String: Formula] = [:]
        for (name, shown) in entries(italic) { table[name] = .identifier(shown, isUpright: false) }
        for (name, shown) in entries(upright) { table[name] = .identifier(shown, isUpright: true) }
        for (kind, list) in signs {
            for (name, shown) in entries(list) { table[name] = .sign(.init(text: shown, kind: kind)) }
        }
        for name in functions.split(separator: " ") {
            table[String(name)] = .function(String(name), hasLimits: false)
        }
        for name in limits.split(separator: " ") { table[String(name)] = .function(String(name), hasLimits: true) }
        for (name, shown) in ["limsup": "lim sup", "liminf": "lim inf", "injlim": "inj lim", "projlim": "proj lim"] {
            table[name] = .function(shown, hasLimits: true)
        }
        for (name, width) in spaces { table[name] = .space(width) }
        return table
    }()

    private static let signs: [(kind: Formula.Sign.Kind, list: String)] = [
        (.relation, relations), (.binary, binaries), (.large, large), (.integral, integrals), (.open, open),
        (.close, close), (.ordinary, ordinary), (.punctuation, "colon::"),
    ]

    /// The names in a list, and what they stand for.
    private static func entries(_ list: String) -> [(name: String, shown: String)] {
        list.split(whereSeparator: \.isWhitespace).compactMap { entry in
            let parts = entry.split(separator: ":", maxSplits: 1)
            return parts.count == 2 ? (String(parts[0]), String(parts[1])) : nil
        }
    }

    /// What a character other than a letter or digit stands for.
    static func sign(_ character: Character) -> Formula {
        let kind: Formula.Sign.Kind? =
            switch character {
            case "=", "<", ">", ":": .relation
            case "+", "*", "-": .binary
            case "(", "[": .open
            case ")", "]": .close
            case ",", ";": .punctuation
            default: nil
            }
        let shown = character == "-" ? "−" : character == "*" ? "∗" : String(character)
        return .sign(.init(text: shown, kind: kind ?? kinds[shown] ?? .ordinary))
    }

    /// The kinds of signs that are written as they are, such as `≤`; a sign of two kinds is of the first.
    private static let kinds: [String: Formula.Sign.Kind] = {
        var kinds = ["|": Formula.Sign.Kind.ordinary, "‖": .ordinary]
        for (kind, list) in signs { for (_, shown) in entries(list) where kinds[shown] == nil { kinds[shown] = kind } }
        return kinds
    }()

    /// The delimiter that a command or character stands for, also those that grow.
    static func delimiter(_ name: String) -> String? { delimiters[name] }

    private static let delimiters: [String: String] = [
        "(": "(", ")": ")", "[": "[", "]": "]", "|": "|", "/": "/", ".": "", "<": "⟨", ">": "⟩", "\\{": "{",
        "\\}": "}", "\\|": "‖", "\\lbrace": "{", "\\rbrace": "}", "\\lbrack": "[", "\\rbrack": "]", "\\vert": "|",
        "\\lvert": "|", "\\rvert": "|", "\\Vert": "‖", "\\lVert": "‖", "\\rVert": "‖", "\\langle": "⟨",
        "\\rangle": "⟩", "\\lfloor": "⌊", "\\rfloor": "⌋", "\\lceil": "⌈", "\\rceil": "⌉", "\\backslash": "\\",
        "\\uparrow": "↑", "\\downarrow": "↓", "\\updownarrow": "↕", "\\Uparrow": "⇑", "\\Downarrow": "⇓",
        "\\lgroup": "⟮", "\\rgroup": "⟯",
    ]

    /// The mark of an accent, whether it is above, and whether it grows.
    static func accent(_ name: String) -> (mark: String, isAbove: Bool, stretches: Bool)? { accents[name] }

    private static let accents: [String: (mark: String, isAbove: Bool, stretches: Bool)] = [
        "hat": ("^", true, false), "check": ("ˇ", true, false), "tilde": ("~", true, false),
        "acute": ("´", true, false), "grave": ("`", true, false), "dot": ("˙", true, false),
        "ddot": ("¨", true, false), "dddot": ("⃛", true, false), "breve": ("˘", true, false),
        "bar": ("¯", true, false), "vec": ("→", true, false), "mathring": ("˚", true, false),
        "widehat": ("^", true, true), "widetilde": ("~", true, true), "overline": ("‾", true, true),
        "overrightarrow": ("→", true, true), "overleftarrow": ("←", true, true),
        "overleftrightarrow": ("↔", true, true), "overbrace": ("⏞", true, true), "underbrace": ("⏟", false, true),
        "underline": ("_", false, true), "underrightarrow": ("→", false, true), "underleftarrow": ("←", false, true),
        "overparen": ("⏜", true, true), "underparen": ("⏝", false, true),
    ]

    /// Arrows that grow with what is written above and below them.
    static let longArrows = [
        "xrightarrow": "→", "xleftarrow": "←", "xRightarrow": "⇒", "xLeftarrow": "⇐", "xleftrightarrow": "↔",
        "xLeftrightarrow": "⇔", "xmapsto": "↦", "xhookrightarrow": "↪", "xhookleftarrow": "↩",
    ]

    private static let spaces = [
        ",": 17, ":": 22, ">": 22, ";": 28, "!": -17, " ": 25, "quad": 100, "qquad": 200, "enspace": 50,
        "thinspace": 17, "medspace": 22, "thickspace": 28, "negthinspace": -17, "space": 25, "nobreakspace": 25,
    ]

    private static let functions = """
        arccos arcsin arctan arg cos cosh cot coth csc deg dim exp hom ker lg ln log sec sin sinh tan tanh sgn
        """.replacing("\n", with: " ")
    private static let limits = "det gcd inf lim max min Pr sup"

    private static let italic = """
        alpha:α beta:β gamma:γ delta:δ epsilon:ϵ varepsilon:ε zeta:ζ eta:η theta:θ vartheta:ϑ iota:ι kappa:κ
        varkappa:ϰ lambda:λ mu:μ nu:ν xi:ξ omicron:ο pi:π varpi:ϖ rho:ρ varrho:ϱ sigma:σ varsigma:ς tau:τ upsilon:υ
        phi:ϕ varphi:φ chi:χ psi:ψ omega:ω digamma:ϝ imath:ı jmath:ȷ ell:ℓ partial:∂ varGamma:Γ varDelta:Δ
        varTheta:Θ varLambda:Λ varXi:Ξ varPi:Π varSigma:Σ varUpsilon:Υ varPhi:Φ varPsi:Ψ varOmega:Ω
        """
    private static let upright = """
        Gamma:Γ Delta:Δ Theta:Θ Lambda:Λ Xi:Ξ Pi:Π Sigma:Σ Upsilon:Υ Phi:Φ Psi:Ψ Omega:Ω infty:∞ nabla:∇ emptyset:∅
        varnothing:∅ hbar:ℏ hslash:ℏ Re:ℜ Im:ℑ wp:℘ aleph:ℵ beth:ℶ gimel:ℷ daleth:ℸ forall:∀ exists:∃ nexists:∄
        top:⊤ bot:⊥ angle:∠ measuredangle:∡ sphericalangle:∢ triangle:△ square:□ Box:□ Diamond:◊ lozenge:◊
        blacksquare:■ blacktriangle:▲ bigstar:★ clubsuit:♣ diamondsuit:♢ heartsuit:♡ spadesuit:♠ flat:♭ natural:♮
        sharp:♯ dagger:† ddagger:‡ S:§ P:¶ pounds:£ euro:€ yen:¥ copyright:© degree:° complement:∁ eth:ð mho:℧
        checkmark:✓ maltese:✠ diameter:⌀ surd:√ N:ℕ Z:ℤ Q:ℚ R:ℝ C:ℂ reals:ℝ Reals:ℝ natnums:ℕ Complex:ℂ
        #:# $:$ %:% &:& _:_ backslash:\\ prime:′
        """
    private static let relations = """
        le:≤ leq:≤ ge:≥ geq:≥ ne:≠ neq:≠ lt:< gt:> ll:≪ gg:≫ lll:⋘ ggg:⋙ leqq:≦ geqq:≧ leqslant:⩽ geqslant:⩾
        equiv:≡ sim:∼ simeq:≃ approx:≈ approxeq:≊ cong:≅ ncong:≇ doteq:≐ propto:∝ varpropto:∝ asymp:≍ coloneqq:≔
        eqqcolon:≕ triangleq:≜ prec:≺ succ:≻ preceq:⪯ succeq:⪰ lesssim:≲ gtrsim:≳ lessgtr:≶ gtrless:≷ nless:≮
        ngtr:≯ nleq:≰ ngeq:≱ in:∈ notin:∉ ni:∋ owns:∋ subset:⊂ supset:⊃ subseteq:⊆ supseteq:⊇ subsetneq:⊊
        supsetneq:⊋ nsubseteq:⊈ nsupseteq:⊉ sqsubset:⊏ sqsupset:⊐ sqsubseteq:⊑ sqsupseteq:⊒ Subset:⋐ Supset:⋑
        vdash:⊢ dashv:⊣ models:⊨ vDash:⊨ Vdash:⊩ nvdash:⊬ nvDash:⊭ perp:⊥ parallel:∥ nparallel:∦ mid:∣ nmid:∤
        bowtie:⋈ smile:⌣ frown:⌢ therefore:∴ because:∵ vartriangleleft:⊲ vartriangleright:⊳ trianglelefteq:⊴
        trianglerighteq:⊵ triangleleft:◃ triangleright:▹ between:≬ pitchfork:⋔ backsim:∽ risingdotseq:≓
        fallingdotseq:≒ circeq:≗ eqcirc:≖ thicksim:∼ thickapprox:≈
        to:→ rightarrow:→ gets:← leftarrow:← leftrightarrow:↔ Rightarrow:⇒ Leftarrow:⇐ Leftrightarrow:⇔ implies:⟹
        impliedby:⟸ iff:⟺ longrightarrow:⟶ longleftarrow:⟵ longleftrightarrow:⟷ Longrightarrow:⟹ Longleftarrow:⟸
        Longleftrightarrow:⟺ mapsto:↦ longmapsto:⟼ hookrightarrow:↪ hookleftarrow:↩ rightharpoonup:⇀
        rightharpoondown:⇁ leftharpoonup:↼ leftharpoondown:↽ rightleftharpoons:⇌ leftrightharpoons:⇋ uparrow:↑
        downarrow:↓ updownarrow:↕ Uparrow:⇑ Downarrow:⇓ Updownarrow:⇕ nearrow:↗ searrow:↘ swarrow:↙ nwarrow:↖
        rightsquigarrow:⇝ leadsto:⇝ twoheadrightarrow:↠ twoheadleftarrow:↞ rightarrowtail:↣ leftrightarrows:⇆
        rightleftarrows:⇄ rightrightarrows:⇉ leftleftarrows:⇇ nrightarrow:↛ nleftarrow:↚ nRightarrow:⇏
        nLeftarrow:⇍ curvearrowright:↷ curvearrowleft:↶ circlearrowright:↻ circlearrowleft:↺ multimap:⊸ upharpoonright:↾
        restriction:↾
        """
    private static let binaries = """
        pm:± mp:∓ times:× div:÷ cdot:⋅ ast:∗ star:⋆ circ:∘ bullet:∙ cap:∩ cup:∪ Cap:⋒ Cup:⋓ uplus:⊎ sqcap:⊓ sqcup:⊔
        vee:∨ lor:∨ wedge:∧ land:∧ setminus:∖ smallsetminus:∖ wr:≀ oplus:⊕ ominus:⊖ otimes:⊗ oslash:⊘ odot:⊙
        bigcirc:◯ amalg:⨿ diamond:⋄ ltimes:⋉ rtimes:⋊ dotplus:∔ barwedge:⊼ veebar:⊻ boxplus:⊞ boxminus:⊟
        boxtimes:⊠ boxdot:⊡ bigtriangleup:△ bigtriangledown:▽ unlhd:⊴ unrhd:⊵ lhd:⊲ rhd:⊳ circledast:⊛
        circledcirc:⊚ centerdot:⋅ divideontimes:⋇ intercal:⊺
        """
    private static let large = """
        sum:∑ prod:∏ coprod:∐ bigcup:⋃ bigcap:⋂ bigvee:⋁ bigwedge:⋀ bigoplus:⨁ bigotimes:⨂ bigodot:⨀ biguplus:⨄
        bigsqcup:⨆
        """
    private static let integrals = "int:∫ iint:∬ iiint:∭ oint:∮ oiint:∯ oiiint:∰ intop:∫"
    private static let open = "langle:⟨ lfloor:⌊ lceil:⌈ lbrace:{ lbrack:[ lvert:| lVert:‖ {:{ ulcorner:⌜ llbracket:⟦"
    private static let close = "rangle:⟩ rfloor:⌋ rceil:⌉ rbrace:} rbrack:] rvert:| rVert:‖ }:} urcorner:⌝ rrbracket:⟧"
    private static let ordinary = """
        ldots:… dots:… dotsc:… dotso:… cdots:⋯ dotsb:⋯ dotsm:⋯ dotsi:⋯ vdots:⋮ ddots:⋱ iddots:⋰ neg:¬ lnot:¬ vert:|
        Vert:‖ |:‖ backprime:‵
        """
}
