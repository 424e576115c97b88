"""The page on which people say when their time counts in games that take days."""
