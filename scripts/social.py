"""Draw the picture that goes with links to the site: `python scripts/social.py`."""

import shutil
from pathlib import Path
from typing import Final

import figures
from playwright.sync_api import sync_playwright

FILE: Final = Path(__file__).parent.parent / "docs" / "images" / "social.png"
PAGE: Final = """<!doctype html><meta charset="utf-8"><style>
body {{ display: grid; grid-template-columns: 1fr 560px; gap: 40px; align-items: center; margin: 0;
  box-sizing: border-box; width: 1200px; height: 630px; padding: 0 50px; background: #eef5f2;
  color: #1b1b1b; font: 28px/1.35 system-ui, sans-serif; }}
h1 {{ margin: 0 0 24px; font-size: 54px; line-height: 1.12; }}
mark {{ background: linear-gradient(transparent 62%, #ffc94a 62%, #ffc94a 92%, transparent 92%); }}
p {{ margin: 0; color: #00574b; font-weight: 700; }}
svg {{ width: 100%; height: auto; border-radius: 16px; }}
</style><div><h1>Take exactly as many tricks as <mark>exactly one other</mark> player.</h1>
<p>collusion-rules</p></div>{picture}"""


def main() -> None:
    """Draw it."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox"]
        )
        page = browser.new_page(viewport={"width": 1200, "height": 630})
        page.set_content(PAGE.format(picture=figures.picture()))
        page.screenshot(path=FILE)
        browser.close()


if __name__ == "__main__":
    main()
