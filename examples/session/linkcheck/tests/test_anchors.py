import unittest

from linkcheck.anchors import slug


class Slug(unittest.TestCase):
    def test_spaces_become_hyphens(self):
        self.assertEqual(slug("Getting started"), "getting-started")

    def test_letters_become_small(self):
        self.assertEqual(slug("FAQ"), "faq")
