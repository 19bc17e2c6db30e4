"""How a round is described in the OpenAPI document: in short, as docs/settle.md has the form whole."""

from typing import Any

from litestar._openapi.schema_generation import SchemaCreator
from litestar.openapi.spec import OpenAPIType, Schema
from litestar.plugins import OpenAPISchemaPlugin
from litestar.typing import FieldDefinition

from croupier.settlement.round import Round


class RoundDescribed(OpenAPISchemaPlugin):
    """Litestar looks defaults up in a set, and a round's cannot be hashed: it is told the form instead."""

    @staticmethod
    def is_plugin_supported_type(value: Any) -> bool:
        """A round, and nothing else."""
        return value is Round

    def to_openapi_schema(self, field_definition: FieldDefinition, schema_creator: SchemaCreator) -> Schema:
        """The form in short."""
        return Schema(
            type=OpenAPIType.OBJECT,
            title="Round",
            description="A round as `croupier settle` reads it: docs/settle.md.",
            properties={
                "rules": Schema(type=OpenAPIType.STRING),
                "seats": Schema(type=OpenAPIType.ARRAY, items=Schema(type=OpenAPIType.OBJECT)),
            },
            required=["rules", "seats"],
        )
