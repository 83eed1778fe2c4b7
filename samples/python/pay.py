"""The payment service for a merchant's server. Copy this file; it needs Python 3.9."""

import base64
import hashlib
import hmac
import http.client
import json
import logging
import random
import re
import sqlite3
import threading
import time
import urllib.error
import urllib.request
from decimal import Decimal
from typing import Any, Callable, Dict, List, Mapping, NamedTuple, Optional, Tuple


class Account(NamedTuple):
    """Where the service is, and who you are. The secret stays on your server."""

    api: str
    uid: str
    secret: str
    # While a secret is being replaced, the other of the two: callbacks are verified with both.
    other_secret: str = ""


# docs:sign
def sign(texts: Mapping[str, str], secret: str) -> str:
    """The sign of parameters, given as the texts that are sent.

    Leaves out empty ones, sorts by name, joins with &, appends the secret as key, and takes the MD5
    in upper case.
    """
    names = [name for name in sorted(texts) if name != "sign" and texts[name] != ""]
    pairs = [f"{name}={texts[name]}" for name in names]
    text = "&".join(pairs + [f"key={secret}"])
    return hashlib.md5(text.encode("utf-8")).hexdigest().upper()


def signed_body(fields: Mapping[str, Any], secret: str) -> bytes:
    """The JSON body of a signed request.

    Amounts are NT$ as Decimal or text, "1000" or "1000.50": no int, so that nobody sends hundredths
    by mistake, and no float, which would round.
    """
    texts: Dict[str, str] = {}
    members: List[str] = []
    for name, value in fields.items():
        if value is None or value == "":
            continue
        if isinstance(value, float) or (name.endswith("amount") and isinstance(value, int)):
            raise TypeError(f'{name}: give {value} as Decimal or text, NT$ such as "1000.50"')
        if isinstance(value, Decimal):
            value = format(value, "f")
        # JSON is written once: the text that is signed is the text that is sent.
        text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
        texts[name] = value if isinstance(value, str) else text
        members.append(f"{json.dumps(name)}:{text}")
    members.append(f'"sign":"{sign(texts, secret)}"')
    return ("{" + ",".join(members) + "}").encode("utf-8")
# docs:end


class Failed(Exception):
    """The failure that call_until_answered acts on."""

    def __init__(self, message: str, retry_after: int) -> None:
        super().__init__(message)
        # Seconds, from the Retry-After header; 0 without it.
        self.retry_after = retry_after
        # Whether this attempt or an earlier one may have been carried out.
        self.may_have_happened = False


class Refused(Failed):
    """A refused request. Decide by `error`, whose codes never change; `message` is for people."""

    def __init__(self, answer: Dict[str, Any], retry_after: int) -> None:
        self.error: str = answer.get("error", "")
        # What is wrong with each field, if `error` is validation_error.
        self.errors: Dict[str, List[str]] = answer.get("errors", {})
        # Such as the trade_no of the order that has your number, and a string_to_sign.
        self.data: Dict[str, Any] = answer.get("data") or {}
        # Where the documentation says what to do.
        self.doc_url: str = answer.get("doc_url", "")
        # Quote it to the platform's support.
        self.request_id: str = answer.get("request_id", "")
        message = f"{self.error}: {answer.get('message')} {self.errors or ''} ({self.doc_url})"
        super().__init__(message, retry_after)


class OutcomeUnknown(Failed):
    """The outcome is unknown: the request may have been carried out."""


log = logging.getLogger("pay")


