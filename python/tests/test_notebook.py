"""The notebook data/examples/loop.ipynb, executed cell by cell by a real kernel."""

import pathlib
import unittest

try:
    import nbclient
    import nbformat
    from ipykernel.kernelspec import install  # noqa: F401  the kernel
except ImportError as error:
    raise unittest.SkipTest(f"the notebook needs nbclient and ipykernel: {error}") from None

NOTEBOOK = pathlib.Path(__file__).parents[2] / "data" / "examples" / "loop.ipynb"


class Notebook(unittest.TestCase):
    def test_every_cell_runs(self):
        book = nbformat.read(NOTEBOOK, as_version=4)
        nbformat.validate(book)
        nbclient.NotebookClient(book, timeout=300, kernel_name="python3").execute()
        first, accuracy, answer, answers = [
            cell.outputs[-1].data for cell in book.cells if cell.cell_type == "code"
        ]
        self.assertIn("fs_out", first["text/html"])
        self.assertIn("mean", accuracy["text/html"])
        self.assertIn("<th>verdict</th><td>not_equivalent</td>", answer["text/html"])
        self.assertIn("<th>relation</th><td>stronger</td>", answer["text/html"])
        self.assertEqual(answers["text/plain"], "[('equivalent', 'equivalent'), ('equivalent', 'equivalent')]")

    def test_it_is_stored_without_results(self):
        for cell in nbformat.read(NOTEBOOK, as_version=4).cells:
            if cell.cell_type == "code":
                self.assertEqual((cell.outputs, cell.execution_count), ([], None))


if __name__ == "__main__":
    unittest.main()
