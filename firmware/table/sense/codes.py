"""The contents of a place besides a piece. Tokens are 1 to 239; 0 is an empty place."""

UNKNOWN = 240  # not our tag, or blank, or damaged
FOREIGN = 241  # a piece of another game
DOUBLE = 242  # two tags in one field
FAULT = 243  # the reader does not answer
UNSHOWN = 244  # a magnet over a hall switch; its piece was not shown to the pad
