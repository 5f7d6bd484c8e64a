"""The desk's side of the table: virtual chips, a world to put pieces into, a browser window."""
