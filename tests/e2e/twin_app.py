"""Twin app: the real pages on the scripted twin: ``python tests/e2e/twin_app.py PORT [PACE [MODE]]``."""

import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def main(port: int, pace: float, mode: str) -> None:
    """Put the twin where the wiring would be, then run the app as ``streamlit run`` does."""
    sys.path.insert(0, str(ROOT))
    from streamlit.web import cli

    import masis
    from tests.fakes.scripted_masis import ScriptedMasis, wiring

    stand_in = wiring(ScriptedMasis(pace=pace, empty=mode == "empty", first_visit=mode == "first"))
    sys.modules["masis.wiring"] = masis.wiring = stand_in  # type: ignore[attr-defined]
    sys.argv = ["streamlit", "run", str(ROOT / "streamlit_app.py"), "--server.port", str(port)]
    cli.main()


if __name__ == "__main__":
    main(
        int(sys.argv[1]),
        float(sys.argv[2]) if len(sys.argv) > 2 else 0.5,
        sys.argv[3] if len(sys.argv) > 3 else "",
    )
