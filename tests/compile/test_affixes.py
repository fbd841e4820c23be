"""Naming rules: another way to begin or end one kind of name takes the place of the earlier one."""

from __future__ import annotations

import pytest

from memwiki.compile.affixes import clashes


@pytest.mark.parametrize(
    ("new", "old"),
    [
        ("Always start variable names with 'i_'", "Always start variable names with 'xt_'"),
        ("Start variables with i_", "Always use the prefix xt_ for variables"),
        ("End method names with _x", "Method names should end with _m"),
        ("Use snake_case for variables", "Use camelCase for variables"),
        ("Start function names with f_ and methods' names with m_", "For methods' names, use 'n_' as a prefix"),
        ("When naming arguments from now on, end the name with _p", "End the names of all function arguments with _a"),
        ("We adopt a convention for table names. End all such names with _t", "Table names end with _tbl"),
        ("Prefix interfaces with 'I'", "Interface names begin with 'Base'"),
        ("类名用大驼峰", "所有类名统一用下划线"),
        ("函数名以 f_ 开头", "函数名一律加前缀 fn_"),
    ],
)
def test_another_beginning_or_ending_of_one_kind_of_name_clashes(new: str, old: str) -> None:
    assert clashes(new, old)
    assert clashes(old, new)


@pytest.mark.parametrize(
    ("new", "old"),
    [
        ("Start function names with f_", "Start variable names with v_"),
        ("End function names with _f", "Start function names with f_"),
        ("Start variable names with v_", "Start variable names with v_"),
        ("Use snake_case for variables", "Use camelCase for functions"),
        ("Keep the table users_old", "Keep the table users_new"),
    ],
)
def test_rules_for_other_names_stand_side_by_side(new: str, old: str) -> None:
    assert not clashes(new, old)
