# docs:story
import os
import time
from decimal import Decimal
from http.server import BaseHTTPRequestHandler, HTTPServer

import pay

account = pay.Account(os.environ["PAY_API"], os.environ["PAY_UID"], os.environ["PAY_SECRET"])
store = pay.EventStore("events.db")  # yours: your database


# The callback: it says how the order stands, so SET what you credit, never add.
def credit(_db, callback):
    print(f"credit {callback.number}: {callback.amount()}")


class Notify(BaseHTTPRequestHandler):
    def do_POST(self):
        raw = self.rfile.read(int(self.headers["Content-Length"]))
        status, text = pay.answer_callback(account, store, self.headers, raw, credit)
        self.send_response(status)
        self.end_headers()
        self.wfile.write(text.encode())


server = HTTPServer(("127.0.0.1", 8799), Notify)

# Create: store your number first. After a lost answer, call again with the SAME number.
orderid = f"PY-{time.time_ns()}"
notify = os.environ.get("NOTIFY", "http://127.0.0.1:8799/notify")
order = {"orderid": orderid, "amount": Decimal("100"), "notify_url": notify}
pay.create_collection(account, order)
pay.call(account, "sandbox/outcome", {"orderid": orderid, "outcome": "paid"})  # in the sandbox only

# Look up: when in doubt, and when no callback came.
found = pay.find_collection(account, orderid)
print(orderid, found["status"], found["paid"])
server.handle_request()  # one callback
# docs:end
