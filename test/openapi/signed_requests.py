"""Signed requests that schemathesis draws from /openapi.json, and what the service answers to them.

Prints a line of JSON: how many requests were sent, what they were answered, and what is wrong. Exits with 1 where
anything is wrong. A request that fits its schema must not be refused for its form.
"""

import hashlib
import json
import os
import re
import sys
import time
from collections import Counter
from urllib.parse import urlencode

import jsonschema_rs
import requests
import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.core.failures import FailureGroup
from schemathesis.core.transport import Response
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

API = os.environ["PAY_API"]
# A merchant, and a test merchant, whose answers tell more. They take turns.
MERCHANTS = [
    (os.environ[f"PAY_{kind}UID"], os.environ[f"PAY_{kind}SECRET"]) for kind in ("", "TEST_")
]
TOTAL = int(sys.argv[1])
MEANINGS = [(re.compile(one["field"]), re.compile(one["problem"])) for one in json.loads(sys.argv[2])]
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]

JSON, FORM = "application/json", "application/x-www-form-urlencoded"
document = requests.get(API + "/openapi.json", timeout=60).json()
schema = schemathesis.openapi.from_dict(document)
schema.config.update(base_url=API)
session = requests.Session()
answered, wrong = Counter(), Counter()
sent = fitting = repeated = 0


def json_of(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=str)


def text_of(value):
    return value if isinstance(value, str) else json_of(value)


def form_of(fields):
    return urlencode({name: text_of(value) for name, value in fields.items() if value is not None})


def signed(fields, secret):
    named = {name: value for name, value in fields.items() if name != "sign"}
    given_names = [name for name, value in named.items() if value is not None and value != ""]
    in_order = sorted(given_names, key=lambda name: name.encode("utf-16-be"))
    joined = "&".join([f"{name}={text_of(named[name])}" for name in in_order] + ["key=" + secret])
    return {**named, "sign": hashlib.md5(joined.encode()).hexdigest().upper()}


def body_of(case):
    if not isinstance(case.body, dict):
        return case.body
    uid, secret = MERCHANTS[sent % 2]
    return signed({**case.body, "uid": uid, "timestamp": int(time.time())}, secret)


def validator_of(operation, media_type):
    """Of the whole request body; format is asserted, since the description promises it."""
    media = document["paths"][operation.path]["post"]["requestBody"]["content"][media_type]
    whole = {**media["schema"], "components": document["components"]}
    return jsonschema_rs.Draft202012Validator(whole, validate_formats=True)


def problem_of_form(errors):
    for field, problems in errors.items():
        for problem in problems:
            if not any(where.search(field) and what.search(problem) for where, what in MEANINGS):
                return f"{field}: {problem}"
    return None


def tell(label, kind, detail, body):
    if wrong[kind] < 3:
        print(f"{label}: {kind}: {detail}\n  {text_of(body)[:1500]}", file=sys.stderr)
    wrong[kind] += 1


def answer_to(ask):
    """Where a database is late, as on a busy machine, the service says when to ask again, and so does a client."""
    global repeated
    for _ in range(5):
        response = ask()
        if response.status_code != 503 or "retry-after" not in response.headers:
            break
        repeated += 1
        time.sleep(min(5, int(response.headers["retry-after"])))
    return response


def send(case, label, validators):
    global sent, fitting
    if validators is None:
        response = case.call(session=session)
        fields, fits = None, False
    else:
        fields = body_of(case)
        # What breaks a schema may be no JSON at all, which has no text to send.
        if not isinstance(fields, (dict, list, str, int, float, type(None))):
            return
        is_form = case.media_type.startswith(FORM) and isinstance(fields, dict)
        raw = form_of(fields) if is_form else json_of(fields)
        headers = {"content-type": FORM if is_form else JSON}
        url = API + case.operation.path
        plain = answer_to(
            lambda: session.post(url, data=raw.encode(), headers=headers, timeout=120)
        )
        response = Response.from_requests(plain, verify=False)
        fits = validators[FORM if is_form else JSON].is_valid(fields)
    sent += 1
    fitting += fits
    answer = json.loads(response.content or b"{}")
    answered[answer.get("error", "accepted")] += 1
    try:
        case.validate_response(response, checks=CHECKS)
    except (FailureGroup, Exception) as failure:
        tell(label, "undocumented answer", f"{response.status_code} {failure!r}"[:800], fields)
    if response.status_code >= 500:
        tell(label, "5xx", str(response.status_code), fields)
    if fits and answer.get("error") == "validation_error":
        problem = problem_of_form(answer["errors"])
        if problem is not None:
            tell(label, "refused for its form", problem, fields)
    if answer.get("error") == "signature_error":
        tell(label, "signature_error", "the hook has signed wrongly", fields)
    if sent % 500 == 0:
        print(f"{sent} requests, {sum(wrong.values())} wrong", file=sys.stderr, flush=True)


def walk(operation, mode, count):
    is_signed = operation.method.upper() == "POST"
    validators = {one: validator_of(operation, one) for one in (JSON, FORM)} if is_signed else None

    @seed(20261122)
    @settings(
        max_examples=count,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy(generation_mode=mode))
    def run(case):
        send(case, f"{operation.method.upper()} {operation.path}", validators)

    run()


operations = [result.ok() for result in schema.get_all_operations()]
posts = [one for one in operations if one.method.upper() == "POST"]
gets = [one for one in operations if one.method.upper() == "GET"]
# A fifth of the requests breaks its schema, so that refusals are seen too. Where a schema has fewer requests than its
# share, another round draws others.
while sent < TOTAL:
    before = sent
    share = -(-(TOTAL - sent) // len(posts))
    for operation in posts:
        walk(operation, GenerationMode.POSITIVE, -(-share * 4 // 5))
        walk(operation, GenerationMode.NEGATIVE, -(-share // 5))
    for operation in gets:
        walk(operation, GenerationMode.POSITIVE, 20)
    if sent == before:
        break

seen = {"sent": sent, "fitting": fitting, "repeated": repeated}
print(json.dumps({**seen, "answered": answered, "wrong": wrong}))
sys.exit(1 if wrong or sent < TOTAL else 0)
