def write(store, folder):
    return folder / "report.html"
