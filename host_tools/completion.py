"""`leyboard completion`: prints the completion script for a shell."""

from argparse import Namespace

import shtab

from host_tools.arguments import Commands, subcommand
from host_tools.terminal import echo


def register(commands: Commands) -> None:
    sub = subcommand(
        commands,
        "completion",
        run,
        "print a script that has your shell complete these commands with Tab",
        (
            "completion bash > ~/.local/share/bash-completion/completions/leyboard",
            "completion zsh > ~/.zfunc/_leyboard       # with ~/.zfunc in fpath",
        ),
    )
    sub.add_argument("shell", choices=("bash", "zsh"))


def run(arguments: Namespace) -> None:
    from host_tools.cli import parser

    echo(shtab.complete(parser(), arguments.shell), keep="\n\t")
