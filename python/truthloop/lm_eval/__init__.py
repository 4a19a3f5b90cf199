"""Tasks for lm-evaluation-harness (the Python library ``lm_eval``).

``truthloop_autoformalize`` shows generated formulas, described by rules without
errors, and scores the formulas that the model writes::

    lm_eval --model hf --model_args pretrained=... --tasks truthloop_autoformalize \\
        --include_path "$(python -c 'import truthloop.lm_eval as t; print(t.PATH)')"
"""

import os

#: The folder of the tasks.
PATH = os.path.dirname(os.path.abspath(__file__))
