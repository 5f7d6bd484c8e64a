"""The errors of commands."""

import errno

from host_tools.core import CommandError as CommandError

_WORDS = {
    errno.EACCES: "you have no right to",
    errno.EPERM: "you have no right to",
    errno.ENOENT: "there is no such file or folder",
    errno.EEXIST: "there is a file of that name",
    errno.ENOTDIR: "there is a file where a folder should be",
    errno.EISDIR: "that is a folder",
    errno.ENOSPC: "the disk is full",
    errno.EADDRINUSE: "another program uses it",
}


def why(error: OSError) -> str:
    """Return the reason of an OSError in words."""
    return _WORDS.get(error.errno or 0) or error.strerror or str(error)
