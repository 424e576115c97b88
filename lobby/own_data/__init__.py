"""All that the portal holds of a person, as a file for them: a ZIP made in the background."""
