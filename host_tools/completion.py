"""`leyboard completion`: what a shell needs to complete commands with the Tab key."""

import shtab

from host_tools.arguments import subcommand
from host_tools.terminal import say


def register(commands):
    sub = subcommand(
        commands,
        "completion",
        run,
        "print what a shell needs to complete commands with Tab",
        (
            "completion bash > ~/.local/share/bash-completion/completions/leyboard",
            "completion zsh > ~/.zfunc/_leyboard       # with ~/.zfunc in fpath",
        ),
    )
    sub.add_argument("shell", choices=("bash", "zsh"))


def run(arguments):
    from host_tools.cli import parser

    say(shtab.complete(parser(), arguments.shell), keep="\n\t")
