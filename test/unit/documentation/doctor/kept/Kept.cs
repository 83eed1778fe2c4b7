// Each line: a request as a C# program with one mistake (or none) builds and signs it.
using System.Globalization;
using System.Net;
using System.Security.Cryptography;
using System.Text;
using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Serialization;
using System.Web;
using Members = System.Collections.Generic.Dictionary<string, object?>;

const string secret = "csharp-secret-Uw1gK5xO9dL3hV7qA2zF6mTs", key = "&key=" + secret;
var relaxed = new JsonSerializerOptions { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping };
Console.OutputEncoding = new UTF8Encoding(false);
CultureInfo.CurrentCulture = CultureInfo.InvariantCulture;

string Hex(byte[] bytes) => Convert.ToHexString(MD5.HashData(bytes));
string Sum(string text) => Hex(Encoding.UTF8.GetBytes(text));
string Plain(object? value) => JsonSerializer.Serialize(value, relaxed);
string Value(object? value) => value switch { Members => Plain(value), bool => Plain(value), _ => $"{value}" };
string Asis(object? value) => value is Members ? Value(value) : $"{value}";
string Text(Members members, Func<object?, string> of) => string.Join("&", members
    .Where(member => member.Value is not (null or "")).OrderBy(member => member.Key, StringComparer.Ordinal)
    .Select(member => $"{member.Key}={of(member.Value)}"));
string Right(Members members) => Text(members, Value);
Members With(Members members, string name, object? value) => new(members) { [name] = value };
void Line(string? mistake, string made, string type, string body) =>
    Console.WriteLine(Plain(new { by = "csharp", mistake, made, type, secret, body }));
void Keep(string? mistake, string made, Members body, string sign, JsonSerializerOptions? options = null) =>
    Line(mistake, made, "json", JsonSerializer.Serialize(With(body, "sign", sign), options));
string Under(string culture, Func<string> text)
{
    CultureInfo.CurrentCulture = CultureInfo.GetCultureInfo(culture);
    try { return text(); }
    finally { CultureInfo.CurrentCulture = CultureInfo.InvariantCulture; }
}

