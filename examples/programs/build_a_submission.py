"""Build a submission, print what the rules say to it, mend it, and write it as TOML."""

import croupier

submission = croupier.Submission(
    rules="ma/ultimate-texas-holdem",
    operator="Example Casino",
    positions=7,
    boxes_per_player=1,
    choices=croupier.Choices.of(trips="A"),
    limits={"ante": (1000, 50_000), "blind": (1000, 50_000), "trips": (500, 10_000)},
    equipment=croupier.Equipment(deal="hand", shuffle="automated", counting_shuffler=True),
)
for finding in croupier.check(submission).findings:
    print(f"{finding.severity}: {finding.key}: asked {finding.asked}; allowed: {finding.allowed}")

mended = croupier.Submission(
    rules=submission.rules,
    operator=submission.operator,
    positions=6,
    boxes_per_player=1,
    choices=submission.choices,
    limits=submission.limits,
    equipment=submission.equipment,
)
print("ok:", croupier.check(mended).ok)
text = croupier.write_submission(mended)
assert croupier.read_submission(text) == mended
print(text, end="")
