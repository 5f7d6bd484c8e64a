"""Wiring harness: drawings of every cable, made with WireViz."""
