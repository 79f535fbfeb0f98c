"""The edition that the tests of pages make, to be read here as well."""

from __future__ import annotations

from tests.edition.conftest import made as made
