"""The wheel, which pip installs without compiling: the tool as bundle, and as notebundle, which starts it under that name."""

import base64
import hashlib
import io
import platform
import time as clock
import zipfile

from .contents import File

METADATA = """\
Metadata-Version: 2.1
Name: notebundle
Version: {version}
Summary: Notebooks of Markdown files that can be checked and sent as one file
License: MIT
Requires-Python: >=3.6
Description-Content-Type: text/markdown

`bundle` creates, edits, validates and archives notebooks (`.notebundle`). The wheel holds the program for Linux, which needs no other
file; `bundle --help` lists its verbs. `notebundle` is the same program, for machines on which Ruby’s Bundler is called `bundle`.
"""

START = '''\
"""Starts the program that this package installs beside Python’s own."""

import os
import sys
import sysconfig


def main():
    """Becomes the program."""
    schemes = [sysconfig.get_path("scripts"), os.path.dirname(os.path.abspath(sys.argv[0])), os.path.expanduser("~/.local/bin")]
    for folder in schemes:
        program = os.path.join(folder, "bundle")
        if os.path.exists(program):
            os.execv(program, ["notebundle"] + sys.argv[1:])
    sys.exit("notebundle: cannot find the program ‘bundle’ in " + ", ".join(schemes) + "\\nhint: install the package again")
'''

MAIN = "from notebundle import main\n\nmain()\n"


def write(contents, target):
    machine, version = platform.machine(), contents.version
    # The program asks nothing of the system’s C library, so that what is judged is the oldest that pip can name.
    systems = [f"manylinux_2_17_{machine}", f"manylinux2014_{machine}", f"musllinux_1_1_{machine}"]
    tags = "".join(f"Tag: py3-none-{system}\n" for system in systems)
    information, data = f"notebundle-{version}.dist-info", f"notebundle-{version}.data"
    files = [
        contents.program(f"{data}/scripts/bundle"),
        File("notebundle/__init__.py", START.encode()),
        File("notebundle/__main__.py", MAIN.encode()),
        File(f"{information}/METADATA", METADATA.format(version=version).encode()),
        File(f"{information}/WHEEL", f"Wheel-Version: 1.0\nGenerator: .ci/release\nRoot-Is-Purelib: false\n{tags}".encode()),
        File(f"{information}/entry_points.txt", b"[console_scripts]\nnotebundle = notebundle:main\n"),
    ]
    # Desktops look into no virtual environment, and ‘bundle validate’ takes names such as org.notebundle.xml for notebooks.
    pages = [file for file in contents.installed("bundle") if ".notebundle." not in file.path]
    files += [file.at(f"{data}/data/{file.path}") for file in pages]
    files += [file.at(f"{information}/licenses/{file.path}") for file in contents.licences]
    record = File(f"{information}/RECORD", "".join(map(row, files)).encode() + f"{information}/RECORD,,\n".encode())
    stream = io.BytesIO()
    # A zip has no times before 1980.
    date = clock.gmtime(max(contents.time, 315532800))[:6]
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as archive:
        for file in files + [record]:
            info = zipfile.ZipInfo(file.path, date)
            info.external_attr, info.create_system = (0o100000 | file.mode) << 16, 3
            archive.writestr(info, file.data, zipfile.ZIP_DEFLATED, 6)
    path = target / f"notebundle-{version}-py3-none-{'.'.join(systems)}.whl"
    path.write_bytes(stream.getvalue())
    return path


def row(file):
    digest = base64.urlsafe_b64encode(hashlib.sha256(file.data).digest()).rstrip(b"=").decode()
    return f"{file.path},sha256={digest},{len(file.data)}\n"