def call(account: Account, endpoint: str, fields: Mapping[str, Any]) -> Dict[str, Any]:
    """Sends a signed request. Amounts in the answer are exact: int or Decimal."""
    common = {"uid": account.uid, "timestamp": int(time.time())}
    request = urllib.request.Request(
        f"{account.api.rstrip('/')}/api/v1/merchant/{endpoint}",
        data=signed_body({**common, **fields}, account.secret),
        headers={
            "Content-Type": "application/json",
            "Accept": "application/json",
            # The language of messages; without it they are in Chinese (zh-TW).
            "Accept-Language": "en",
        },
    )
    outcome = "no answer"
    retry_after = 0
    try:
        try:
            response = urllib.request.urlopen(request, timeout=30)
        except urllib.error.HTTPError as refusal:
            response = refusal
        with response:
            status = response.status
            outcome = f"HTTP {status}, x-request-id {response.headers['x-request-id']}"
            seconds = response.headers.get("retry-after", "")
            retry_after = int(seconds) if seconds.isdecimal() else 0
            answer = json.loads(response.read(), parse_float=Decimal)
            # Names that the service does not know; it tells test merchants.
            ignored = answer.get("ignored_fields") if isinstance(answer, dict) else None
            outcome += f", ignored: {', '.join(ignored)}" if ignored else ""
    except (OSError, ValueError, http.client.HTTPException) as problem:
        raise OutcomeUnknown(f"{endpoint}: {outcome}", retry_after) from problem
    finally:
        # For your log: support can find any request by its x-request-id.
        log.info("%s: %s", endpoint, outcome)
    ok = answer.get("ok") if isinstance(answer, dict) else None
    if ok == 1:
        return answer
    # After a 500 or 503 the outcome is unknown.
    if status >= 500 or ok != 0:
        raise OutcomeUnknown(f"{endpoint}: {outcome}", retry_after)
    raise Refused(answer, retry_after)


def call_until_answered(
    account: Account, endpoint: str, fields: Mapping[str, Any]
) -> Dict[str, Any]:
    """Sends a request up to four times, after no answer, 429, 500 or 503.

    Use it for what is safe to repeat: queries, lists, links, and creations, whose number is
    accepted only once. If a creation is Refused with `may_have_happened`, it may have been made:
    query its number.

    Waits 0.5, 1 and 2 seconds, but at least as long as Retry-After says, and up to a quarter longer
    at random, so that servers do not retry in step. Raises if the wait would exceed a minute.
    """
    may_have_happened = False
    attempt = 1
    while True:
        try:
            return call(account, endpoint, fields)
        except Failed as problem:
            is_unknown = isinstance(problem, OutcomeUnknown)
            may_have_happened = may_have_happened or is_unknown
            problem.may_have_happened = may_have_happened
            is_rate = isinstance(problem, Refused) and problem.error == "too_many_requests"
            seconds = max(2.0 ** (attempt - 2), problem.retry_after)
            if not (is_unknown or is_rate) or attempt == 4 or seconds > 60:
                raise
        time.sleep(seconds * random.uniform(1, 1.25))
        attempt += 1


Find = Callable[[Account, str], Optional[Dict[str, Any]]]


# docs:create
def create_collection(account: Account, order: Mapping[str, Any]) -> Dict[str, Any]:
    """Creates a collection. Store its `orderid` before you call this.

    After OutcomeUnknown, or a crash, call it again with the SAME number and content: it returns the
    existing order. With a new number the member might be asked to pay twice. A number whose order
    has another amount or payer is Refused with duplicate_orderid.
    """
    return create_once(account, "collections", order, find_collection, order["orderid"])


def create_payout(account: Account, payout: Mapping[str, Any]) -> Dict[str, Any]:
    """Creates a payout by the same rules, with `serial_no`, payee and duplicate_serial_no.

    Never retry with a new number: it might be paid twice. Its `notify_url` gets the outcome.
    """
    return create_once(account, "payouts", payout, find_payout, payout["serial_no"])


def create_once(
    account: Account, endpoint: str, fields: Mapping[str, Any], find_own: Find, number: str
) -> Dict[str, Any]:
    # Names of v6.0 are not compared: another order could pass for this one.
    for name in fields:
        if re.search("[A-Z]|^name$", name):
            raise TypeError(f"{name}: use the current name, as payee_account")
    if fields["amount"] != "all":
        amount_of(fields["amount"])
    try:
        return made_in(endpoint, call_until_answered(account, endpoint, fields))
    except Refused as refusal:
        # An earlier attempt made it, if it is as asked; else the number is another order's.
        is_taken = refusal.error in ("duplicate_orderid", "duplicate_serial_no")
        try:
            found = (is_taken or refusal.may_have_happened) and find_own(account, number)
        except Failed as problem:
            message = f"{endpoint}: not looked up: {problem}"
            raise OutcomeUnknown(message, problem.retry_after) from problem
        if not found or not is_as_asked(endpoint, fields, made_in(endpoint, found)):
            raise
        return found["data"]
# docs:end


