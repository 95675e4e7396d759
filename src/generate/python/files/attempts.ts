import { signInLimits } from "../../../api/index.ts";
import { imported, py, type Code } from "../../../code/index.ts";

const { minutes, failures, requests } = signInLimits;
const item: Code = imported("limits", "RateLimitItemPerMinute");

/** `src/attempts.py`: limits attempts to register or log in. */
export const attemptsModule = py`
FAILURES = ${item}(${failures}, ${minutes})
REQUESTS = RateLimitItemPerMinute(${requests}, ${minutes})


class Attempts:
    """Counts, in this process, what an address asks and where it fails for one account."""

    def __init__(self) -> None:
        self._limiter = ${imported("limits.strategies", "MovingWindowRateLimiter")}(${imported("limits.storage", "MemoryStorage")}())

    @${imported("contextlib", "contextmanager")}
    def counted(self, request: ${imported("fastapi", "Request")}, name: str) -> ${imported("collections.abc", "Iterator")}[None]:
        """Refuses whoever has failed too often; what raises inside has failed."""
        address = request.client.host if request.client else ""
        known = name.strip().lower()
        # What succeeds is taken back: so tries that come at once count too.
        for limit, names in ((REQUESTS, [address]), (FAILURES, [address, known])):
            if not self._limiter.hit(limit, *names):
                seconds = self._limiter.get_window_stats(limit, *names).reset_time - ${imported("time", "time")}()
                raise ${imported("/src/problem.py", "Problem")}(429, retry_after=max(1, ${imported("math", "ceil")}(seconds)))
        yield
        self._limiter.clear(FAILURES, address, known)
`;
