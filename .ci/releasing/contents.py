"""What every package holds, as files with paths below a prefix."""

import io
import json
import os
import pathlib
import subprocess
import tarfile
import tempfile
import zlib
from dataclasses import dataclass, replace


@dataclass(frozen=True)
class File:
    """A file of a package: its path without a leading slash, its bytes, whether it is a program, or where it links to."""

    path: str
    data: bytes = b""
    is_program: bool = False
    link: str | None = None

    @property
    def mode(self):
        return 0o755 if self.is_program else 0o644

    def at(self, path):
        return replace(self, path=path)


@dataclass(frozen=True)
class Contents:
    """A tool that is built, with what it installs beside itself."""

    tool: pathlib.Path
    version: str
    #: Seconds since 1970, which all files have.
    time: int
    #: The licences, as files without folders.
    licences: list[File]

    def program(self, path):
        return File(path, self.tool.read_bytes(), is_program=True)

    def installed(self, name):
        """What ‘setup’ installs for a tool of this name: manual pages, completions, types and icons, below share/."""
        with tempfile.TemporaryDirectory() as prefix:
            answer = subprocess.run(
                [self.tool.parent / name, "setup", "--prefix", prefix, "--json"], check=True, stdout=subprocess.PIPE, env={"PATH": os.defpath})
            paths = json.loads(answer.stdout)["installation"]["files"]
            return [File(str(pathlib.Path(path).relative_to(prefix)), pathlib.Path(path).read_bytes()) for path in sorted(paths)]


def folders(files):
    """The folders of files, from the outermost."""
    return sorted({str(parent) for file in files for parent in pathlib.PurePosixPath(file.path).parents} - {"."})


def with_folders(files, time, owner=("root", "root")):
    """Members for tarfile, in one order, and nothing in them of this machine."""
    def member(path, mode, kind):
        info = tarfile.TarInfo(path)
        info.mode, info.mtime, info.type = mode, time, kind
        info.uname, info.gname = owner
        return info

    for folder in folders(files):
        yield member(folder, 0o755, tarfile.DIRTYPE), None
    for file in sorted(files, key=lambda file: file.path):
        if file.link:
            info = member(file.path, 0o777, tarfile.SYMTYPE)
            info.linkname = file.link
            yield info, None
        else:
            info = member(file.path, file.mode, tarfile.REGTYPE)
            info.size = len(file.data)
            yield info, io.BytesIO(file.data)


def tar(files, time, prefix=""):
    """An uncompressed tar of files and their folders."""
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode="w", format=tarfile.GNU_FORMAT) as archive:
        for info, data in with_folders(files, time):
            info.name = prefix + info.name
            archive.addfile(info, data)
    return stream.getvalue()


def gzip(data, level=6):
    """The bytes compressed, without name or time."""
    packer = zlib.compressobj(level, zlib.DEFLATED, 31)
    return packer.compress(data) + packer.flush()
