"""Creates the files of src/ui/fonts from the packages of the two typefaces.

src/ui/styles/fonts.css says which letters are in which file. The text font interpolates linearly between weights 400 and
700, which halves its size: between them, its outlines differ from the designer's by less than a hundredth of their height.

Needs fontTools and brotli (Debian: fonttools 4.38, python3-brotli). In the repository: python3 scripts/make-fonts.py
"""

import re
from io import BytesIO
from pathlib import Path

from fontTools import subset
from fontTools.designspaceLib import AxisDescriptor, DesignSpaceDocument, SourceDescriptor
from fontTools.ttLib import TTFont
from fontTools.varLib import build, instancer

BITTER = Path("node_modules/@fontsource/bitter/files/bitter-latin-700-normal.woff2")
SOURCE_SANS = Path("node_modules/@fontsource-variable/source-sans-3/files/source-sans-3-latin-wght-normal.woff2")
STYLES = Path("src/ui/styles/fonts.css")
FOLDER = Path("src/ui/fonts")

LIGHT, SEMIBOLD, BOLD = 400, 600, 700
# The position between light and bold whose outlines are closest to those of the designer's semibold.
SEMIBOLD_PLACE = 0.55
# Name records that hold the typeface's name, which its licence may reserve.
NAMES = (1, 3, 4, 6)


def main():
    FOLDER.mkdir(exist_ok=True)
    letters = read_ranges()
    for part, unicodes in (("common", letters["common"]), ("rare", letters["rare"] - letters["common"])):
        save(cut(read(BITTER), unicodes), f"bitter-{part}")
        save(create_variable(unicodes), f"text-{part}")


def read_ranges():
    pattern = r"-(common|rare)\.woff2.*?unicode-range:\s*([^;]+);"
    found = re.findall(pattern, STYLES.read_text(), re.DOTALL)
    return {part: set(subset.parse_unicodes(re.sub(r"\s", "", ranges))) for part, ranges in found}


def read(path):
    return TTFont(path, recalcTimestamp=False)


def cut(font, unicodes):
    features = ["kern", "liga", "ccmp", "mark", "mkmk"]
    options = subset.Options(layout_features=features, hinting=False, glyph_names=True, name_IDs=[0, 1, 2, 4, 6, 14])
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=unicodes)
    subsetter.subset(font)
    return font


def create_variable(unicodes):
    axis = AxisDescriptor(tag="wght", name="Weight", minimum=LIGHT, default=LIGHT, maximum=BOLD)
    axis.map = [(LIGHT, 0), (SEMIBOLD, SEMIBOLD_PLACE), (BOLD, 1)]
    design = DesignSpaceDocument()
    design.addAxis(axis)
    for weight in (LIGHT, BOLD):
        font = cut(pin(weight), unicodes)
        place = {"Weight": axis.map_forward(weight)}
        design.addSource(SourceDescriptor(name=str(weight), path=str(weight), font=font, location=place))
    return build(design)[0]


def pin(weight):
    overlaps = instancer.OverlapMode.KEEP_AND_DONT_SET_FLAGS
    font = instancer.instantiateVariableFont(read(SOURCE_SANS), {"wght": weight}, overlap=overlaps)
    font.flavor = None
    memory = BytesIO()
    font.save(memory)
    memory.seek(0)
    return read(memory)


def save(font, name):
    for record in font["name"].names:
        if record.nameID in NAMES:
            record.string = f"Workbench-{name}"
    for table in ("STAT", "MVAR", "gasp", "prep", "BASE"):
        if table in font:
            del font[table]
    font["post"].formatType = 3.0
    font.flavor = "woff2"
    font.save(FOLDER / f"{name}.woff2")


main()
