"""The benches themselves: only what they compute, never how fast anything is."""
