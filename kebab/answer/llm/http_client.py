"""One server that is asked over HTTP: opens httpx2, tries again before the first token, and turns
what goes wrong into errors of kebab.
"""

from __future__ import annotations

import asyncio
import contextlib
import ssl
from collections.abc import AsyncGenerator, Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from kebab.answer.llm.api_key import ApiKey
from kebab.answer.llm.payloads import MAX_LINE_BYTES, split_lines
from kebab.answer.llm.server_errors import ServerErrors
from kebab.errors import CallTimeoutError, KebabError, ModelUnreachableError
from kebab.settings.address import is_loopback

if TYPE_CHECKING:
    import httpx2

Refuse = Callable[[int, str], KebabError]
Form = Literal["ndjson", "sse"]
_BUSY = frozenset({429, 502, 503, 504})
_OK = 200
_LONGEST_WAIT_S = 10.0
_LONGEST_REFUSAL = 64 * 1024
_COUNT_TIMEOUT_S = 5.0
_WRITE_TIMEOUT_S = 30.0
_END_TIMEOUT_S = 0.05


@dataclass(frozen=True, slots=True)
class Patience:
    """How long to wait, for what, and how often to try again."""

    connect_s: float
    token_s: float
    whole_s: float
    retries: int


@dataclass(frozen=True, slots=True)
class _Opened:
    """An answer that has begun: its first payload, the rest, and what closes the connection."""

    first: str
    rest: AsyncGenerator[str]
    connection: contextlib.AsyncExitStack


class HttpClient:
    """Talks to one server. The connections are kept from one answer to the next."""

    def __init__(self, errors: ServerErrors, patience: Patience, key: ApiKey) -> None:
        self._errors = errors
        self._patience = patience
        self._key = key
        self._opened: httpx2.AsyncClient | None = None

    async def aclose(self) -> None:
        """Close the connections."""
        client, self._opened = self._opened, None
        if client is not None:
            await client.aclose()

    async def stream(
        self, path: str, body: Mapping[str, Any], *, form: Form, refuse: Refuse
    ) -> AsyncGenerator[str]:
        """Give each payload of the answer as text; `refuse` words what a status means."""
        deadline = asyncio.get_running_loop().time() + self._patience.whole_s
        opened = await self._begin(path, body, form, refuse, deadline)
        async with opened.connection:
            yield opened.first
            while True:
                payload = await self._next(opened.rest, deadline)
                if payload is None:
                    return
                yield payload

    async def ask(self, url: str, body: Mapping[str, Any]) -> Any:
        """Post once, without trying again; give the JSON of a good answer, else None."""
        import httpx2  # noqa: PLC0415 - 100 ms that only a run with a model pays

        try:
            async with asyncio.timeout(self._patience.connect_s + _COUNT_TIMEOUT_S):
                response = await self._client().post(url, json=dict(body))
            return response.json() if response.status_code == _OK else None
        except ValueError:
            return None
        except (httpx2.TransportError, TimeoutError) as cause:
            raise self._errors.unreachable(cause) from cause

    async def look_up(
        self, path: str, *, timeout_s: float, body: Mapping[str, Any] | None = None
    ) -> tuple[int, Any]:
        """Get once, or post the body; give the status, and the answer where it is JSON."""
        import httpx2  # noqa: PLC0415 - see ask

        try:
            async with asyncio.timeout(timeout_s):
                response = await self._client().request(
                    "GET" if body is None else "POST",
                    f"{self._errors.endpoint}{path}",
                    json=None if body is None else dict(body),
                )
        except TimeoutError as cause:
            raise self._errors.unreachable(f"no answer within {timeout_s:g} s") from cause
        except httpx2.TransportError as cause:
            raise self._errors.unreachable(cause) from cause
        try:
            return response.status_code, response.json()
        except ValueError:
            return response.status_code, None

    def _client(self) -> httpx2.AsyncClient:
        import httpx2  # noqa: PLC0415 - see ask

        if self._opened is not None:
            return self._opened
        limits = httpx2.Timeout(None, connect=self._patience.connect_s, write=_WRITE_TIMEOUT_S)
        headers = self._key.headers(self._errors)
        verify = _certificates(self._errors.endpoint)
        # a client that is given a transport asks no proxy, and none knows this machine's servers
        own = is_loopback(self._errors.endpoint)
        transport = httpx2.AsyncHTTPTransport(verify=verify) if own else None
        try:
            self._opened = httpx2.AsyncClient(
                headers=headers, timeout=limits, verify=verify, transport=transport
            )
        except (ImportError, ValueError, httpx2.InvalidURL) as cause:
            raise self._errors.unusable(
                "cannot be reached: the proxy that the environment names cannot be used",
                "correct HTTP_PROXY, HTTPS_PROXY and ALL_PROXY, or name the server in NO_PROXY",
            ) from cause
        return self._opened

    async def _begin(
        self, path: str, body: Mapping[str, Any], form: Form, refuse: Refuse, deadline: float
    ) -> _Opened:
        import stamina  # noqa: PLC0415 - see ask

        async for attempt in stamina.retry_context(
            on=_is_worth_a_retry,
            attempts=self._patience.retries + 1,
            timeout=None,
            wait_initial=0.2,
            wait_max=2.0,
            wait_jitter=0.1,
        ):
            with attempt:
                return await self._open(path, body, form, refuse, deadline)
        raise AssertionError("a retry ends with an answer or an error")

    async def _open(
        self, path: str, body: Mapping[str, Any], form: Form, refuse: Refuse, deadline: float
    ) -> _Opened:
        import httpx2  # noqa: PLC0415 - see ask

        url = f"{self._errors.endpoint}{path}"
        try:
            async with contextlib.AsyncExitStack() as connection:
                async with self._until(deadline):
                    response = await connection.enter_async_context(
                        self._client().stream("POST", url, json=dict(body))
                    )
                    if response.status_code != _OK:
                        raise await self._refusal(response, refuse)
                    rest = _payloads(response, form, self._errors)
                    connection.push_async_callback(rest.aclose)
                    first = await anext(rest, None)
                if first is None:
                    raise self._errors.unreachable("it closed the connection without an answer")
                return _Opened(first, rest, connection.pop_all())
        except TimeoutError as cause:
            raise self._too_late(deadline) from cause
        except httpx2.TransportError as cause:
            raise self._errors.unreachable(cause) from cause

    async def _next(self, rest: AsyncGenerator[str], deadline: float) -> str | None:
        import httpx2  # noqa: PLC0415 - see ask

        try:
            async with self._until(deadline):
                return await anext(rest, None)
        except TimeoutError as cause:
            raise self._too_late(deadline) from cause
        except httpx2.TransportError as cause:
            raise self._errors.aborted(str(cause) or type(cause).__name__) from cause

    def _until(self, deadline: float) -> asyncio.Timeout:
        now = asyncio.get_running_loop().time()
        return asyncio.timeout_at(min(deadline, now + self._patience.token_s))

    def _too_late(self, deadline: float) -> CallTimeoutError:
        if asyncio.get_running_loop().time() >= deadline:
            return self._errors.unfinished(self._patience.whole_s)
        return self._errors.silent(self._patience.token_s)

    async def _refusal(self, response: httpx2.Response, refuse: Refuse) -> KebabError:
        text = ""
        async for piece in response.aiter_text():
            text += piece
            if len(text) > _LONGEST_REFUSAL:
                break
        status = response.status_code
        if status in _BUSY:
            wait_s = _seconds(response.headers.get("retry-after"))
            more = {} if wait_s is None else {"retry_after_s": wait_s}
            return self._errors.unreachable(f"it answers {status}: {text}", status=status, **more)
        if response.is_redirect:
            return self._errors.unusable(
                f"sends the question elsewhere (status {status})",
                "write the address that it leads to into [llm] base_url",
            )
        return refuse(status, text)


