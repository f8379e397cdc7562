"""Guards the contract of version 1: the OpenAPI document is committed, and may only grow."""
