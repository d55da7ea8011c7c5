"""Serves a folder on this machine while a command runs: serve.py FOLDER COMMAND…, with its address as $SERVER.

Below /right files are as they are, below /tampered one bit of each is another, and below /truncated the second half never comes.
"""

import http.server
import os
import pathlib
import subprocess
import sys
import threading


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        _, kind, path = self.path.split("/", 2)
        file = pathlib.Path(sys.argv[1], path)
        if kind not in ("right", "tampered", "truncated") or not file.is_file():
            return self.send_error(404)
        data = bytearray(file.read_bytes())
        self.send_response(200)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        if kind == "tampered":
            data[len(data) // 2] ^= 1
        self.wfile.write(data[: len(data) // 2] if kind == "truncated" else data)

    def log_message(self, *words):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()
environment = {**os.environ, "SERVER": f"http://127.0.0.1:{server.server_port}"}
sys.exit(subprocess.run(sys.argv[2:], env=environment).returncode)