async def read_off(payloads: AsyncGenerator[str]) -> None:
    """Read what follows a complete answer, so that its connection can be used again.

    A server that does not let go soon loses the connection instead.
    """
    with contextlib.suppress(TimeoutError, KebabError):
        async with asyncio.timeout(_END_TIMEOUT_S):
            async for _ in payloads:
                pass


async def _payloads(
    response: httpx2.Response, form: Form, errors: ServerErrors
) -> AsyncGenerator[str]:
    """Take the stream apart: one JSON text a line, or one an event."""
    if form == "ndjson":
        try:
            async for line in split_lines(response.aiter_bytes()):
                yield line
        except ValueError as cause:
            raise errors.aborted(str(cause)) from cause
        return
    import httpx2  # noqa: PLC0415 - see ask

    media = response.headers.get("content-type", "").partition(";")[0].strip().lower()
    if media != "text/event-stream":
        raise errors.unusable(
            f"answers with {media or 'no media type'}, not with events",
            "[llm] base_url has to lead to an OpenAI-compatible interface, often .../v1",
        )
    async for event in httpx2.EventSource(response, max_event_size=MAX_LINE_BYTES):
        if event.data:
            yield event.data


def _is_worth_a_retry(error: Exception) -> bool | float:
    """Try again what could not be reached or was busy; wait as long as it asks, within reason."""
    if not isinstance(error, ModelUnreachableError):
        return False
    wait_s = error.details.get("retry_after_s")
    if wait_s is None:
        return True
    return float(wait_s) if wait_s <= _LONGEST_WAIT_S else False


def _seconds(header: str | None) -> float | None:
    """Read Retry-After where it is a number; a date is left to the usual pause."""
    try:
        return max(0.0, float(header)) if header else None
    except ValueError:
        return None


def _certificates(url: str) -> ssl.SSLContext | bool:
    """Give True to have certificates checked as usual; where there are none, load none (0.2 s)."""
    if url.startswith("https://"):
        return True
    return ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
