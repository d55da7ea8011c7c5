/// Clauses E.3 and E.4 of the format, in Python with its zlib and lzma.
enum OtherWriter {
    /// `other.py ENDING OUTPUT (PATH IS-COMPRESSED FILE)…`; of a compressed tar, `tar` is the plain one.
    static let script = #"""
        import collections, lzma, struct, sys, zlib

        PIECE = 1 << 20

        def is_dense(piece):
            n = len(piece)
            squares = sum(c * c for c in collections.Counter(piece).values())
            return n >= 8192 and 256 * 32 * squares <= 33 * n * n

        def deflated(piece, end=zlib.Z_FINISH):
            z = zlib.compressobj(6, zlib.DEFLATED, -15, 8)
            return z.compress(piece) + z.flush(end)

        def stored(piece, is_last):
            out = b""
            for at in range(0, len(piece), 65535):
                block = piece[at:at + 65535]
                last = is_last and at + 65535 >= len(piece)
                out += struct.pack("<BHH", last, len(block), len(block) ^ 0xFFFF) + block
            return out

        def pieces(content, size=PIECE):
            return [content[at:at + size] for at in range(0, len(content), size)]

        def deflate_in_pieces(content):
            all = pieces(content)
            out = b""
            for number, piece in enumerate(all):
                is_last = number == len(all) - 1
                data = None
                if not is_dense(piece):
                    data = deflated(piece, zlib.Z_FINISH if is_last else zlib.Z_SYNC_FLUSH)
                out += data if data is not None and len(data) < len(piece) else stored(piece, is_last)
            return out

        def gz(tar):
            header = bytes([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3])
            return header + deflate_in_pieces(tar) + struct.pack("<II", zlib.crc32(tar), len(tar) & 0xFFFFFFFF)

        def number(value):
            out = b""
            while value >= 0x80:
                out += bytes([value & 0x7F | 0x80])
                value >>= 7
            return out + bytes([value])

        def crc64(data, table=[]):
            if not table:
                for byte in range(256):
                    value = byte
                    for _ in range(8):
                        value = value >> 1 ^ (0xC96C5795D7870F42 if value & 1 else 0)
                    table.append(value)
            crc = 0xFFFFFFFFFFFFFFFF
            for byte in data:
                crc = table[(crc ^ byte) & 0xFF] ^ crc >> 8
            return crc ^ 0xFFFFFFFFFFFFFFFF

        def xz(tar):
            size = 2 << 20  # the dictionary of level 2
            header = b"\xfd7zXZ\0" + b"\0\4" + struct.pack("<I", zlib.crc32(b"\0\4"))
            out, records, all = header, b"", pieces(tar, size)
            for block in all:
                data = None
                if not is_dense(block):
                    raw = lzma.compress(block, lzma.FORMAT_RAW, filters=[{"id": lzma.FILTER_LZMA2, "preset": 2}])
                    if len(raw) < len(block):
                        data, dictionary = raw, 18
                if data is None:
                    data, dictionary = b"", 0
                    for at in range(0, len(block), 65536):
                        chunk = block[at:at + 65536]
                        data += bytes([2 if at else 1]) + struct.pack(">H", len(chunk) - 1) + chunk
                    data += b"\0"
                fields = b"\xc0" + number(len(data)) + number(len(block)) + bytes([0x21, 1, dictionary])
                length = (1 + len(fields) + 3) // 4 * 4
                head = (bytes([length // 4]) + fields).ljust(length, b"\0")
                head += struct.pack("<I", zlib.crc32(head))
                out += head + data + bytes(-len(data) % 4) + struct.pack("<Q", crc64(block))
                records += number(len(head) + len(data) + 8) + number(len(block))
            index = b"\0" + number(len(all)) + records
            index += bytes(-len(index) % 4)
            index += struct.pack("<I", zlib.crc32(index))
            footer = struct.pack("<I", len(index) // 4 - 1) + b"\0\4"
            return out + index + struct.pack("<I", zlib.crc32(footer)) + footer + b"YZ"

        def member(content, is_compressed):
            if is_compressed or not content:
                return 0, content
            if len(content) > PIECE:
                if all(is_dense(piece) for piece in pieces(content)[:4]):
                    return 0, content
                return 8, deflate_in_pieces(content)
            data = b"" if is_dense(content) else deflated(content)
            return (8, data) if data and len(data) < len(content) else (0, content)

        def zipped(files):
            out, directory = b"", b""
            for path, content, is_compressed in files:
                method, data = member(content, is_compressed)
                name = path.encode()
                common = struct.pack(
                    "<HHHHIII", 0x800, method, 0, 33, zlib.crc32(content), len(data), len(content)) + struct.pack("<HH", len(name), 0)
                directory += struct.pack("<IHH", 0x02014B50, 0x0314, 20) + common + struct.pack(
                    "<HHHII", 0, 0, 0, 0o100644 << 16, len(out)) + name
                out += struct.pack("<IH", 0x04034B50, 20) + common + name + data
            end = struct.pack(
                "<IHHHHIIH", 0x06054B50, 0, 0, len(files), len(files), len(directory), len(out), 0)
            return out + directory + end

        ending, output = sys.argv[1:3]
        words = sys.argv[3:]
        if ending == "zip":
            files = [(words[i], open(words[i + 2], "rb").read(), words[i + 1] == "1") for i in range(0, len(words), 3)]
            result = zipped(files)
        else:
            result = {"tar.gz": gz, "tar.xz": xz}[ending](open("tar", "rb").read())
        with open(output, "wb") as file:
            file.write(result)
        """#
}
