"""Tries the sample: sign, story, listen <port>. Takes PAY_API, PAY_UID, PAY_SECRET and PAY_PORT."""

import json
import os
import queue
import re
import sys
import threading
import traceback
import uuid
from datetime import datetime, timedelta, timezone
from decimal import Decimal
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Dict, NoReturn

import pay

account = pay.Account(
    api=os.environ.get("PAY_API", "http://127.0.0.1:8787"),
    uid=os.environ.get("PAY_UID", "TEST0001"),
    secret=os.environ.get("PAY_SECRET", "test-secret-for-local-use-only"),
)


def receiver(port: int, act: pay.Act) -> ThreadingHTTPServer:
    """A server whose POST /notify takes callbacks."""
    store = pay.EventStore(":memory:")  # yours outlives the process

    class Notify(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            raw = self.rfile.read(int(self.headers.get("content-length", 0)))
            status, text = 404, "not found"
            if self.path == "/notify":
                try:
                    status, text = pay.answer_callback(account, store, self.headers, raw, act)
                except Exception:
                    traceback.print_exc()
                    status, text = 500, "try again"
            self.send_response(status)
            self.send_header("Content-Type", "text/plain")
            self.send_header("Content-Length", str(len(text)))
            self.end_headers()
            self.wfile.write(text.encode())

        def log_message(self, *_: object) -> None:
            pass

    return Receiver(("127.0.0.1", port), Notify)


class Receiver(ThreadingHTTPServer):
    request_queue_size = 50  # callbacks may come many at a time


def tell_acted(_db: object, callback: pay.Callback, webhook_id: str) -> None:
    # A payout has no trade_no. event is there where the merchant is told of all events.
    number = callback.get("trade_no") or callback.get("serial_no")
    print("acted", webhook_id, callback.get("event") or callback["type"], number, flush=True)


def story(port: int) -> None:
    """From creating an order to finding its money in the ledger, against the sandbox."""
    callbacks: "queue.Queue[tuple]" = queue.Queue()
    server = receiver(port, lambda _db, callback, of: callbacks.put((of, callback)))
    threading.Thread(target=server.serve_forever, daemon=True).start()

    notify_url = f"http://127.0.0.1:{port}/notify"
    orderid = f"PY-{uuid.uuid4()}"
    order = {
        "orderid": orderid,
        "amount": Decimal("100.50"),
        "notify_url": notify_url,
        "user_name": "王小明",
        "extra": {"備註": "a/b"},
    }
    created = pay.create_collection(account, order)
    tell("create", orderid=orderid, trade_no=created["trade_no"], amount=str(created["amount"]))
    expect("amount", created["amount"], Decimal("100.50"))
    try:
        pay.call(account, "collections", order)
        wrong("a number was taken twice")
    except pay.Refused as refusal:
        expect("the refusal", refusal.error, "duplicate_orderid")

    found = pay.find_collection(account, orderid)
    tell("query", status=found and found["status"], trade_no=found and found["tradeNo"])
    expect("status", found and found["status"], "PENDING")
    expect("an unknown order", pay.find_collection(account, f"{orderid}-0"), None)

    member = {"member_no": "M1", "member_name": "王小明", "payer_account_last5": "12345"}
    link_order = {"merchant_order_no": f"{orderid}-L", "amount": 500, **member}
    link_order["notify_url"] = notify_url
    link = pay.create_link(account, link_order)
    tell("link", url=link)
    expect("the same link again", pay.create_link(account, link_order), link)

    data = pay.call(account, "sandbox/outcome", {"orderid": orderid, "outcome": "paid"})["data"]
    tell("outcome", outcome=data["outcome"], status=data["status"], events=data["events"])

    webhook_id, callback = callbacks.get(timeout=60)
    tell("callback", webhook_id=webhook_id, paid=callback["paid_amount"])
    expect("trade_no", callback["trade_no"], created["trade_no"])
    # What was paid may differ from what was asked: credit this.
    expect("paid_amount", Decimal(callback["paid_amount"]), Decimal("100.50"))

    day = datetime.now(timezone(timedelta(hours=8))).strftime("%Y-%m-%d")
    differences = pay.reconcile(account, day, {orderid: Decimal("100.50")})
    ours = [one for one in differences if one.number == orderid]
    tell("ledger", day=day, balanced=True, found=not ours)
    expect("the difference", ours, [])


def tell(step: str, **values: object) -> None:
    print(json.dumps({"step": step, **values}, ensure_ascii=False), flush=True)


def expect(what: str, came: object, expected: object) -> None:
    if came != expected:
        wrong(f"{what} is {came!r}, not {expected!r}")


def wrong(sentence: str) -> NoReturn:
    sys.exit(sentence)


def sign_lines() -> None:
    """Signs each line of standard input: {"fields": {...}, "secret": "..."}."""
    for line in sys.stdin.buffer:
        try:
            given = json.loads(line)
            fields, secret = given["fields"], given["secret"]
            if not isinstance(fields, dict) or not isinstance(secret, str):
                raise TypeError("fields is no object, or secret is no text")
            source = members(line.decode("utf-8"))["fields"]
            texts = {name: text_of(value) for name, value in members(source).items()}
            print(pay.sign(texts, secret), flush=True)
        except (ValueError, TypeError, KeyError) as problem:
            print(f"error: {problem}", flush=True)


def text_of(source: str) -> str:
    if source == "null":
        return ""
    return json.loads(source) if source.startswith('"') else source


def members(source: str) -> Dict[str, str]:
    """The members of an object, which is valid JSON, each with the very text of its value."""
    found: Dict[str, str] = {}
    decoder = json.JSONDecoder()
    blank = re.compile(r"[ \t\r\n]*")
    at = blank.match(source, source.index("{") + 1).end()
    while source[at] != "}":
        name, at = decoder.raw_decode(source, at)
        at = blank.match(source, source.index(":", at) + 1).end()
        _, end = decoder.raw_decode(source, at)
        found[name] = source[at:end]
        at = blank.match(source, end).end()
        if source[at] == ",":
            at = blank.match(source, at + 1).end()
    return found


if __name__ == "__main__":
    command, port = (sys.argv[1:] + ["", ""])[:2]
    number = int(port or os.environ.get("PAY_PORT", "8799"))
    if command == "sign":
        sign_lines()
    elif command == "story":
        story(number)
    elif command == "listen":
        receiver(number, tell_acted).serve_forever()
    else:
        sys.exit("python3 program.py sign | story | listen <port>")
