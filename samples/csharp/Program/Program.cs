// Tries the sample: sign, story, payout [number] [amount], settlement, listen [port]. Takes PAY_API,
// PAY_UID, PAY_SECRET, PAY_OTHER_SECRET, PAY_PORT, PAY_NOTIFY and PAY_STORE.
using System.Globalization;
using System.Net;
using System.Text;
using System.Text.Encodings.Web;
using System.Text.Json;
using MerchantPayment;

var secret = Setting("PAY_SECRET", "test-secret-for-local-use-only");
var api = Setting("PAY_API", "http://127.0.0.1:8787");
var otherSecret = Setting("PAY_OTHER_SECRET", "");
var pay = new PayClient(api, Setting("PAY_UID", "TEST0001"), secret, otherSecret);
var answers = new List<Task>();
var store = new OrderStore(Setting("PAY_STORE", "orders.jsonl"));
var ownPort = Setting("PAY_PORT", "8799");
var port = args.Length > 1 ? args[1] : ownPort;
// Where callbacks of payouts go: to listen, which a service elsewhere does not reach.
var isLocal = new Uri(api).IsLoopback;
var payoutNotifyUrl = Setting("PAY_NOTIFY", isLocal ? $"http://127.0.0.1:{ownPort}/notify" : "");
Console.OutputEncoding = new UTF8Encoding(false);

switch (args.FirstOrDefault())
{
    case "sign":
        SignLines();
        return 0;
    case "story":
    case "payout":
    case "settlement":
        try
        {
            await (args[0] switch
            {
                "story" => StoryAsync(),
                "payout" => PayoutAsync(),
                _ => SettlementAsync(),
            });
            return 0;
        }
        catch (Exception problem)
        {
            // A line says what to do about a refusal; a trace would not.
            var isPlain = problem is FailedException or ArgumentException or HttpListenerException;
            Console.Error.WriteLine(isPlain ? problem.Message : problem.ToString());
            return 1;
        }
    case "listen":
        await ListenAsync(async callback =>
        {
            var happened = First(callback.Text("event"), callback.Text("type"));
            var booked = await store.BookAsync(callback);
            var difference = booked.ToString("F2", CultureInfo.InvariantCulture);
            Console.WriteLine($"acted {callback.Id ?? "-"} {happened} {callback.Number}");
            Console.WriteLine($"booked {callback.Number} {difference}");
        });
        return 0;
    default:
        Console.Error.WriteLine("dotnet run sign | story | payout | settlement | listen [port]");
        return 2;
}

static string Setting(string name, string otherwise) =>
    First(Environment.GetEnvironmentVariable(name) ?? "", otherwise);

static string First(string text, string otherwise) => text is "" ? otherwise : text;

// Signs each line of standard input: {"fields": {...}, "secret": "..."}.
static void SignLines()
{
    var options = new JsonSerializerOptions(JsonSerializerDefaults.Web); // names in lower case
    using var lines = new StreamReader(Console.OpenStandardInput(), new UTF8Encoding(false));
    while (lines.ReadLine() is { } line)
    {
        try
        {
            var given = JsonSerializer.Deserialize<SignLine>(line, options);
            if (given is not { Fields: not null, Secret: not null })
            {
                throw new JsonException("fields or secret is missing");
            }
            Console.WriteLine(PayClient.Sign(given.Fields, given.Secret));
        }
        catch (Exception problem) when (problem is JsonException or InvalidOperationException)
        {
            Console.WriteLine($"error: {problem.Message}");
        }
    }
}

// Takes callbacks at POST /notify. In ASP.NET read Request.Body into bytes and give ReceiveAsync
// the same things.
async Task ListenAsync(Func<Callback, Task> act)
{
    using var listener = new HttpListener();
    listener.Prefixes.Add($"http://127.0.0.1:{port}/");
    listener.Start();
    while (true)
    {
        var context = await listener.GetContextAsync();
        answers.RemoveAll(answer => answer.IsCompleted);
        answers.Add(Task.Run(() => AnswerAsync(context, act)));
    }
}

