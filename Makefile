# Shortcuts; the scripts do the work.
.PHONY: run test check
run: ; ./scripts/run
test: ; ./scripts/test
check: ; ./scripts/check
