"""The package for Debian and its derivatives, which installs the tool as notebundle: Ruby's Bundler is ‘bundle’ there."""

import hashlib
import lzma
import platform
import re
from email.utils import formatdate

from .contents import File, gzip, tar

HOMEPAGE = "https://notebundle.org"
ARCHITECTURES = {"x86_64": "amd64", "aarch64": "arm64"}

#: Where Debian has what others have elsewhere below share/.
PLACES = {
    "share/zsh/site-functions/": "share/zsh/vendor-completions/",
    "share/fish/vendor_completions.d/": "share/fish/vendor_completions.d/",
}

#: What lintian calls errors, and is meant.
OVERRIDES = """\
# One file for every distribution; the package has no dependencies.
notebundle: statically-linked-binary [usr/bin/notebundle]
notebundle: embedded-library *
"""


def write(contents, target):
    architecture = ARCHITECTURES[platform.machine()]
    version = f"{contents.version}-1"
    files = payload(contents, version)
    control = "".join(
        f"{key}: {value}\n"
        for key, value in {
            "Package": "notebundle",
            "Version": version,
            "Architecture": architecture,
            "Maintainer": maintainer(contents.licences),
            "Installed-Size": -(-sum(len(file.data) for file in files) // 1024),
            "Section": "utils",
            "Priority": "optional",
            "Homepage": HOMEPAGE,
            "Description": DESCRIPTION,
        }.items())
    sums = "".join(f"{hashlib.md5(file.data).hexdigest()}  {file.path}\n" for file in sorted(files, key=lambda file: file.path))
    members = [
        ("debian-binary", b"2.0\n"),
        ("control.tar.xz", pack([File("control", control.encode()), File("md5sums", sums.encode())], contents.time)),
        ("data.tar.xz", pack(files, contents.time)),
    ]
    path = target / f"notebundle_{version}_{architecture}.deb"
    path.write_bytes(b"!<arch>\n" + b"".join(ar(name, data, contents.time) for name, data in members))
    return path


DESCRIPTION = """\
notebooks of Markdown files that can be checked and sent as one file
 Creates, edits, validates, merges and archives notebooks: folders of Markdown
 notes and flashcards with a manifest that has the size and SHA-256 of every
 file. The same rules hold for a folder, a zip and a tar, which makes it a
 validator for continuous integration."""


def payload(contents, version):
    files = []
    # Debian asks for the best compression of pages and lists of changes.
    for file in contents.installed("notebundle"):
        path = file.path
        for place, debian in PLACES.items():
            if path.startswith(place):
                path = debian + path.removeprefix(place)
        is_page = path.startswith("share/man/")
        files.append(File(f"usr/{path}.gz", gzip(file.data, 9)) if is_page else file.at(f"usr/{path}"))
    changes = f"notebundle ({version}) unstable; urgency=medium\n\n  * Release {contents.version}.\n\n"
    changes += f" -- {maintainer(contents.licences)}  {formatdate(contents.time)}\n"
    folder = "usr/share/doc/notebundle"
    files += [file.at(f"{folder}/{file.path}") for file in contents.licences]
    files += [
        contents.program("usr/bin/notebundle"),
        File(f"{folder}/copyright", copyright(contents.licences)),
        File(f"{folder}/changelog.Debian.gz", gzip(changes.encode(), 9)),
        File("usr/share/lintian/overrides/notebundle", OVERRIDES.encode()),
    ]
    return files


def licence(licences):
    return next(file.data.decode() for file in licences if file.path == "LICENSE")


def maintainer(licences):
    """Who has the copyright; Debian wants an address, and nobody promises to read mail."""
    holder = re.search(r"^Copyright \(c\) [0-9, -]+ (.*)$", licence(licences), re.MULTILINE)[1]
    return f"{holder} <noreply@{HOMEPAGE.removeprefix('https://')}>"


def copyright(licences):
    """Our licence; those of the libraries lie beside it."""
    return (licence(licences) + "\nThe licences of the libraries in the program are in the folder ‘licences’ beside this file.\n").encode()


def pack(files, time):
    return lzma.compress(tar(files, time, prefix="./"), preset=1)


def ar(name, data, time):
    header = f"{name:<16}{time:<12}{0:<6}{0:<6}{0o100644:<8o}{len(data):<10}`\n"
    return header.encode() + data + b"\n" * (len(data) % 2)
