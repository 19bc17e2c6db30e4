"""Alembic's entry: runs the revisions on the connection that `croupier.ledger.migrate` hands over."""

from alembic import context

from croupier.ledger.schema import metadata

if hasattr(context, "config"):  # not where it is merely imported
    context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
    with context.begin_transaction():
        context.run_migrations()
