"""Quick match: people say what they want to play and are seated as soon as enough fit together.

`matching` decides who sits with whom, without a database; `services` changes tickets, `table_maker`
makes tables of them, `estimates` predicts how long it may take.
"""
