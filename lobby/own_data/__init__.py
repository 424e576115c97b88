"""A ZIP file of all data that the portal holds about a person, made in the background."""
