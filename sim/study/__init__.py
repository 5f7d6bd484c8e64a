"""Studies: thousands of games among computer players, with findings for a designer.

    plan      what is played: settings, players, games        ->  cells
    play      a cell and the numbers of games                 ->  a batch of rows and counts
    backends  batches, on the cores of this machine or a Dask cluster
    store     batches -> one SQLite file; what is missing
    run       plan -> backend -> store, until nothing is missing
    findings  the file -> numbers with their uncertainty
    figures, boards, page, picks     numbers -> one HTML page, and the records it points to
"""

import sim.paths  # noqa: F401  puts the firmware on the path, in workers as well
