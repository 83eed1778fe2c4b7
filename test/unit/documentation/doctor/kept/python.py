# Each line: a request as a Python program with one mistake (or none) builds and signs it.
import base64, hashlib, hmac, json, time, unicodedata, urllib.parse
from decimal import Decimal

SECRET = "python-secret-Ye3hN6gV1dC8sP5wT2mK7qXa"
BASE = {"uid": "DEMO0001", "timestamp": 1764338400, "orderid": "Y-5", "amount": 350, "member_bank_name": "國泰世華",
        "counterparty_account": "0123456789", "notify_url": "https://shop.example/cb/?t=a+b", "extra": {"sku": "é-9", "n": [1, 2]}}
FLAT = {k: v for k, v in BASE.items() if k != "extra"}
KEY = "&key=" + SECRET
md5 = lambda s: hashlib.md5(s.encode() if isinstance(s, str) else s).hexdigest().upper()

def value(v):
    if isinstance(v, (dict, list)):
        return json.dumps(v, ensure_ascii=False, separators=(",", ":"))
    return json.dumps(v) if isinstance(v, (bool, float)) else str(v)

def right(p, of=value):
    return "&".join(f"{k}={of(v)}" for k, v in sorted(p.items()) if v is not None and v != "")

def keep(mistake, made, body, sign, type="json", ascii=True, **more):
    body = {**body, "sign": sign}
    sent = urllib.parse.urlencode(body) if type == "form" else json.dumps(body, ensure_ascii=ascii)  # as requests does
    print(json.dumps({"by": "python", "mistake": mistake, "made": made, "type": type, "secret": SECRET, "body": sent, **more}, ensure_ascii=False))

