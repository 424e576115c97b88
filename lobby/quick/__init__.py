"""Quick match: people say what they would enjoy and are seated as soon as enough fit together.

`matching` decides who sits with whom and knows no database; `services` changes tickets,
`table_maker` makes tables of them, `estimates` says how long it takes, from how long it took.
"""
