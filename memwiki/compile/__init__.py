"""Sessions become page changes: extract, resolve, merge, plan. Pure: no disk, no git, no clock."""
