"""Main: ``python -m masis`` is the command line."""

import sys

from masis.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
