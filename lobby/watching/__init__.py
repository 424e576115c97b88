"""The page to watch: running matches with their boards, strongest first."""
