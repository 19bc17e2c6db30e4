"""Where the house's keys are kept: files, the environment, or a PKCS#11 token."""
