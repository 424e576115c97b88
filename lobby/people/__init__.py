"""Public profiles: a person as others see them."""