# mistakes
keep("nested_not_json: extra signed as Python's repr", "f'{k}={v}' of a dict", BASE, md5(right(BASE, str) + KEY))
flag = {"uid": "DEMO0001", "timestamp": 1764338400, "serial_no": "Y-W1", "amount": 80, "payee_name": "Chen", "is_delayed": True, "note": None}
keep("boolean_text: True signed, true sent", "str(True)", flag, md5(right(flag, str) + KEY))
keep("null_as_word: None signed, null sent", "str(None)", flag, md5("&".join(f"{k}={value(v) if v is not None else v}" for k, v in sorted(flag.items())) + KEY))
keep("url_encoded: percent-encoded, spaces as +", "urlencode(sorted(p.items()))", FLAT, md5(urllib.parse.urlencode(sorted(FLAT.items())) + KEY))
keep("url_encoded: percent-encoded by quote, slash kept", "quote(v)", FLAT, md5(right(FLAT, lambda v: urllib.parse.quote(str(v))) + KEY))
keep("number_exponent: amount signed as 1E+2", "str(Decimal('100').normalize())", {**FLAT, "amount": 100}, md5(right({**FLAT, "amount": Decimal("100").normalize()}) + KEY))
keep("number_one_decimal: amount signed as 350.0", "str(float(amount))", FLAT, md5(right({**FLAT, "amount": 350.0}) + KEY))
keep("signed_milliseconds: timestamp signed as a float", "str(time.time()) signed, int(...) sent", FLAT, md5(right({**FLAT, "timestamp": 1764338400.7312346}) + KEY))
keep("key_hmac: HMAC-MD5", "hmac.new(secret, text, 'md5')", FLAT, hmac.new(SECRET.encode(), right(FLAT).encode(), "md5").hexdigest())
keep("order_down: sorted downwards", "sorted(p.items(), reverse=True)", FLAT, md5("&".join(f"{k}={v}" for k, v in sorted(FLAT.items(), reverse=True)) + KEY))
keep("secret_encoded: secret as b'...'", "f'&key={secret.encode()}'", FLAT, md5(right(FLAT) + f"&key={SECRET.encode()}"))
keep("key_without_ampersand: & missing before key", "text + 'key=' + secret", FLAT, md5(right(FLAT) + "key=" + SECRET))
keep("key_sorted: key sorted among the names", "p['key'] = secret before sorting", FLAT, md5("&".join(f"{k}={v}" for k, v in sorted({**FLAT, "key": SECRET}.items()))))
keep("join_equals: names and values without = and &", "''.join(k + v)", FLAT, md5("".join(k + str(v) for k, v in sorted(FLAT.items())) + SECRET))
keep("join_values: values only", "'&'.join(values)", FLAT, md5("&".join(str(v) for k, v in sorted(FLAT.items())) + KEY))
keep("secret_encoded: secret in quotation marks", '.env with PAY_SECRET="..." read by split("=")', FLAT, md5(right(FLAT) + f'&key="{SECRET}"'))
nfd = {**FLAT, "member_bank_name": unicodedata.normalize("NFD", "Café 銀行")}
keep("charset_normal_form: composed characters signed, decomposed sent", "unicodedata.normalize('NFC', v) for the sign", nfd, md5(right({k: unicodedata.normalize("NFC", v) if isinstance(v, str) else v for k, v in nfd.items()}) + KEY))
crlf = {**FLAT, "extra": "line one\r\nline two"}
keep("line_breaks: line breaks \\n signed, \\r\\n sent", "v.replace('\\r\\n', '\\n')", crlf, md5(right({**crlf, "extra": "line one\nline two"}) + KEY))
space = {**FLAT, "member_bank_name": " 國泰世華 "}
keep("trimmed: trimmed for the sign", "str(v).strip()", space, md5(right(space, lambda v: str(v).strip()) + KEY))
keep("left_out: uid left out", "only business fields are signed", FLAT, md5(right({k: v for k, v in FLAT.items() if k != "uid"}) + KEY))
keep("nested_dropped: extra left out", "only texts and numbers are signed", BASE, md5(right(FLAT) + KEY))
keep("key_first: secret first", "md5('key=' + secret + '&' + text)", FLAT, md5(f"key={SECRET}&{right(FLAT)}"))
keep("key_first: secret before the text", "md5(secret + text)", FLAT, md5(SECRET + right(FLAT)))
keep("secret_encoded: secret base64-decoded", "base64.b64decode(secret)", FLAT, md5((right(FLAT) + "&key=").encode() + base64.b64decode(SECRET)))
keep("escaped_unicode: escaped: only non-ASCII signed escaped", "json.dumps(extra, separators=...) signed with \\u, sent in UTF-8", BASE, md5(right(BASE, lambda v: json.dumps(v, separators=(",", ":")) if isinstance(v, dict) else str(v)) + KEY), ascii=False)
keep("key_extra: key doubled", "the text ends in &key= already", FLAT, md5(right(FLAT) + KEY + KEY))
keep("digest_sha1: sha1", "hashlib.sha1", FLAT, hashlib.sha1((right(FLAT) + KEY).encode()).hexdigest().upper())
keep("secret_likely: the secret of the test host", "the other environment's secret", FLAT, md5(right(FLAT) + "&key=python-secret-of-the-other-environment"))
# right ones
keep(None, "json.dumps with separators signed, requests' json sent", BASE, md5(right(BASE) + KEY))
keep(None, "json.dumps with default separators signed and sent", BASE, md5(right(BASE, lambda v: json.dumps(v) if isinstance(v, dict) else str(v)) + KEY))
keep(None, "json.dumps(extra, ensure_ascii=False) with spaces", BASE, md5(right(BASE, lambda v: json.dumps(v, ensure_ascii=False) if isinstance(v, dict) else str(v)) + KEY))
keep(None, "amount 350.0 as float", {**FLAT, "amount": 350.0}, md5(right({**FLAT, "amount": "350.0"}) + KEY))
keep(None, "amount 350.0 sent, 350.00 signed", {**FLAT, "amount": 350.0}, md5(right({**FLAT, "amount": "350.00"}) + KEY))
keep(None, "form by urlencode", {**FLAT, "extra": value(BASE["extra"])}, md5(right(BASE) + KEY), "form")
keep(None, "None left to null, True as true", flag, md5(right(flag) + KEY))
