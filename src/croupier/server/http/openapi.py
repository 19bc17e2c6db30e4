"""The OpenAPI document, for types that Litestar cannot describe from Python.

A round and a table's rules are described in short; an event that goes out as ready JSON, as the event it is.
A response carries all of its fields, so they are required; only a field that may be `UNSET` can be absent.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from litestar._openapi.schema_generation import SchemaCreator
from litestar.connection import Request
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import OpenAPI, OpenAPIType, Reference, Schema
from litestar.plugins import OpenAPISchemaPlugin
from litestar.typing import FieldDefinition

from croupier.server.api.messages import EventMessage
from croupier.settlement.round import Round
from croupier.submission.house import TableRules
from croupier.table.events import AnyEvent


def _round(_: SchemaCreator) -> Schema:
    """Litestar looks defaults up in a set, and a round's cannot be hashed: it gets the form instead."""
    seat = Schema(type=OpenAPIType.OBJECT, additional_properties=True)
    return Schema(
        type=OpenAPIType.OBJECT,
        title="Round",
        description="A round as `croupier settle` reads it: docs/settle.md.",
        properties={
            "rules": Schema(type=OpenAPIType.STRING),
            "seats": Schema(type=OpenAPIType.ARRAY, items=seat),
        },
        required=["rules", "seats"],
        additional_properties=True,
    )


def _rules(_: SchemaCreator) -> Schema:
    return Schema(
        type=OpenAPIType.OBJECT,
        title="TableRules",
        description="The rules that a table runs on, whole, as the log keeps them.",
        additional_properties=True,
    )


def _event(creator: SchemaCreator) -> Schema:
    event = creator.for_field_definition(FieldDefinition.from_annotation(AnyEvent))
    assert isinstance(event, Schema | Reference)
    return Schema(
        type=OpenAPIType.OBJECT,
        title="EventMessage",
        description=EventMessage.__doc__,
        properties={"version": Schema(type=OpenAPIType.INTEGER), "event": event},
        required=["version", "event"],
    )


class Rendered(JsonRenderPlugin):
    """The document, rendered once: half a megabyte is not made again for everybody who asks."""

    _rendered = b""

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        """The document as JSON."""
        if not self._rendered:
            self._rendered = super().render(request, openapi_schema)
        return self._rendered


_FORMS = {Round: _round, TableRules: _rules, EventMessage: _event}


class Described(OpenAPISchemaPlugin):
    """The forms above, for their types and for nothing else."""

    @staticmethod
    def is_plugin_supported_type(value: Any) -> bool:
        """Whether there is a form for a type."""
        return isinstance(value, type) and value in _FORMS

    def to_openapi_schema(self, field_definition: FieldDefinition, schema_creator: SchemaCreator) -> Schema:
        """The form of a type."""
        return _FORMS[field_definition.annotation](schema_creator)


# ------------------------------------------------------------------------------------- responses are whole


@dataclass
class Document(OpenAPI):
    """An OpenAPI document whose responses require every field that they carry."""

    def to_schema(self) -> dict[str, Any]:
        """The document as JSON."""
        document = super().to_schema()
        schemas = document["components"]["schemas"]
        requests = [
            operation["requestBody"]
            for operations in document["paths"].values()
            for operation in operations.values()
            if "requestBody" in operation
        ]
        in_requests = set(_reached(requests, schemas, set()))
        for name, schema in schemas.items():
            fields = schema.get("properties", {})
            if fields and name not in in_requests:
                known = set(schema.get("required", ()))
                schema["required"] = [
                    field for field, form in fields.items() if field in known or not _may_be_absent(form)
                ]
        return document


@dataclass
class Config(OpenAPIConfig):
    """Makes the document above."""

    def to_openapi_schema(self) -> OpenAPI:
        """The document without its paths and types, which Litestar adds."""
        return Document(**vars(super().to_openapi_schema()))


def _may_be_absent(form: dict[str, Any]) -> bool:
    """Whether a field may be `UNSET`: a type that Litestar writes as a choice of one."""
    return "default" not in form and len(form.get("oneOf", ())) == 1


def _reached(part: object, schemas: dict[str, Any], seen: set[str]) -> Iterator[str]:
    """The names of the types that a part of the document refers to, directly or not."""
    if isinstance(part, list):
        for each in part:
            yield from _reached(each, schemas, seen)
    elif isinstance(part, dict):
        name = str(part.get("$ref", "")).rpartition("/")[2]
        if name and name not in seen:
            seen.add(name)
            yield name
            yield from _reached(schemas[name], schemas, seen)
        for each in part.values():
            yield from _reached(each, schemas, seen)