var flat = new Members
{
    ["uid"] = "DEMO0001", ["timestamp"] = 1764338400, ["serial_no"] = "C-4", ["amount"] = 1234.5m, ["payee_name"] = "李小龍",
    ["payee_bank"] = "玉山+銀行", ["is_delayed"] = true, ["notify_url"] = "https://shop.example/cs?q='x'",
};
var extra = new Members { ["memo"] = "退回<急>", ["n"] = 1 };
var whole = With(flat, "extra", extra);
var hash = MD5.HashData(Encoding.UTF8.GetBytes(Right(flat) + key));
// mistakes
Keep("boolean_text: True signed, true sent", "$\"{k}={v}\" of a bool: True", flat, Sum(Text(flat, Asis) + key));
Keep("number_marks: amount signed with a decimal comma", "1234.5m.ToString() under de-DE: 1234,5", flat, Under("de-DE", () => Sum(Right(flat) + key)));
Keep("number_marks: amount signed as money", "amount.ToString(\"N2\"): 1,234.50", flat, Sum(Right(With(flat, "amount", 1234.5m.ToString("N2"))) + key));
var made = "Dictionary.ToString(): System.Collections.Generic.Dictionary`2[System.String,System.Object]";
Keep("nested_not_json: extra signed as its type's name", made, whole, Sum(Text(whole, value => value is bool ? Value(value) : $"{value}") + key));
Keep("charset_other: text in UTF-16LE", "Encoding.Unicode.GetBytes(text)", flat, Hex(Encoding.Unicode.GetBytes(Right(flat) + key)));
Keep("charset_other: Chinese as question marks", "Encoding.ASCII.GetBytes(text)", flat, Hex(Encoding.ASCII.GetBytes(Right(flat) + key)));
Keep("digest_dashes: sign with hyphens", "BitConverter.ToString(hash): AB-CD-...", flat, BitConverter.ToString(hash));
Keep("digest_base64: sign in base64", "Convert.ToBase64String(hash)", flat, Convert.ToBase64String(hash));
var payout = new Payout("DEMO0001", 1764338400, "C-4", 1234.5m, "李小龍", "玉山+銀行", true, "https://shop.example/cs?q='x'");
var properties = typeof(Payout).GetProperties().Where(property => property.Name != "Sign").ToDictionary(property => property.Name, property => property.GetValue(payout));
made = "typeof(T).GetProperties(): PascalCase, JSON by SnakeCaseLower";
var signed = payout with { Sign = Sum(Right(properties) + key) };
Line("names_style: names of the properties signed", made, "json", JsonSerializer.Serialize(signed, new JsonSerializerOptions { PropertyNamingPolicy = JsonNamingPolicy.SnakeCaseLower }));
Keep("url_encoded: percent-encoded, spaces as +", "WebUtility.UrlEncode(v)", flat, Sum(Text(flat, value => WebUtility.UrlEncode(Value(value))) + key));
Keep("url_encoded_plus: percent-encoded, hex in lower case", "HttpUtility.UrlEncode(v): %e6", flat, Sum(Text(flat, value => HttpUtility.UrlEncode(Value(value))) + key));
var paid = new Members { ["uid"] = "DEMO0001", ["timestamp"] = 1764338400, ["orderid"] = "C-5", ["amount"] = 60, ["status"] = "succeeded", ["paid_at"] = new DateTime(2025, 3, 7, 21, 4, 5) };
foreach (var culture in new[] { "zh-TW", "en-US", "zh-CN", "" })
{
    var (name, date) = (culture is "" ? "the invariant culture" : culture, Under(culture, () => Value(paid["paid_at"])));
    Keep($"date_text: date signed in the form of {name}", $"DateTime.ToString() under {name}: {date}", paid, Sum(Right(With(paid, "paid_at", date)) + key));
}
var dateOfWindows = new DateTime(2025, 3, 7, 21, 4, 5).ToString("yyyy/M/d tt hh:mm:ss", CultureInfo.GetCultureInfo("zh-TW"));
Keep("date_text: date signed in the form of zh-TW on Windows", $"DateTime.ToString() there: {dateOfWindows}", paid, Sum(Right(With(paid, "paid_at", dateOfWindows)) + key));
made = "JsonSerializer.Serialize(extra) signed, UnsafeRelaxedJsonEscaping sent";
Keep("escaped_html: extra signed escaped, sent plain", made, whole, Sum(Text(whole, value => value is Members ? JsonSerializer.Serialize(value) : Value(value)) + key), relaxed);
var nulls = With(flat, "channel", null);
var every = nulls.OrderBy(member => member.Key, StringComparer.Ordinal).Select(member => $"{member.Key}={Value(member.Value)}");
Keep("empties_kept: null signed as name=", "$\"{k}={v}\" of a null", nulls, Sum(string.Join("&", every) + key));
var link = new Members
{
    ["uid"] = "DEMO0001", ["timestamp"] = 1764338400, ["merchant_order_no"] = "L-3", ["member_no"] = "5", ["member_name"] = "Ho",
    ["payer_account_last5"] = "45678", ["payerAccountNumber"] = "12345678", ["notify_url"] = "https://shop.example/n",
};
made = "OrderBy(p => p.Key): underscores and case weigh less, payer_account_last5 before payerAccountNumber";
var byCulture = Under("en-US", () => string.Join("&", link.OrderBy(p => p.Key).Select(p => $"{p.Key}={p.Value}")));
Keep("order_any_case: sorted by culture", made, link, Sum(byCulture + key));
using var stream = new MemoryStream();
using (var writer = new StreamWriter(stream, Encoding.UTF8)) writer.Write(Right(flat) + key);
Keep("charset_other: byte order mark hashed", "StreamWriter(stream, Encoding.UTF8)'s bytes hashed", flat, Hex(stream.ToArray()));
Keep("secret_blank: line break hashed", "StringBuilder.AppendLine(text)", flat, Sum(new StringBuilder().AppendLine(Right(flat) + key).ToString()));
Keep("number_decimals: amount signed as 1234.5000", "decimal(18,4) of the database: 1234.5000", flat, Sum(Right(With(flat, "amount", 1234.5000m)) + key));
Keep("secret_blank: Windows's line break hashed", "StringBuilder.AppendLine(text) there", flat, Sum(Right(flat) + key + "\r\n"));
// right ones
Keep(null, "extra by System.Text.Json signed as sent", whole, Sum(Text(whole, value => value is Members ? JsonSerializer.Serialize(value) : Value(value)) + key));
Keep(null, "System.Text.Json sent, plain signed", whole, Sum(Right(whole) + key));
Keep(null, "UnsafeRelaxedJsonEscaping", whole, Sum(Right(whole) + key), relaxed);
Keep(null, "StringComparer.Ordinal", link, Sum(Right(link) + key));
var form = With(With(whole, "extra", Plain(extra)), "sign", Sum(Right(whole) + key));
Line(null, "form by FormUrlEncodedContent", "form", await new FormUrlEncodedContent(form.ToDictionary(member => member.Key, member => Value(member.Value))).ReadAsStringAsync());
Keep(null, "1234.50 sent as text, 1234.50 signed", With(flat, "amount", "1234.50"), Sum(Right(With(flat, "amount", "1234.50")) + key));
Keep(null, "1234.50 sent, 1234.50 signed", With(flat, "amount", 1234.50m), Sum(Right(With(flat, "amount", 1234.50m)) + key));

internal sealed record Payout(string Uid, int Timestamp, string SerialNo, decimal Amount, string PayeeName, string PayeeBank, bool IsDelayed, string NotifyUrl)
{
    [JsonPropertyOrder(1)] public string? Sign { get; init; }
}
