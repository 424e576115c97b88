"""A ZIP file of all data that the portal holds of a person, made in the background."""
