"""What interrogate counts in a folder, a row for each: python bench/coverage/peer.py FOLDER."""

import json
import os
import sys

from interrogate.coverage import InterrogateCoverage

root = os.path.abspath(sys.argv[1])
for result in InterrogateCoverage(paths=[root]).get_coverage().file_results:
    for node in result.nodes:
        name = node.path.split(":", 1)[1] if ":" in node.path else ""
        row = {
            "path": os.path.relpath(result.filename, root),
            "name": name,
            "line": node.lineno or 1,
            "documented": bool(node.covered),
        }
        print(json.dumps(row))
