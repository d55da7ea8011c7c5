"""The licences of what is linked into the tool, and how to link it again, which the LGPL grants."""

import pathlib
import shutil
import subprocess

from .contents import File

#: The libraries in the tool, as files of the packages that have their licences (Package.swift, staticLibraries).
LIBRARIES = ["archive", "z", "lzma", "zstd", "nettle", "bz2", "c", "stdc++", "gcc_eh"]

#: The licences that those of packages quote by name.
COMMON = ["Apache-2.0", "GPL-2", "GPL-3", "LGPL-2.1", "LGPL-3"]

RELINKING = """\
# Linking the tool again

`bundle` is one file that holds these libraries, under the licences beside this text:

{table}
glibc and nettle are under the GNU Lesser General Public License, which lets you use the tool with another version of them. Its
sources are all there is to it: take those of the same version, change or replace the libraries (`/usr/lib/*/lib*.a`), and link:

    .ci/prepare && swift build -c release --product bundle

The tool is then `.build/release/bundle`. `NOTEBUNDLE_DYNAMIC=1` before the second command makes one that loads the libraries
of the system when it starts.
"""


def collect(root, tool):
    """The texts as files: ours, Swift's, and those of the packages with the libraries."""
    files = [File("LICENSE", (root / "LICENSE").read_bytes()), File("licences/swift.txt", swift())]
    packages = libraries()
    if not packages:
        return files
    for package, _ in packages.values():
        text = pathlib.Path(f"/usr/share/doc/{package}/copyright").read_bytes()
        files.append(File(f"licences/{package}.txt", text))
    files += [File(f"licences/{name}.txt", pathlib.Path(f"/usr/share/common-licenses/{name}").read_bytes()) for name in COMMON]
    rows = [f"- Swift’s standard library and Foundation ({version()})"]
    rows += [f"- lib{library}: package {package} {number}" for library, (package, number) in packages.items()]
    files.append(File("Relinking.md", RELINKING.format(table="\n".join(rows) + "\n").encode()))
    return list({file.path: file for file in files}.values())


def swift():
    program = pathlib.Path(shutil.which("swift") or "swift").resolve()
    return (program.parent.parent / "share/swift/LICENSE.txt").read_bytes()


def version():
    text = subprocess.run(["swift", "--version"], check=True, capture_output=True, text=True).stdout
    return text.splitlines()[0]


def libraries():
    """The package of each library, and its version; nothing where dpkg has none."""
    if not shutil.which("dpkg-query"):
        return {}
    found = {}
    for library in LIBRARIES:
        path = place(f"lib{library}.a")
        owner = subprocess.run(["dpkg-query", "-S", path], capture_output=True, text=True, check=True).stdout.split(":")[0]
        number = subprocess.run(["dpkg-query", "-W", "-f", "${Version}", owner], capture_output=True, text=True, check=True).stdout
        found[library] = (owner, number)
    return found


def place(name):
    """Where the compiler finds a library."""
    compiler = next(filter(None, map(shutil.which, ["clang", "cc"])))
    path = subprocess.run([compiler, f"-print-file-name={name}"], capture_output=True, text=True, check=True).stdout.strip()
    return str(pathlib.Path(path).resolve())
