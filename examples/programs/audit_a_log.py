"""Verify a log, play every round of it again, and print the history of its first table.

python examples/programs/audit_a_log.py export.jsonl PUBLIC_KEY
"""

import sys

import croupier

with croupier.open_log(sys.argv[1], public=sys.argv[2]) as log:
    verdict = log.audit()
    print(f"{verdict.position} records, {verdict.replayed.rounds} rounds, {len(verdict.findings)} findings")
    for finding in verdict.findings:
        print(finding)
    table = log.tables()[0]
    for line in log.transcript(table).splitlines()[:5]:
        print(line)
sys.exit(0 if verdict.whole else 1)
