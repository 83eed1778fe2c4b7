# docs:story
import os
import time
import traceback
from decimal import Decimal
from http.server import BaseHTTPRequestHandler, HTTPServer

import pay
import store

account = pay.Account(os.environ["PAY_API"], os.environ["PAY_UID"], os.environ["PAY_SECRET"])
orders = store.OrderStore("orders.db")  # or your database


# The callback says how the order stands: `book` SETS that, and returns the difference.
def credit(db, callback):
    print(f"credit {callback.number}: {store.book(db, callback)}")


class Notify(BaseHTTPRequestHandler):
    def do_POST(self):
        raw = self.rfile.read(min(int(self.headers["Content-Length"]), 65536))
        try:
            status, text = pay.answer_callback(account, orders, self.headers, raw, credit)
        except Exception:
            traceback.print_exc()
            status, text = 500, "try again"
        self.send_response(status)
        self.end_headers()
        self.wfile.write(text.encode())


port = int(os.environ.get("PAY_PORT", "8799"))
server = HTTPServer(("127.0.0.1", port), Notify)

# Create: keep your number first. After a lost answer, call again with the SAME number.
orderid = f"PY-{time.time_ns()}"
notify = os.environ.get("NOTIFY", f"http://127.0.0.1:{port}/notify")
order = {"orderid": orderid, "amount": Decimal("100"), "notify_url": notify}
orders.place(f"collection {orderid}")
created = pay.create_collection(account, order)
orders.created(f"collection {orderid}", created["trade_no"])  # for `reconcile`
pay.call(account, "sandbox/outcome", {"orderid": orderid, "outcome": "paid"})  # in the sandbox only

# Look up: when in doubt, and when no callback came.
found = pay.find_collection(account, orderid)
print(orderid, found["status"], found["paid"])
server.handle_request()  # one callback
# docs:end
