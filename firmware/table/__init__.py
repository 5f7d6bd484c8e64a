"""The table: sense, interpret, paint, persist; never imports machine."""
