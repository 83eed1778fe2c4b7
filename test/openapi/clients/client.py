"""Uses the client that openapi-python-client has generated: creates a collection, queries it, reads a refusal."""

import hashlib
import json
import os
import time
import uuid

import httpx
from pay import Client
from pay.api.merchant import create_collection, get_collection
from pay.models import MerchantCollectionsRequest, MerchantCollectionsStatusRequest

API, UID, SECRET = (os.environ[name] for name in ("PAY_API", "PAY_UID", "PAY_SECRET"))


def text_of(value):
    return value if isinstance(value, str) else json.dumps(value, separators=(",", ":"))


class Signing(httpx.HTTPTransport):
    def handle_request(self, request):
        fields = json.loads(request.content)
        pairs = [f"{n}={text_of(v)}" for n, v in sorted(fields.items()) if n != "sign" and v != ""]
        text = "&".join(pairs + ["key=" + SECRET])
        fields["sign"] = hashlib.md5(text.encode()).hexdigest().upper()
        body = json.dumps(fields, separators=(",", ":")).encode()
        headers = {"content-type": "application/json", "host": request.headers["host"]}
        return super().handle_request(httpx.Request("POST", request.url, headers=headers, content=body))


client = Client(base_url=API, httpx_args={"transport": Signing()})
signed = {"uid": UID, "timestamp": int(time.time()), "sign": "0" * 32}
orderid = "PY-" + uuid.uuid4().hex
created = create_collection.sync(
    client=client, body=MerchantCollectionsRequest(**signed, orderid=orderid, amount=19.99)
)
assert created.data.amount == 19.99, created
found = get_collection.sync(
    client=client, body=MerchantCollectionsStatusRequest(**signed, orderid=orderid)
)
assert found.data.trade_no == created.data.trade_no and found.status == "PENDING", found
refused = get_collection.sync(
    client=client, body=MerchantCollectionsStatusRequest(**signed, orderid="none")
)
assert refused.error == "order_not_found" and refused.ok == 0, refused
print("ok")
