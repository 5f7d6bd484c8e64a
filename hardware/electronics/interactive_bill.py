"""The interactive bills of all boards as one page: they share their program."""

import re


def one_bill(pages: dict[str, str]) -> str:
    """Return one page made of `pages`, {board: its interactive bill}, which differ only in their
    data: the part after # in its address names the board to show. Raises ValueError if more
    differs."""
    shells, boards = set(), []
    for name, page in pages.items():
        before, data, after = re.split(r'decompressFromBase64\(("[^"]{999,}")\)', page)
        shells.add((re.sub(r"<title>.*?</title>", "<title>Leyboard</title>", before), after))
        boards.append(f'"{name}": {data}')
    if len(shells) != 1:
        raise ValueError("the interactive bills differ in more than their data")
    before, after = shells.pop()
    return (f"{before}decompressFromBase64(({{{', '.join(boards)}}})"
            f'[location.hash.slice(1) || "{next(iter(pages))}"]){after}')
