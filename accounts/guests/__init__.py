"""Guests: people who play without an account.

A guest is a row of `User` without a password, made by the POST of their first match (`arrival`) and
known only by their browser's session. `gate` lists what needs an account, `addresses` limits the
guests of one address. Signing up turns the row into an account (`registering`); logging in to an
existing account hands everything over to it (`handover`). `lobby.people.guest_sweep` removes guests
who stay away.
"""
