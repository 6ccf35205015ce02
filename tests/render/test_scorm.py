"""SCORM packages: a manifest that names the page, and the page that reports to the platform."""

from __future__ import annotations

import json
import shutil
import subprocess
import zipfile
from pathlib import Path
from xml.etree import ElementTree

import pytest

import lexigrid
from commands import call, require

SCRIPT = """
import { findApi, sessionTime, startReport } from '%s';
const calls = [];
const API = {
  LMSInitialize: () => 'true', LMSGetValue: () => '', LMSCommit: () => 'true',
  LMSFinish: () => calls.push('finish'),
  LMSSetValue: (name, value) => calls.push(`${name}=${value}`),
};
const top = { API };
top.parent = top;
let time = 0;
const session = startReport(findApi({ parent: { parent: top } }), () => time);
time = 3723400;
session.report({ count: 1, total: 4, isOver: false });
session.report({ count: 4, total: 4, isOver: true });
session.finish();
session.finish();
const alone = {};
alone.parent = alone;
console.log(JSON.stringify({ calls, none: findApi(alone) }));
"""


@pytest.mark.parametrize("kind", ["lines", "cover"])
def test_a_package_names_its_page(kind: str, tmp_path: Path) -> None:
    path, again = tmp_path / "birds.zip", tmp_path / "again.zip"
    names = ["--output", str(path), "--output", str(again)]
    call("make", "--theme", "birds", "--kind", kind, "--seed", "5", "--title", "A & B", *names)
    assert path.read_bytes() == again.read_bytes()
    with zipfile.ZipFile(path) as file:
        assert file.namelist() == ["imsmanifest.xml", "index.html"]
        manifest = ElementTree.fromstring(file.read("imsmanifest.xml"))
        page = file.read("index.html").decode()
    space = "{http://www.imsproject.org/xsd/imscp_rootv1p1p2}"
    [resource] = manifest.iter(f"{space}resource")
    assert resource.get("{http://www.adlnet.org/xsd/adlcp_rootv1p2}scormtype") == "sco"
    assert resource.get("href") == "index.html"
    assert {each.text for each in manifest.iter(f"{space}title")} == {"A & B"}
    assert "LMSInitialize" in page


def test_completion_score_and_time_are_reported(tmp_path: Path) -> None:
    require(shutil.which("node") is not None, "no Node: apt-get install nodejs")
    module = Path(lexigrid.__file__).parent / "web" / "static" / "js" / "scorm.js"
    script = tmp_path / "run.mjs"
    copied = tmp_path / "scorm.mjs"
    copied.write_bytes(module.read_bytes())
    script.write_text(SCRIPT % "./scorm.mjs", "utf-8")
    done = subprocess.run(["node", str(script)], capture_output=True, check=True, timeout=60)
    found = json.loads(done.stdout)
    calls = found["calls"]
    assert found["none"] is None
    assert calls[0] == "cmi.core.lesson_status=incomplete"
    assert "cmi.core.score.raw=25" in calls
    assert calls.index("cmi.core.score.raw=100") < calls.index("cmi.core.lesson_status=completed")
    assert calls[-2:] == ["cmi.core.session_time=0001:02:03", "finish"]
    assert calls.count("finish") == 1
