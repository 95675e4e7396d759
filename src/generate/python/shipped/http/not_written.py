"""What an operation answers until it is written."""

from collections.abc import Mapping
from typing import Any

from src.http.serve import Answer, Context
from src.problem import Problem


def not_written(
    context: Context, _given: Mapping[str, Any], about: Mapping[str, str], status: int, example: Any = None
) -> Answer[Any]:
    """
    What an operation answers until it is written with what its handler is given: 501 with the operation, its file and why it is yours to write. With MOCK=1 in the environment: the document's
    example, which the header x-mock marks.
    """
    if not context.mock:
        raise Problem(501, [{"path": about["operation"], "message": f"{about['file']}: {about['why']}"}])
    return Answer(status, example, headers={"x-mock": "true"})