def made_in(endpoint: str, answer: Mapping[str, Any]) -> Dict[str, Any]:
    data = answer.get("data")
    if isinstance(data, dict) and isinstance(data.get("trade_no"), str):
        return data
    raise OutcomeUnknown(f"{endpoint}: an answer without trade_no", 0)


def amount_of(given: Any) -> Decimal:
    """The amount, or ValueError: Decimal alone would take "1e3", "NaN" and digits of any script."""
    text = format(given, "f") if isinstance(given, Decimal) else str(given)
    if not re.fullmatch(r"[0-9]{1,10}(\.[0-9]{1,2})?", text):
        raise ValueError(f"{text} is no amount")
    return Decimal(text)


def is_as_asked(endpoint: str, fields: Mapping[str, Any], made: Mapping[str, Any]) -> bool:
    """Fields left out count too; others, such as `notify_url`, may differ."""
    beneficiary = fields.get("beneficiary_name") or fields.get("payee_name")
    asked = {**fields, "beneficiary_name": beneficiary}
    texts = {name: str(value) for name, value in asked.items() if value is not None}
    return (
        (made.get("kind") == "withdrawal") == (endpoint == "withdrawals")
        and (asked["amount"] == "all" or amount_of(asked["amount"]) == made["amount"])
        and all(texts.get(name, "") == made[name] for name in PARTIES.get(endpoint, ()))
    )


PARTIES = {
    "collections": ("counterparty_account", "member_bank_name", "user_id", "user_name"),
    "payouts": ("payee_name", "payee_bank", "payee_account", "beneficiary_name"),
}


# docs:query
def find_collection(account: Account, orderid: str) -> Optional[Dict[str, Any]]:
    """The collection with your number, or None. `status` is PAID or MANUAL PAID once paid."""
    return find(account, "collections/status", {"orderid": orderid})


def find_payout(account: Account, serial_no: str) -> Optional[Dict[str, Any]]:
    """The payout with your number, or None. `status` is PENDING, PAID or CANCELLED."""
    return find(account, "payouts/status", {"serial_no": serial_no})


def find(account: Account, endpoint: str, number: Mapping[str, str]) -> Optional[Dict[str, Any]]:
    try:
        return call_until_answered(account, endpoint, number)
    except Refused as refusal:
        if refusal.error == "order_not_found":
            return None
        raise
# docs:end


# docs:link
def create_link(account: Account, order: Mapping[str, Any]) -> str:
    """The address to send the member's browser to, for an amount that you chose: a whole number.

    After OutcomeUnknown, try again later: the same order gives the same link while it is valid.
    """
    return call_until_answered(account, "payment-links/amount", order)["redirect_url"]
# docs:end


# docs:callback
class Callback(NamedTuple):
    """A callback that is genuine."""

    # webhook-id, the same however often the event is sent; None where `event` is.
    id: Optional[str]
    # 1 of the order's first event, cb_X, and 2 of cb_X.2. None where `webhook-signature`, which the
    # service always sends, was dropped on the way: `sign` does not vouch for the id, and the body
    # may be an old one that somebody sends again.
    event: Optional[int]
    # collection or payout
    type: str
    # Your number: orderid, or a payout's serial_no.
    number: str
    # What the body has, as texts: anything but a string is its JSON as sent.
    texts: Dict[str, str]
    # What should be credited, or for a payout, paid out. Where `event` is None it is looked up:
    # lock your row before you call it, so that no newer event is booked in between.
    amount: Callable[[], Decimal]


Act = Callable[[sqlite3.Connection, Callback], None]


class EventStore:
    """Remembers which events were handled: a table beside your orders, in the same database.

    `store.py` has both in SQLite.
    Your order is found by YOUR number, of a link `merchant_order_no`, stored before you created it:
    the callback may come before the creation's answer, and a payout's has no other. In `act`:

        select credited, event from orders where number = ?  -- in other databases: for update
        -- none: raise, it comes again. Unless `event` is a number that is not above that event:
        -- book amount() - credited, and
        update orders set credited = <amount()>, event = coalesce(<event>, event) where number = ?
    """

    def __init__(self, path: str) -> None:
        self._lock = threading.Lock()
        self._db = sqlite3.connect(path, check_same_thread=False)
        self._db.execute("create table if not exists acted (webhook_id varchar(64) primary key)")

    def once(self, webhook_id: Optional[str], act: Act, callback: Callback) -> None:
        """Runs `act` and remembers the id in ONE transaction; does nothing for a known id.

        Let `act` write through this connection: a crash then neither loses nor doubles money.
        """
        with self._lock, self._db:
            # Before anything is read: another process may have the same callback.
            self._db.execute("begin immediate")
            insert = "insert or ignore into acted (webhook_id) values (?)"
            if webhook_id is None or self._db.execute(insert, (webhook_id,)).rowcount == 1:
                act(self._db, callback)


