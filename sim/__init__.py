"""The table on a desktop: virtual chips, a world to put pieces into, a browser window."""
