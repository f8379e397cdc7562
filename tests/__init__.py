"""The tests; they mirror the application package."""
