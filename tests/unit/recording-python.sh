#!/usr/bin/env bash
# A python whose pip only notes how it was called, and reports one file that it would have chosen.
if [ "$1" = -m ] && [ "$2" = pip ]; then
  printf '%s|%s|%s\n' "${PIP_CONSTRAINT:-}" "${PIP_BUILD_CONSTRAINT:-}" "$*" >>"$NOTES"
  while [ $# -gt 0 ]; do
    [ "$1" != --report ] || printf '%s' "$REPORT" >"$2"
    shift
  done
  exit 0
fi
exec "$REAL" "$@"
