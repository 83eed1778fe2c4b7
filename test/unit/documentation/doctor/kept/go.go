// Each line: a request as a Go program with one mistake (or none) builds and signs it.
package main

import (
	"bytes"
	"crypto/md5"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"sort"
	"strconv"
	"strings"
)

const secret = "go-secret-Lr9fW2zA6jE1oU8iS4bN7xQd0"

type m = map[string]any

func sum(s string) string { h := md5.Sum([]byte(s)); return strings.ToUpper(hex.EncodeToString(h[:])) }

func names(p m) []string {
	var ks []string
	for k := range p {
		ks = append(ks, k)
	}
	sort.Strings(ks)
	return ks
}

func compact(v any) string { // without Go's escapes of <, > and &
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.Encode(v)
	return strings.TrimSuffix(b.String(), "\n")
}

func value(v any) string {
	switch x := v.(type) {
	case string:
		return x
	case m:
		return compact(x)
	case float64:
		return strconv.FormatFloat(x, 'f', -1, 64)
	}
	return fmt.Sprint(v)
}

func text(p m, of func(any) string) string {
	var out []string
	for _, k := range names(p) {
		if p[k] != nil && p[k] != "" {
			out = append(out, k+"="+of(p[k]))
		}
	}
	return strings.Join(out, "&")
}

func keep(mistake, made string, body m, sign string, plain ...bool) {
	sent := m{"sign": sign}
	for k, v := range body {
		sent[k] = v
	}
	b, _ := json.Marshal(sent)
	if len(plain) > 0 {
		b = []byte(compact(sent))
	}
	line(mistake, made, "json", string(b))
}

func line(mistake, made, kind, body string) {
	row := m{"by": "go", "mistake": mistake, "made": made, "type": kind, "secret": secret, "body": body}
	if mistake == "" {
		row["mistake"] = nil
	}
	os.Stdout.WriteString(compact(row) + "\n")
}

func with(p m, k string, v any) m {
	q := m{}
	for n, o := range p {
		q[n] = o
	}
	q[k] = v
	return q
}

func main() {
	flat := m{"uid": "DEMO0001", "timestamp": 1764338400, "orderid": "G-31", "amount": 1000000.0, "user_name": "張 三", "notify_url": "https://shop.example/go?a=1&b=<2>"}
	base := with(flat, "extra", m{"memo": "A&B", "url": "https://a.example/?q=1"})
	key := "&key=" + secret
	// mistakes
	keep("number_exponent: amount signed as 1e+06", `fmt.Sprintf("%v", 1000000.0)`, flat, sum(text(flat, func(v any) string { return fmt.Sprint(v) })+key))
	var through m
	b, _ := json.Marshal(flat)
	json.Unmarshal(b, &through)
	keep("number_exponent: timestamp signed as 1.7643384e+09", "struct -> JSON -> map[string]any -> %v", with(flat, "amount", 500), sum(text(with(through, "amount", 500.0), func(v any) string { return fmt.Sprint(v) })+key))
	v := url.Values{}
	for k, x := range flat {
		v.Set(k, value(x))
	}
	keep("url_encoded_plus: percent-encoded, spaces as +", "url.Values.Encode()", flat, sum(v.Encode()+key))
	keep("url_encoded: percent-encoded by PathEscape", "url.PathEscape(v)", flat, sum(text(flat, func(v any) string { return url.PathEscape(value(v)) })+key))
	keep("nested_not_json: extra signed as map[...]", "fmt.Sprint(map)", base, sum(text(base, func(v any) string { if s, ok := v.(m); ok { return fmt.Sprint(s) }; return value(v) })+key))
	var none *string
	nils := with(flat, "channel", none)
	keep("null_as_word: nil signed as <nil>", `fmt.Sprintf("%v", nil pointer)`, nils, sum(text(nils, value)+key))
	s := "uid=DEMO0001&timestamp=1764338400&orderid=G-31&amount=1000000&user_name=張 三&notify_url=https://shop.example/go?a=1&b=<2>"
	keep("order_unsorted: in the struct's order", "fields by reflection, not sorted", flat, sum(s+key))
	h := md5.New()
	keep("digest_appended: h.Sum(text) instead of h.Write", "hex(md5.New().Sum([]byte(text)))", flat, fmt.Sprintf("%x", h.Sum([]byte(text(flat, value)+key))))
	keep("not_sent: 0 signed that omitempty leaves out", "paid_amount 0 signed, omitempty in the body", flat, sum(text(with(flat, "paid_amount", 0), value)+key))
	keep("escaped_html: extra signed with \\u0026, sent plain", "json.Marshal signed, SetEscapeHTML(false) sent", base, sum(text(base, func(v any) string { if x, ok := v.(m); ok { b, _ := json.Marshal(x); return string(b) }; return value(v) })+key), true)
	keep("json_spaced: extra signed with a newline", "json.Encoder's line break in the sign", base, sum(text(base, func(v any) string { if x, ok := v.(m); ok { return compact(x) + "\n" }; return value(v) })+key))
	keep("nested_not_json: extra signed as base64", "json.Marshal of []byte: base64 signed", base, sum(text(base, func(v any) string { if x, ok := v.(m); ok { return base64.StdEncoding.EncodeToString([]byte(compact(x))) }; return value(v) })+key))
	keep("number_cents: amount signed in cents", "amount * 100 signed", flat, sum(text(with(flat, "amount", 100000000), value)+key))
	keep("number_decimals: amount signed with six decimals", `fmt.Sprintf("%f", amount)`, flat, sum(text(with(flat, "amount", fmt.Sprintf("%f", 1000000.0)), value)+key))
	go1 := "Amount=1000000&NotifyURL=https://shop.example/go?a=1&b=<2>&OrderID=G-31&Timestamp=1764338400&UID=DEMO0001&UserName=張 三"
	keep("names_style: names of the struct signed", "reflect's field names instead of the json tags", flat, sum(go1+key))
	keep("text_case: names lower-cased", "strings.ToLower(text)", flat, sum(strings.ToLower(text(flat, value)+key)))
	keep("number_marks: %!s(int=...) in the text", `fmt.Sprintf("%s=%s", k, v) with a number`, with(flat, "amount", 500), sum(text(with(flat, "amount", 500), func(v any) string { if x, ok := v.(m); ok { return compact(x) }; return fmt.Sprintf("%s", v) })+key))
	keep("secret_case: secret in upper case", "strings.ToUpper(text+key) for ToUpper(sum)", flat, sum(text(flat, value)+"&key="+strings.ToUpper(secret)))
	// right ones
	keep("", "json.Marshal with its escapes, signed plain", base, sum(text(base, value)+key))
	keep("", "SetEscapeHTML(false)", base, sum(text(base, value)+key), true)
	keep("", "json.Marshal signed and sent", base, sum(text(base, func(v any) string { if x, ok := v.(m); ok { b, _ := json.Marshal(x); return string(b) }; return value(v) })+key))
	keep("", "nil left to null", nils, sum(text(flat, value)+key))
	f := url.Values{}
	for k, x := range base {
		f.Set(k, value(x))
	}
	f.Set("sign", sum(text(base, value)+key))
	line("", "form by url.Values", "form", f.Encode())
	keep("", "json.Number as sent", with(flat, "amount", json.Number("1000000.00")), sum(text(with(flat, "amount", "1000000.00"), value)+key))
}
