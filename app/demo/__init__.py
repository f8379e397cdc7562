"""A whole fight told in the terminal: python -m app.demo.

It is a client like any other, only without a socket: everything it shows comes from the HTTP API.
"""