def answer_callback(
    account: Account, store: EventStore, headers: Mapping[str, str], raw: bytes, act: Act
) -> Tuple[int, str]:
    """The answer to a callback: status and plain text.

    `act` is run once for each event, however often it comes; if it fails, answer 500 and it comes
    again. `headers` have names in any case; `raw` is the body as received: parsed and written again
    it would have another signature.

    A callback reports the order's current state, not a movement of money: an order that is paid,
    reversed and paid again has the events cb_X, cb_X.2 and cb_X.3, and adding them up would credit
    it twice. So let `act` SET what stands for the order to `amount()`: book the difference to what
    is booked so far. 0, as of one that `failed`, takes it back. The newest event wins: pass over
    one whose `event` is not above the one booked last.
    """
    headers = {name.lower(): value for name, value in headers.items()}
    try:
        callback = verified(account, headers, raw)
    except (ValueError, RecursionError) as problem:
        return 401, str(problem)
    store.once(callback.id, act, callback)
    return 200, "success"


def verified(account: Account, headers: Mapping[str, str], raw: bytes) -> Callback:
    """The callback; ValueError if it is forged, changed, over 5 minutes old, or not one of yours.

    `webhook-signature` decides if it is present, otherwise `sign`. While a secret is being
    replaced, `webhook-signature` has one signature by each, and `sign` is by either.
    """
    texts = texts_of(raw.decode("utf-8"))
    webhook_id = headers.get("webhook-id") or ""
    secrets = [one for one in (account.secret, account.other_secret) if one]
    given = headers.get("webhook-signature") or ""
    is_in_header = given != ""
    if is_in_header:
        timestamp = headers.get("webhook-timestamp") or ""
        message = f"{webhook_id}.{timestamp}.".encode("utf-8") + raw
        expected = [f"v1,{hmac_of(message, secret)}" for secret in secrets]
    else:
        timestamp = texts.get("timestamp", "")
        given = texts.get("sign", "")
        expected = [sign(texts, secret) for secret in secrets]
    pairs = [(one, other) for one in given.split(" ") for other in expected]
    is_signed = any([is_same(one, other) for one, other in pairs])
    named = re.fullmatch(r"cb_[0-9A-Za-z]+(?:\.([1-9][0-9]{0,8}))?", webhook_id)
    # A request of your own is signed by the same rule, and is no callback.
    is_own = texts.get("uid") == account.uid and texts.get("type") in ("collection", "payout")
    if not is_signed or not is_own or not texts.get("status") or (is_in_header and not named):
        raise ValueError("wrong signature")
    is_time = timestamp.isascii() and timestamp.isdigit() and len(timestamp) <= 12
    if not is_time or abs(time.time() - int(timestamp)) > 300:
        raise ValueError("too old: check the clock")
    is_payout = texts["type"] == "payout"
    number = texts.get("serial_no" if is_payout else "orderid", "")
    if is_in_header and named:
        stands = texts["actual_amount" if is_payout else "paid_amount"]
        event = int(named[1] or 1)
        return Callback(webhook_id, event, texts["type"], number, texts, lambda: Decimal(stands))

    def look_up() -> Decimal:
        found = (find_payout if is_payout else find_collection)(account, number)
        if found is None:
            raise LookupError(f"{number} is not there")
        return Decimal(found["paid"])

    return Callback(None, None, texts["type"], number, texts, look_up)
# docs:end


def hmac_of(message: bytes, secret: str) -> str:
    digest = hmac.new(secret.encode("utf-8"), message, hashlib.sha256).digest()
    return base64.b64encode(digest).decode("ascii")


def is_same(given: str, expected: str) -> bool:
    """Constant-time comparison, so signatures cannot be guessed byte by byte."""
    return hmac.compare_digest(given.encode("utf-8"), expected.encode("utf-8"))