async Task AnswerAsync(HttpListenerContext context, Func<Callback, Task> act)
{
    var (status, text) = (404, "not found");
    if (context.Request is { HttpMethod: "POST", Url.AbsolutePath: "/notify" })
    {
        try
        {
            var body = new byte[64 * 1024]; // a callback is much shorter
            var input = context.Request.InputStream;
            var length = await input.ReadAtLeastAsync(body, body.Length, throwOnEndOfStream: false);
            string? Header(string name) => context.Request.Headers[name];
            (status, text) = await pay.ReceiveAsync(Header, body[..length], store, act);
        }
        catch (Exception problem)
        {
            Console.Error.WriteLine(problem);
            (status, text) = (500, "try again");
        }
    }
    context.Response.StatusCode = status;
    context.Response.ContentType = "text/plain";
    context.Response.Close(Encoding.UTF8.GetBytes(text), willBlock: true);
}

// From creating an order to finding its money in the ledger, against the sandbox.
async Task StoryAsync()
{
    var came = new TaskCompletionSource<(Callback, decimal)>();
    var listening = ListenAsync(async callback =>
        came.TrySetResult((callback, await store.BookAsync(callback))));
    if (listening.IsFaulted) await listening; // the port is taken
    var orderid = $"CS-{Guid.NewGuid()}";
    var notifyUrl = $"http://127.0.0.1:{port}/notify";
    var order = new Dictionary<string, object?>
    {
        ["orderid"] = orderid,
        ["amount"] = 100.50m,
        ["notify_url"] = notifyUrl,
        ["channel"] = "",
        ["user_name"] = "王小明",
        ["extra"] = new Dictionary<string, string> { ["備註"] = "a/b <c>" },
    };
    await store.PlaceAsync($"collection {orderid}");
    var tradeNo = (await pay.CreateCollectionAsync(order)).TradeNo;
    await store.CreatedAsync($"collection {orderid}", tradeNo);
    Tell("create", new { orderid, trade_no = tradeNo });
    await ExpectRefused("duplicate_orderid", () => pay.CallAsync("collections", order));

    var found = await pay.FindCollectionAsync(orderid);
    Tell("query", new { status = found.Status, trade_no = found.TradeNo });
    Expect("status", found.Status, "PENDING");
    Expect("tradeNo", found.TradeNo, tradeNo);
    await ExpectRefused("order_not_found", () => pay.FindCollectionAsync($"{orderid}-0"));

    var linkOrder = new Dictionary<string, object?>
    {
        ["merchant_order_no"] = $"{orderid}-L",
        ["amount"] = "500",
        ["notify_url"] = notifyUrl,
        ["member_no"] = "M1",
        ["member_name"] = "王小明",
        ["payer_account_last5"] = "12345",
    };
    await store.PlaceAsync($"link {orderid}-L");
    var link = await pay.CreateLinkAsync(linkOrder);
    Tell("link", new { url = link });
    Expect("the link of the same order", await pay.CreateLinkAsync(linkOrder), link);

    var asked = new Dictionary<string, object?> { ["orderid"] = orderid, ["outcome"] = "paid" };
    var outcome = (await pay.CallAsync("sandbox/outcome", asked))["data"];
    var (happened, status) = (outcome.GetProperty("outcome"), outcome.GetProperty("status"));
    Tell("outcome", new { outcome = happened, status });

    var (callback, difference) = await came.Task.WaitAsync(TimeSpan.FromMinutes(1));
    var paid = await callback.AmountAsync();
    Tell("callback", new { webhook_id = callback.Id, trade_no = callback.Text("trade_no"), paid });
    Expect("trade_no", callback.Text("trade_no"), tradeNo);
    Expect("number", callback.Number, orderid);
    Expect("what is to book", difference, 100.50m);

    // The day of the callback, not of its paid_at.
    var day = OrderStore.TaipeiDay();
    var differences = await pay.ReconcileAsync(day, await store.BooksAsync(day));
    Expect("differs", differences.Any(one => one.Number == tradeNo), false);
    Tell("ledger", new { day, balanced = true, found = true, differences = differences.Count });

    var number = new Dictionary<string, object?> { ["orderid"] = orderid };
    var resent = (await pay.ResendCallbackAsync(number))["data"];
    var (type, id) = (resent.GetProperty("type"), resent.GetProperty("callback_id").GetString());
    Tell("resend", new { type, webhook_id = id });
    Expect("what is sent again", id, callback.Id);
    await Task.WhenAll(answers); // until the callback is answered
}

