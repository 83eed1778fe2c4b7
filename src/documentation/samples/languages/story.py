# docs:story
import os
import sys
import threading
import time
import traceback
from decimal import Decimal
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pay
import store

account = pay.Account(os.environ["PAY_API"], os.environ["PAY_UID"], os.environ["PAY_SECRET"])
orders = store.OrderStore("orders.db")  # or your database


# A callback has the order's total so far: `book` SETS it and returns the difference.
def act(db, callback):
    side = "debit" if callback.type == "payout" else "credit"
    print(f"{side} {callback.number}: {store.book(db, callback)}", file=sys.stderr)


class Notify(BaseHTTPRequestHandler):
    def do_POST(self):
        raw = self.rfile.read(min(int(self.headers["Content-Length"]), 65536))
        try:
            status, text = pay.answer_callback(account, orders, self.headers, raw, act)
        except Exception:
            traceback.print_exc()
            status, text = 500, "try again"
        self.send_response(status)
        self.end_headers()
        self.wfile.write(text.encode())


port = int(os.environ.get("PAY_PORT", "8799"))
server = ThreadingHTTPServer(("127.0.0.1", port), Notify)
threading.Thread(target=server.serve_forever, daemon=True).start()

# Create: store your number first. If no response comes, call again with the SAME number.
orderid = f"PY-{time.time_ns()}"
notify = os.environ.get("NOTIFY", f"http://127.0.0.1:{port}/notify")
order = {"orderid": orderid, "amount": Decimal("100"), "notify_url": notify}
orders.place(f"collection {orderid}")
created = pay.create_collection(account, order)
orders.created(f"collection {orderid}", created["trade_no"])  # for `reconcile`
pay.call(account, "sandbox/outcome", {"orderid": orderid, "outcome": "paid"})  # in the sandbox only

# Query: if in doubt, or if no callback came.
found = pay.find_collection(account, orderid)
print(orderid, found["status"], found["paid"])

# A payout. The sandbox loses the first response; `create_payout` retries with the SAME number.
serial_no = f"P-{time.time_ns()}"
payout = {"serial_no": serial_no, "amount": Decimal("50"), "notify_url": notify}
payee = {"payee_name": "王小明", "payee_bank": "004", "payee_account": "012345678901"}
orders.place(f"payout {serial_no}")
made = pay.create_payout(account, {**payout, **payee, "sandbox_fault": "lost"})
orders.created(f"payout {serial_no}", made["trade_no"])  # payout callbacks do not have it
paid = {"serial_no": serial_no, "outcome": "paid"}  # in the sandbox only
pay.call(account, "sandbox/outcome", paid)
found = pay.find_payout(account, serial_no)
print(serial_no, found["status"], found["paid"], flush=True)
time.sleep(3)  # until the callbacks have come
# docs:end
