"""Guests: people who play without an account.

A guest is a row of `User` without a password, made by the POST of their first match (`arrival`) and
known by the session of their browser alone. `gate` says what is only for people with an account,
`addresses` how many guests one address may make. Signing up makes the same row an account
(`registering`); logging in to an existing account hands everything over to that (`handover`).
Who stays away is removed by `lobby.people.guest_sweep`.
"""
