"""What any Django project could use: nothing in here knows of people, matches or games."""