def texts_of(source: str) -> Dict[str, str]:
    """The parameters of a JSON object as the texts that are signed; ValueError if it is none.

    Written again, an object or a number may differ from what was sent: their text is cut out.
    """
    if not isinstance(json.loads(source), dict):
        raise ValueError("no JSON object")
    texts: Dict[str, str] = {}
    decoder = json.JSONDecoder()
    between = re.compile(r"[ \t\r\n]*[{:,]?[ \t\r\n]*")
    at = between.match(source).end()
    while source[at] != "}":
        name, at = decoder.raw_decode(source, at)
        start = between.match(source, at).end()
        value, end = decoder.raw_decode(source, start)
        text = value if isinstance(value, str) else source[start:end]
        texts[name] = "" if value is None else text
        at = between.match(source, end).end()
    return texts


def resend_callback(account: Account, **order: str) -> Dict[str, Any]:
    """Has an order's newest callback sent again: `orderid="A-1"`, or a payout's `serial_no`."""
    fields = {"type": "payout" if "serial_no" in order else "collection", **order}
    return call_until_answered(account, "callbacks/retry", fields)["data"]


def query_pricing(account: Account) -> Dict[str, Any]:
    """What each payment costs you: the current price and the next one."""
    return call_until_answered(account, "pricing", {})["data"]


def withdraw(account: Account, serial_no: str, amount: str = "all") -> Dict[str, Any]:
    """Pays out to your own bank account; a whole amount. Retries if the response is lost."""
    fields = {"serial_no": serial_no, "amount": amount}
    return create_once(account, "withdrawals", fields, find_payout, serial_no)


def query_statement(account: Account, number: Optional[int] = None) -> Dict[str, Any]:
    """Your income, fees and payouts: the open statement, or the one with that number."""
    return call_until_answered(account, "statements", {"number": number})["data"]


# docs:ledger
class Difference(NamedTuple):
    """A number on which two books disagree."""

    number: str
    yours: Decimal
    theirs: Decimal


def reconcile(account: Account, day: str, yours: Mapping[str, Decimal]) -> List[Difference]:
    """Compares a day, "2026-01-31" in Taipei, with your own books.

    The ledger has an order on the day on which it was settled, at which moment its callback was
    made. `paid_at` and `processed_at` are the bank's times and may be of the day before. So book an
    order when its callback first comes, and file it under that day in Taipei.

    `yours` has for each trade_no what the day brought before fees; payouts are negative. Store that
    number: a payout's callback does not have it. For today, new entries may
    arrive while you read: that is Refused with `errors["cursor"]`; start again. Orders of test
    callbacks, TEST- and their trade_no, are left out.
    """
    stand: Dict[str, Decimal] = {}
    theirs: Dict[str, Decimal] = {}
    cursor = None
    while True:
        fields = {"from": day, "to": day, "limit": 200, "cursor": cursor}
        page = call_until_answered(account, "ledger", fields)["data"]
        if cursor is None:
            stand = dict(page["opening"])
        for entry in page["items"]:
            amount, fee = Decimal(entry["amount"]), Decimal(entry.get("fee", 0))
            left, entered = entry["bucket_from"], entry["bucket_to"]
            # The fee is taken from the bucket that the money enters, or from the one that it left.
            payer = entered if entered in stand else left
            for bucket, change in ((left, -amount), (entered, amount), (payer, -fee)):
                # "outside" and "fees" have no balance.
                if bucket in stand:
                    stand[bucket] += change
            # The order of a test callback is not in your books.
            if (entry.get("orderid") or entry.get("serial_no")) == f"TEST-{entry['trade_no']}":
                continue
            into = amount if entered in stand else 0
            out_of = amount if left in stand else 0
            # A platform adjustment without an order has its own number.
            number = entry["trade_no"] or entry["orderid"]
            theirs[number] = theirs.get(number, Decimal(0)) + into - out_of
        cursor = page["next_cursor"]
        if cursor is None:
            break
    for bucket, closing in page["closing"].items():
        if stand[bucket] != closing:
            raise ValueError(f"{day}: {bucket} is {closing}, not {stand[bucket]}")
    zero = Decimal(0)
    numbers = sorted({*yours, *theirs})
    compared = [Difference(no, yours.get(no, zero), theirs.get(no, zero)) for no in numbers]
    return [one for one in compared if one.yours != one.theirs]
# docs:end
