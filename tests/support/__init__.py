"""What tests share: no test in here."""
