"""The browser window: a virtual table in real time, served on loopback."""
