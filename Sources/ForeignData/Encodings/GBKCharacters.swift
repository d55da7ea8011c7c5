/// The characters that GBK and GB 18030 add to GB 2312 (WHATWG Encoding Standard, §10).
enum GBKCharacters {
    /// The signs in rows 0xA8 and 0xA9.
    private static let signs = Array(
        ("ˊˋ˙–―‥‵℅℉↖↗↘↙∕∟∣≒≦≧⊿═║╒╓╔╕╖╗╘╙╚╛╜╝╞╟╠╡╢╣╤╥╦╧╨╩╪╫╬╭╮╯╰╱╲╳▁▂▃▄▅▆▇█▉▊▋▌▍▎▏▓▔▕▼▽◢◣◤◥☉⊕〒〝"
            + "〞�����������〡〢〣〤〥〦〧〨〩㊣㎎㎏㎜㎝㎞㎡㏄㏎㏑㏒㏕︰￢￤�℡㈱�‐���ー゛゜ヽヾ〆ゝゞ﹉﹊﹋﹌﹍﹎﹏﹐﹑﹒﹔﹕﹖﹗﹙﹚﹛﹜﹝﹞﹟﹠﹡﹢﹣﹤﹥﹦﹨﹩﹪﹫"
            + "〾⿰⿱⿲⿳⿴⿵⿶⿷⿸⿹⿺⿻〇����������").utf16)
    /// What follows the ideographs, from 0xFD9C on.
    private static let last = Array(
        ("郎凉秊裏隣兀嗀﨎﨏﨑﨓﨔礼﨟蘒﨡﨣﨤﨧﨨﨩⺁���⺄㑳㑇⺈⺋�㖞㘚㘎⺌⺗㥮㤘�㧏㧟㩳㧐��㭎㱮㳠⺧��⺪䁖䅟⺮䌷⺳⺶⺷�䎱䎬⺻䏝䓖䙡䙌�䜣䜩䝼䞍⻊䥇䥺䥽䦂䦃䦅䦆䦟䦛䦷䦶"
            + "��䲣䲟䲠䲡䱷䲢䴓䴔䴕䴖䴗䴘䴙䶮�").utf16)
    /// The codes for private use below 0xE865 that four bytes stand for.
    private static let privateUse: [ClosedRange<UInt16>] = [
        0xE76C...0xE76C, 0xE7C8...0xE7C8, 0xE7E7...0xE7F3, 0xE815...0xE815, 0xE819...0xE81D, 0xE81F...0xE825,
        0xE827...0xE82A, 0xE82D...0xE830, 0xE833...0xE83A, 0xE83C...0xE842, 0xE844...0xE853, 0xE856...0xE863,
    ]
    /// The ideographs that GB 2312 lacks, in the order of Unicode.
    private static let ideographs: [UInt16] = {
        let known = CharacterGrid.gb.characters
        return (0x4E00...0x9FA5).filter { !known.contains($0) }
    }()
    /// What no two bytes stand for, in the order of Unicode.
    private static let rest: [UInt16] = {
        let known = CharacterGrid.gb.characters.union(ideographs).union(signs).union(last)
        return (0x80...0xFFFF).filter { code in
            !(0xD800...0xDFFF).contains(code) && (code == 0xFFFD || !known.contains(code))
                && (!(0xE000..<0xE865).contains(code) || privateUse.contains { $0.contains(code) })
        }
    }()

    /// The character of two bytes; `nil` where none is.
    static func character(_ lead: UInt8, _ trail: UInt8) -> UInt32? {
        if lead >= 0xA1, trail >= 0xA1 { return CharacterGrid.gb[Int(lead) - 0xA1, Int(trail) - 0xA1] }
        let column = Int(trail) - (trail < 0x7F ? 0x40 : 0x41)
        let (characters, index): ([UInt16], Int) =
            switch lead {
            case 0x81...0xA0: (ideographs, (Int(lead) - 0x81) * 190 + column)
            case 0xA8, 0xA9: (signs, (Int(lead) - 0xA8) * 96 + column)
            case 0xAA...0xFE: (ideographs, 32 * 190 + (Int(lead) - 0xAA) * 96 + column)
            default: ([], 0)
            }
        var code: UInt16?
        if index < characters.count {
            code = characters[index]
        } else if lead >= 0xFD, index - ideographs.count < last.count {
            code = last[index - ideographs.count]
        }
        return code == 0xFFFD ? nil : code.map { UInt32($0) }
    }

    /// The character of four bytes, by their number; `nil` where none is.
    static func character(_ number: Int) -> UInt32? {
        if number < rest.count { return UInt32(rest[number]) }
        return (189_000..<189_000 + 0x100000).contains(number) ? UInt32(number - 189_000 + 0x10000) : nil
    }
}
