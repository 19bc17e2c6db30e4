"""Commands about the rules: rules, check, settle, layout."""
