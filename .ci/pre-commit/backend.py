"""Makes the empty package that pre-commit installs; it requires the wheel of the release, by address and digest."""

import pathlib
import platform
import sys
import zipfile

NAME = "notebundle_hooks-1"


def build_wheel(folder, config_settings=None, metadata_directory=None):
    """The hook that pip calls (PEP 517)."""
    required = pathlib.Path("requirements.txt").read_text().splitlines()
    if sys.platform != "linux" or not any(f"'{platform.machine()}'" in line for line in required):
        sys.exit("no wheel for this system: install bundle, and use the hook bundle-validate-system")
    metadata = ["Metadata-Version: 2.1", "Name: notebundle-hooks", "Version: 1"] + [f"Requires-Dist: {line}" for line in required]
    files = {
        "METADATA": "\n".join(metadata) + "\n",
        "WHEEL": "Wheel-Version: 1.0\nGenerator: backend\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    files["RECORD"] = "".join(f"{NAME}.dist-info/{name},,\n" for name in [*files, "RECORD"])
    with zipfile.ZipFile(pathlib.Path(folder, f"{NAME}-py3-none-any.whl"), "w") as wheel:
        for name, text in files.items():
            wheel.writestr(f"{NAME}.dist-info/{name}", text)
    return f"{NAME}-py3-none-any.whl"
