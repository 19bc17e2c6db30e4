"""What a rule file may say, part by part: each check yields the key and the problem."""
