"""The rules of the games; imports nothing outside this folder."""
