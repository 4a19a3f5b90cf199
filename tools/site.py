"""Builds the documentation as a static site with search: site.py OUTPUT, or make site.

MkDocs reads the files that the pages link to from a copy of the repository, so that the
same links work on the site and in the repository. A folder that is linked gets a page
that lists its files. The order of the pages is that of docs/README.md.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parent.parent
LINK = re.compile(r"\[([^\]]*)\]\(([^)#\s]+)(?:#[^)\s]*)?\)")


def copied(pages: Path) -> None:
    """Copies the page README.md and, in turn, all files that the copied pages link to."""
    queue = [Path("README.md")]
    seen = set()
    while queue:
        name = queue.pop()
        if name in seen:
            continue
        seen.add(name)
        source, target = ROOT / name, pages / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if source.is_dir():
            target.mkdir(exist_ok=True)
            files = subprocess.run(["git", "ls-files", "."], cwd=source, check=True, capture_output=True, text=True)
            names = [f for f in files.stdout.split() if "testdata/" not in f]
            listing = "".join(f"- [{f}]({f})\n" for f in names)
            queue += [name / f for f in names]
            if "README.md" not in names:
                (target / "README.md").write_text(f"# {name}\n\n{listing}")
            continue
        shutil.copyfile(source, target)
        if name.suffix == ".md":
            for _, path in LINK.findall(without_code(source.read_text())):
                if not re.match(r"[a-z]+:", path):
                    queue.append((source.parent / path).resolve().relative_to(ROOT))


def without_code(text: str) -> str:
    """Removes the blocks of code, whose brackets are no links."""
    return re.sub(r"(?ms)^```.*?^```$", "", text)


def navigation() -> list:
    """The sections of docs/README.md with their pages."""
    sections = []
    for line in (ROOT / "docs/README.md").read_text().splitlines():
        if line.startswith("## "):
            sections.append({line[3:]: []})
        elif m := re.match(r"- \[(.*)\]\((.*)\)$", line):
            path = (ROOT / "docs" / m[2]).resolve().relative_to(ROOT)
            list(sections[-1].values())[0].append({m[1].replace("`", ""): str(path)})
    return sections



def settings(pages: Path, output: Path) -> dict:
    return {
        "site_name": "truthloop",
        "docs_dir": str(pages),
        "site_dir": str(output),
        "use_directory_urls": False,  # all but the search works without a server
        "theme": {
            "name": "material",
            "font": False,  # no request leaves the reader's machine
            "features": ["navigation.sections", "navigation.top", "search.highlight", "content.code.copy"],
            "palette": [
                {"media": "(prefers-color-scheme: light)", "scheme": "default"},
                {"media": "(prefers-color-scheme: dark)", "scheme": "slate"},
            ],
        },
        "plugins": ["search"],
        "markdown_extensions": [
            "tables", "md_in_html", "pymdownx.superfences", "pymdownx.highlight",
            {"toc": {"slugify": SLUG, "permalink": True}},
        ],
        "validation": {"links": {"anchors": "warn", "not_found": "warn", "unrecognized_links": "warn"}},
        "nav": navigation(),
    }


SLUG = object()  # stands for a function, which YAML names by a tag
yaml.SafeDumper.add_representer(
    object,
    lambda dumper, _: dumper.represent_mapping("tag:yaml.org,2002:python/object/apply:pymdownx.slugs.slugify", {"kwds": {"case": "lower"}}),
)


def main() -> None:
    output = Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory() as work:
        pages, config = Path(work) / "pages", Path(work) / "mkdocs.yml"
        pages.mkdir()
        copied(pages)
        config.write_text(yaml.safe_dump(settings(pages, output), sort_keys=False))
        command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "-f", str(config)]
        sys.exit(subprocess.run(command, env={**os.environ, "NO_MKDOCS_2_WARNING": "1"}).returncode)


main()
