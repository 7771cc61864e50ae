"""Ranges in words."""

from rulewright.text.ranges import range_in_words


def test_one_number_is_no_range() -> None:
    assert [range_in_words(3, 3), range_in_words(0, 4)] == ["3", "0 to 4"]
