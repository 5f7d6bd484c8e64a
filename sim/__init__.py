"""The table on a desktop: virtual chips, a virtual world and a browser window."""
