"""Holds what passes between the API tests and the service to the OpenAPI document it serves."""

import json
import re
from functools import cached_property
from typing import Any

import httpx
import jsonschema_rs
from fastapi import FastAPI

JSON = "application/json"
Operation = dict[str, Any]


class Contract:
    """The document of a service, to be asked whether an answer is what it says."""

    def __init__(self, document: dict[str, Any]) -> None:
        self.document = document
        self._validators: dict[str, Any] = {}

    @cached_property
    def _paths(self) -> list[tuple[re.Pattern[str], dict[str, Operation]]]:
        return [
            (re.compile(re.sub(r"\{[^}]+\}", "[^/]+", path)), operations)
            for path, operations in self.document["paths"].items()
        ]

    def operation(self, method: str, path: str) -> Operation | None:
        """What the document says of a method on a path, if it knows both."""
        found = [operations for pattern, operations in self._paths if pattern.fullmatch(path)]
        return found[0].get(method.lower()) if found else None

    def errors(self, schema: Any, value: Any) -> list[str]:
        """What is wrong with a value by a schema of the document."""
        key = json.dumps(schema, sort_keys=True)
        if key not in self._validators:
            whole = {**schema, "components": self.document["components"]}
            self._validators[key] = jsonschema_rs.Draft202012Validator(whole)
        return [
            f"{list(error.instance_path)}: {error.message[:300]}"
            for error in self._validators[key].iter_errors(value)
        ]

    def check(self, request: httpx.Request, response: httpx.Response) -> None:
        """Fails when an answer isn't one that the document declares, or isn't as it declares it.

        What was accepted must also be what the document says is to be sent.
        """
        operation = self.operation(request.method, request.url.path)
        if operation is None:
            return
        told = f"{request.method} {request.url} -> {response.status_code} {response.text[:500]}"
        declared = operation["responses"].get(str(response.status_code))
        assert declared is not None, f"undeclared status: {told}"
        for name in declared.get("headers", {}):
            assert name in response.headers, f"no {name}: {told}"
        if "content" not in declared:
            assert not response.content, f"undeclared body: {told}"
            return
        media = response.headers["content-type"]
        assert media in declared["content"], f"undeclared media type {media}: {told}"
        wrong = self.errors(declared["content"][media]["schema"], response.json())
        assert not wrong, f"{wrong}: {told}"
        if response.is_success and request.content:
            schema = operation["requestBody"]["content"][JSON]["schema"]
            wrong = self.errors(schema, json.loads(request.content))
            assert not wrong, f"accepted though {wrong}: {request.content.decode()[:1000]}"


class Conforming(httpx.AsyncBaseTransport):
    """A transport that checks what passes through it."""

    def __init__(self, app: FastAPI) -> None:
        self._inner = httpx.ASGITransport(app=app)
        self._contract = contract_of(app)

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        response = await self._inner.handle_async_request(request)
        await request.aread()
        await response.aread()
        response.request = request
        self._contract.check(request, response)
        return response


_known: list[Contract] = []


def contract_of(app: FastAPI) -> Contract:
    """The contract of a service: the same for all of a test run, so it is made once."""
    if not _known:
        _known.append(Contract(app.openapi()))
    return _known[0]
