"""The tarball: bin and share, to be unpacked into a prefix such as ~/.local."""

from .contents import File, gzip, tar


def write(contents, target, system, machine):
    name = f"bundle-{contents.version}-{system}-{machine}"
    files = {file.path: file for tool in ("bundle", "notebundle") for file in contents.installed(tool)}
    files = list(files.values()) + [file.at(f"share/doc/notebundle/{file.path}") for file in contents.licences]
    files += [contents.program("bin/bundle"), File("bin/notebundle", link="bundle")]
    path = target / f"{name}.tar.gz"
    path.write_bytes(gzip(tar([file.at(f"{name}/{file.path}") for file in files], contents.time)))
    return path
