# C# has no runtime here: what .NET 8 writes is derived by hand, rule by rule, in `made`.
import base64, hashlib, json, re, urllib.parse
SECRET = "csharp-secret-Uw1gK5xO9dL3hV7qA2zF6mTs"
KEY = "&key=" + SECRET
FLAT = {"uid": "DEMO0001", "timestamp": 1764338400, "serial_no": "C-4", "amount": 1234.5, "payee_name": "李小龍", "payee_bank": "玉山+銀行", "is_delayed": True, "notify_url": "https://shop.example/cs?q='x'"}
BASE = {**FLAT, "extra": {"memo": "退回<急>", "n": 1}}
md5 = lambda s: hashlib.md5(s if isinstance(s, bytes) else s.encode()).hexdigest().upper()
compact = lambda v: json.dumps(v, ensure_ascii=False, separators=(",", ":"))

def stj(v):  # System.Text.Json's default encoder: \uXXXX in upper-case hex for non-ASCII and for < > & ' + ` and the quotation mark
    s = compact(v)
    s = s.replace('\\"', '\\u0022')
    return re.sub(r"[^\x20-\x7e]|[<>&'+`]", lambda c: "".join(f"\\u{int.from_bytes(c[0].encode('utf-16-be')[i:i+2], 'big'):04X}" for i in range(0, len(c[0].encode('utf-16-be')), 2)), s)

def value(v):
    return compact(v) if isinstance(v, dict) else json.dumps(v) if isinstance(v, bool) else str(v)

def right(p, of=value, order=sorted):
    return "&".join(f"{k}={of(p[k])}" for k in order(p) if p[k] is not None and p[k] != "")

def keep(mistake, made, body, sign, write=stj, type="json"):
    print(json.dumps({"by": "csharp", "mistake": mistake, "made": made, "type": type, "secret": SECRET, "body": write({**body, "sign": sign})}, ensure_ascii=False))

dotnet = lambda v: "True" if v is True else "False" if v is False else compact(v) if isinstance(v, dict) else str(v)
# mistakes
keep("boolean_text: True signed, true sent", "$\"{k}={v}\" of a bool: True", FLAT, md5(right(FLAT, dotnet) + KEY))
keep("number_marks: amount signed with a decimal comma", "1234.5m.ToString() under de-DE: 1234,5", FLAT, md5(right({**FLAT, "amount": "1234,5"}) + KEY))
keep("number_marks: amount signed as money", "amount.ToString(\"N2\"): 1,234.50", FLAT, md5(right({**FLAT, "amount": "1,234.50"}) + KEY))
keep("nested_not_json: extra signed as its type's name", "Dictionary.ToString(): System.Collections.Generic.Dictionary`2[System.String,System.Object]", BASE,
     md5(right(BASE, lambda v: "System.Collections.Generic.Dictionary`2[System.String,System.Object]" if isinstance(v, dict) else value(v)) + KEY))
keep("charset_other: text in UTF-16LE", "Encoding.Unicode.GetBytes(text)", FLAT, md5((right(FLAT) + KEY).encode("utf-16-le")))
keep("charset_other: Chinese as question marks", "Encoding.ASCII.GetBytes(text)", FLAT, md5((right(FLAT) + KEY).encode("ascii", "replace")))
keep("digest_dashes: sign with hyphens", "BitConverter.ToString(hash): AB-CD-...", FLAT, "-".join(re.findall("..", md5(right(FLAT) + KEY))))
keep("digest_base64: sign in base64", "Convert.ToBase64String(hash)", FLAT, base64.b64encode(bytes.fromhex(md5(right(FLAT) + KEY))).decode())
keep("names_style: names of the properties signed", "typeof(T).GetProperties(): PascalCase, JSON by SnakeCaseLower", FLAT,
     md5("&".join(f"{''.join(w.title() for w in k.split('_'))}={value(v)}" for k, v in sorted(FLAT.items())) + KEY))
keep("url_encoded: percent-encoded, spaces as +", "WebUtility.UrlEncode(v)", FLAT, md5(right(FLAT, lambda v: urllib.parse.quote(value(v), safe="-_.!*()")) + KEY))
keep("url_encoded_plus: percent-encoded, hex in lower case", "HttpUtility.UrlEncode(v): %e6", FLAT,
     md5(right(FLAT, lambda v: re.sub("%..", lambda x: x[0].lower(), urllib.parse.quote(value(v), safe="-_.!*()"))) + KEY))
when = {"uid": "DEMO0001", "timestamp": 1764338400, "orderid": "C-5", "amount": 60, "status": "succeeded", "paid_at": "2025-11-28T22:00:00"}
keep("date_text: date signed in the culture's form", "DateTime.ToString() under zh-TW: 2025/11/28 下午 10:00:00", when, md5(right({**when, "paid_at": "2025/11/28 下午 10:00:00"}) + KEY))
keep("escaped_html: extra signed escaped, sent plain", "JsonSerializer.Serialize(extra) signed, UnsafeRelaxedJsonEscaping sent", BASE, md5(right(BASE, lambda v: stj(v) if isinstance(v, dict) else value(v)) + KEY), compact)
keep("empties_kept: null signed as name=", "$\"{k}={v}\" of a null", {**FLAT, "channel": None}, md5("&".join(f"{k}={'' if v is None else value(v)}" for k, v in sorted({**FLAT, "channel": None}.items())) + KEY))
cam = {"uid": "DEMO0001", "timestamp": 1764338400, "merchant_order_no": "L-3", "member_no": "5", "member_name": "Ho", "payer_account_last5": "45678", "payerAccountNumber": "12345678", "notify_url": "https://shop.example/n"}
keep("order_any_case: sorted by culture", "OrderBy(p => p.Key): underscores and case weigh less, payer_account_last5 before payerAccountNumber", cam,
     md5(right(cam, order=lambda p: sorted(p, key=lambda k: k.replace("_", " ").lower())) + KEY) )
utf = (right(FLAT) + KEY).encode("utf-8-sig")
keep("charset_other: byte order mark hashed", "StreamWriter(stream, Encoding.UTF8)'s bytes hashed", FLAT, md5(utf))
keep("secret_blank: line break hashed", "StringBuilder.AppendLine(text)", FLAT, md5(right(FLAT) + KEY + "\r\n"))
keep("number_decimals: amount signed as 1234.5000", "decimal(18,4) of the database: 1234.5000", FLAT, md5(right({**FLAT, "amount": "1234.5000"}) + KEY))
# right ones
keep(None, "extra by System.Text.Json signed as sent", BASE, md5(right(BASE, lambda v: stj(v) if isinstance(v, dict) else value(v)) + KEY))
keep(None, "System.Text.Json sent, plain signed", BASE, md5(right(BASE) + KEY))
keep(None, "UnsafeRelaxedJsonEscaping", BASE, md5(right(BASE) + KEY), compact)
keep(None, "StringComparer.Ordinal", cam, md5(right(cam) + KEY))
keep(None, "form by FormUrlEncodedContent", {**BASE, "extra": compact(BASE["extra"])}, md5(right(BASE) + KEY), lambda p: urllib.parse.urlencode({k: value(v) for k, v in p.items()}), "form")
keep(None, "1234.50 sent, 1234.50 signed", {**FLAT, "amount": "1234.50"}, md5(right({**FLAT, "amount": "1234.50"}) + KEY))
