"""OpenAPI schemas for types that Litestar cannot describe from Python.

A round and a table's rules are described in short; an event that goes out as ready JSON, as the event it is.
"""

from typing import Any

from litestar._openapi.schema_generation import SchemaCreator
from litestar.openapi.spec import OpenAPIType, Reference, Schema
from litestar.plugins import OpenAPISchemaPlugin
from litestar.typing import FieldDefinition

from croupier.server.api.messages import EventTold
from croupier.settlement.round import Round
from croupier.submission.house import TableRules
from croupier.table.events import AnyEvent


def _round(_: SchemaCreator) -> Schema:
    """Litestar looks defaults up in a set, and a round's cannot be hashed: it is told the form instead."""
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
        title="EventTold",
        description=EventTold.__doc__,
        properties={"version": Schema(type=OpenAPIType.INTEGER), "event": event},
        required=["version", "event"],
    )


_FORMS = {Round: _round, TableRules: _rules, EventTold: _event}


class Described(OpenAPISchemaPlugin):
    """The forms above, for their types and for nothing else."""

    @staticmethod
    def is_plugin_supported_type(value: Any) -> bool:
        """Whether there is a form for a type."""
        return isinstance(value, type) and value in _FORMS

    def to_openapi_schema(self, field_definition: FieldDefinition, schema_creator: SchemaCreator) -> Schema:
        """The form of a type."""
        return _FORMS[field_definition.annotation](schema_creator)
