"""Printed and cut parts, made with build123d."""
