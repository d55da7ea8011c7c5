"""Makes ordinary archives, which are not of notebooks: ordinary_archives.py COUNT FOLDER, zips and tars, half of them without an ending."""

import io
import pathlib
import random
import sys
import tarfile
import zipfile

count, folder = int(sys.argv[1]), pathlib.Path(sys.argv[2])
chance = random.Random(40)
FIRST = [
    "manifest.json", "src/manifest.json", "mimetype", "[Content_Types].xml", "META-INF/MANIFEST.MF", "README.md", "a/b/c.txt",
    "N.notebundle/notes/a.md", "N.notebundle.txt", "notebundle/manifest.json", "word/document.xml",
    "Füße.txt", "long/" * 30 + "name.txt", "x.notebundle/" + "deep/" * 18 + "manifest.json",
]

for number in range(count):
    is_zip = number % 2 == 0
    paths = [chance.choice(FIRST)] + [f"other/{chance.randrange(10**9)}.txt" for _ in range(chance.randrange(4))]
    # A manifest that is not the first member.
    if chance.random() < 0.2:
        paths.append("N.notebundle/manifest.json")
    texts = [bytes(chance.randrange(32, 127) for _ in range(chance.randrange(400, 900))) for _ in paths]
    name = folder / f"{number}{chance.choice(['', '.zip' if is_zip else '.tar'])}"
    if is_zip:
        with zipfile.ZipFile(name, "w", chance.choice([zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])) as archive:
            for path, text in zip(paths, texts):
                archive.writestr(path, text)
    else:
        with tarfile.open(name, "w", format=chance.choice([tarfile.GNU_FORMAT, tarfile.PAX_FORMAT, tarfile.USTAR_FORMAT])) as archive:
            for path, text in zip(paths, texts):
                member = tarfile.TarInfo(path)
                member.size = len(text)
                try:
                    archive.addfile(member, io.BytesIO(text))
                except ValueError:  # A name that is too long for this format.
                    pass
