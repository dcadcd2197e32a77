"""Write the API's description to the file named on the command line, in a form that shows changes well in a diff."""

import json
import sys
from pathlib import Path

from hostwise.server.application import create_app
from hostwise.server.settings import Settings

# The description needs no database, so the address need not lead anywhere.
description = create_app(Settings.model_construct(database_url="postgresql:///hostwise")).openapi()
Path(sys.argv[1]).write_text(json.dumps(description, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
