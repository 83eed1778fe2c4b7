"""Tries the sample: sign, story, payout, settlement, listen <port>.

Takes PAY_API, PAY_UID, PAY_SECRET, PAY_OTHER_SECRET, PAY_PORT, PAY_NOTIFY and PAY_STORE.
"""

import json
import logging
import os
import queue
import re
import sqlite3
import sys
import threading
import traceback
import uuid
from decimal import Decimal
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import NoReturn, Tuple

import pay
import store

account = pay.Account(
    api=os.environ.get("PAY_API", "http://127.0.0.1:8787"),
    uid=os.environ.get("PAY_UID", "TEST0001"),
    secret=os.environ.get("PAY_SECRET", "test-secret-for-local-use-only"),
    other_secret=os.environ.get("PAY_OTHER_SECRET", ""),
)
STORE = os.environ.get("PAY_STORE", "orders.db")
own_port = os.environ.get("PAY_PORT", "8799")
is_local = re.match(r"http://(127\.0\.0\.1|localhost)\b", account.api)
# Where callbacks of payouts go: to `listen`, which a service elsewhere does not reach.
listening = f"http://127.0.0.1:{own_port}/notify" if is_local else ""
payout_notify_url = os.environ.get("PAY_NOTIFY", listening)


def receiver(port: int, orders: store.OrderStore, act: pay.Act) -> ThreadingHTTPServer:
    """A server whose POST /notify takes callbacks."""

    class Notify(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            # A callback is much shorter.
            length = min(int(self.headers.get("content-length", 0)), 65536)
            raw = self.rfile.read(max(length, 0))
            status, text = 404, "not found"
            if self.path == "/notify":
                try:
                    status, text = pay.answer_callback(account, orders, self.headers, raw, act)
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


def tell_acted(db: sqlite3.Connection, callback: pay.Callback) -> None:
    difference = store.book(db, callback)
    # event is present if the merchant receives all events.
    event = callback.texts.get("event") or callback.type
    number = callback.number
    print(f"acted {callback.id or '-'} {event} {number}\nbooked {number} {difference:.2f}", flush=True)


def story(port: int) -> None:
    """From creating an order to finding its money in the ledger, against the sandbox."""
    callbacks: "queue.Queue[Tuple[pay.Callback, Decimal]]" = queue.Queue()
    orders = store.OrderStore(STORE)
    server = receiver(port, orders, lambda db, came: callbacks.put((came, store.book(db, came))))
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
    orders.place(f"collection {orderid}")
    created = pay.create_collection(account, order)
    orders.created(f"collection {orderid}", created["trade_no"])
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
    link_order = {"merchant_order_no": f"{orderid}-L", "amount": "500", **member}
    link_order["notify_url"] = notify_url
    orders.place(f"link {orderid}-L")
    link = pay.create_link(account, link_order)
    tell("link", url=link)
    expect("the same link again", pay.create_link(account, link_order), link)

    data = pay.call(account, "sandbox/outcome", {"orderid": orderid, "outcome": "paid"})["data"]
    tell("outcome", outcome=data["outcome"], status=data["status"], events=data["events"])

    callback, difference = callbacks.get(timeout=60)
    tell("callback", webhook_id=callback.id, paid=str(callback.amount()))
    expect("trade_no", callback.texts["trade_no"], created["trade_no"])
    expect("number", callback.number, orderid)
    expect("what is to book", difference, Decimal("100.50"))

    # The day of the callback, not of its paid_at.
    day = store.taipei_day()
    differences = pay.reconcile(account, day, orders.books(day))
    ours = [one for one in differences if one.number == created["trade_no"]]
    tell("ledger", day=day, balanced=True, found=not ours, differences=len(differences))
    expect("the difference", ours, [])

    resent = pay.resend_callback(account, orderid=orderid)
    tell("resend", type=resent["type"], webhook_id=resent["callback_id"])
    expect("what is sent again", resent["callback_id"], callback.id)


def payout(serial_no: str = f"P-{uuid.uuid4()}", amount: str = "100.50") -> None:
    """Creates a payout, or finds the one that has that number, and looks it up."""
    order = {
        "serial_no": serial_no,
        "amount": amount,
        "notify_url": payout_notify_url,
        "payee_name": "王小明",
        "payee_bank": "004",
        "payee_account": "012345678901",
    }
    orders = store.OrderStore(STORE)
    orders.place(f"payout {serial_no}")
    created = pay.create_payout(account, order)
    orders.created(f"payout {serial_no}", created["trade_no"])
    tell("payout", serial_no=serial_no, trade_no=created["trade_no"], status=created["status"])

    found = pay.find_payout(account, serial_no)
    tell("query", status=found and found["status"])
    expect("trade_no", found and found["tradeNo"], created["trade_no"])


def settlement() -> None:
    """From the price to the statement that a withdrawal closes."""
    tell("pricing", version=pay.query_pricing(account)["version"])

    serial_no = f"W-{uuid.uuid4()}"
    orders = store.OrderStore(STORE)
    orders.place(f"payout {serial_no}")
    placed = pay.withdraw(account, serial_no)
    orders.created(f"payout {serial_no}", placed["trade_no"])
    tell("withdrawal", serial_no=serial_no, amount=str(placed["amount"]), status=placed["status"])

    # The open statement starts where the closed one ends.
    opened = pay.query_statement(account)
    closed = pay.query_statement(account, opened["number"] - 1)
    state, withdrawal = closed["state"], closed["withdrawal"]
    tell("statement", number=closed["number"], state=state, withdrawal=withdrawal)
    expect("state", state, "closed")
    expect("withdrawal", withdrawal, serial_no)
    expect("the next opening", opened["opening"], closed["closing"])


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
            source = pay.texts_of(line.decode("utf-8"))["fields"]
            print(pay.sign(pay.texts_of(source), secret), flush=True)
        except (ValueError, TypeError, KeyError) as problem:
            print(f"error: {problem}", flush=True)


def main(command: str, *given: str) -> None:
    if command == "sign":
        sign_lines()
    elif command == "story":
        story(int(own_port))
    elif command == "payout":
        payout(*given)
    elif command == "settlement":
        settlement()
    elif command == "listen":
        orders = store.OrderStore(STORE)
        receiver(int((given or [own_port])[0]), orders, tell_acted).serve_forever()
    else:
        sys.exit("python3 program.py sign | story | payout | settlement | listen <port>")


if __name__ == "__main__":
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    try:
        main(*(sys.argv[1:] or [""]))
    except (pay.Failed, OSError, ValueError) as problem:
        wrong(str(problem))  # a line says what to do about it; a trace would not
