# docs:story
import os
import time
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
        raw = self.rfile.read(int(self.headers["Content-Length"]))
        status, text = pay.answer_callback(account, orders, self.headers, raw, credit)
        self.send_response(status)
        self.end_headers()
        self.wfile.write(text.encode())


server = HTTPServer(("127.0.0.1", 8799), Notify)

# Create: keep your number first. After a lost answer, call again with the SAME number.
orderid = f"PY-{time.time_ns()}"
notify = os.environ.get("NOTIFY", "http://127.0.0.1:8799/notify")
order = {"orderid": orderid, "amount": Decimal("100"), "notify_url": notify}
orders.place(f"collection {orderid}")
pay.create_collection(account, order)
pay.call(account, "sandbox/outcome", {"orderid": orderid, "outcome": "paid"})  # in the sandbox only

# Look up: when in doubt, and when no callback came.
found = pay.find_collection(account, orderid)
print(orderid, found["status"], found["paid"])
server.handle_request()  # one callback
# docs:end