// Creates a payout, or finds the one that has that number, and looks it up.
async Task PayoutAsync()
{
    var isGiven = args.Length == 3;
    var serialNo = isGiven ? args[1] : $"P-{Guid.NewGuid()}";
    var payoutAmount = isGiven ? args[2] : "100.50";
    await store.PlaceAsync($"payout {serialNo}");
    var (tradeNo, status) = await pay.CreatePayoutAsync(new Dictionary<string, object?>
    {
        ["serial_no"] = serialNo,
        ["amount"] = payoutAmount,
        ["notify_url"] = payoutNotifyUrl,
        ["payee_name"] = "王小明",
        ["payee_bank"] = "004",
        ["payee_account"] = "012345678901",
    });
    await store.CreatedAsync($"payout {serialNo}", tradeNo);
    Tell("payout", new { serial_no = serialNo, trade_no = tradeNo, status });

    var found = await pay.FindPayoutAsync(serialNo);
    Tell("query", new { status = found.Status });
    Expect("tradeNo", found.TradeNo, tradeNo);
}

// From the price to the statement that a withdrawal closes.
async Task SettlementAsync()
{
    var price = (await pay.QueryPricingAsync())["data"];
    Tell("pricing", new { version = price.GetProperty("version") });

    var serialNo = $"W-{Guid.NewGuid()}";
    await store.PlaceAsync($"payout {serialNo}");
    var placed = (await pay.WithdrawAsync(serialNo))["data"];
    await store.CreatedAsync($"payout {serialNo}", placed.GetProperty("trade_no").GetString()!);
    var (amount, status) = (placed.GetProperty("amount"), placed.GetProperty("status"));
    Tell("withdrawal", new { serial_no = serialNo, amount, status });

    // The open statement starts where the closed one ends.
    var open = (await pay.QueryStatementAsync())["data"];
    var number = open.GetProperty("number").GetInt32() - 1;
    var closed = (await pay.QueryStatementAsync(number))["data"];
    var state = closed.GetProperty("state").GetString();
    var withdrawal = closed.GetProperty("withdrawal").GetString();
    Tell("statement", new { number, state, withdrawal });
    Expect("number", closed.GetProperty("number").GetInt32(), number);
    Expect("state", state, "closed");
    Expect("withdrawal", withdrawal, serialNo);
    var opening = open.GetProperty("opening").GetRawText();
    Expect("the next opening", opening, closed.GetProperty("closing").GetRawText());
}

static void Tell(string step, object values)
{
    var line = JsonSerializer.SerializeToNode(values)!.AsObject();
    line["step"] = step;
    var encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping;
    var options = new JsonSerializerOptions { Encoder = encoder };
    Console.WriteLine(line.ToJsonString(options));
}

static void Expect<T>(string what, T came, T expected)
{
    if (!Equals(came, expected))
    {
        throw new InvalidDataException($"{what} is {came}, not {expected}");
    }
}

static async Task ExpectRefused(string error, Func<Task> call)
{
    try
    {
        await call();
    }
    catch (RefusedException refused)
    {
        Expect("the refusal", refused.Error, error);
        return;
    }
    throw new InvalidDataException($"not refused: {error}");
}

internal sealed record SignLine(Dictionary<string, JsonElement>? Fields, string? Secret);
