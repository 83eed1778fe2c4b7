// docs:story
using System;
using System.Collections.Generic;
using System.Net;
using System.Text;
using System.Threading.Tasks;
using MerchantPayment;

string Env(string name) => Environment.GetEnvironmentVariable(name) ?? "";
var pay = new PayClient(Env("PAY_API"), Env("PAY_UID"), Env("PAY_SECRET"));
var store = new OrderStore("orders.jsonl"); // or your database

// A callback has the order's total so far: BookAsync SETS it and returns the difference.
async Task ActAsync(Callback callback) =>
    Console.WriteLine((callback.Text("type") == "payout" ? "debit" : "credit") +
        $" {callback.Number}: {await store.BookAsync(callback)}");

var port = Env("PAY_PORT") is "" ? "8799" : Env("PAY_PORT");
var listener = new HttpListener();
listener.Prefixes.Add($"http://127.0.0.1:{port}/");
listener.Start();
var received = Task.Run(async () =>
{
    for (var awaited = 2; awaited > 0; awaited--) // of the collection and of the payout below
    {
        var context = await listener.GetContextAsync();
        var raw = new byte[64 * 1024]; // a callback is much shorter
        var input = context.Request.InputStream;
        var length = await input.ReadAtLeastAsync(raw, raw.Length, throwOnEndOfStream: false);
        string? Header(string name) => context.Request.Headers[name];
        var (status, text) = (500, "try again");
        try
        {
            (status, text) = await pay.ReceiveAsync(Header, raw[..length], store, ActAsync);
        }
        catch (Exception problem)
        {
            Console.Error.WriteLine(problem);
        }
        context.Response.StatusCode = status;
        context.Response.Close(Encoding.UTF8.GetBytes(text), willBlock: true);
    }
});

// Create: store your number first. If no response comes, call again with the SAME number.
var orderid = $"CS-{DateTime.UtcNow.Ticks}";
var notify = Env("NOTIFY") is "" ? $"http://127.0.0.1:{port}/notify" : Env("NOTIFY");
await store.PlaceAsync($"collection {orderid}");
var created = await pay.CreateCollectionAsync(new Dictionary<string, object?>
{
    ["orderid"] = orderid, ["amount"] = 100m, ["notify_url"] = notify,
});
await store.CreatedAsync($"collection {orderid}", created.TradeNo); // for ReconcileAsync
await pay.CallAsync("sandbox/outcome", new Dictionary<string, object?>
{
    ["orderid"] = orderid, ["outcome"] = "paid", // in the sandbox only
});

// Query: if in doubt, or if no callback came.
var order = await pay.FindCollectionAsync(orderid);
Console.WriteLine($"{orderid} {order.Status} {order.Paid}");

// A payout. The sandbox loses the first response; CreatePayoutAsync retries with the SAME number.
var serialNo = $"P-{DateTime.UtcNow.Ticks}";
await store.PlaceAsync($"payout {serialNo}");
var made = await pay.CreatePayoutAsync(new Dictionary<string, object?>
{
    ["serial_no"] = serialNo, ["amount"] = 50m, ["notify_url"] = notify, ["sandbox_fault"] = "lost",
    ["payee_name"] = "王小明", ["payee_bank"] = "004", ["payee_account"] = "012345678901",
});
await store.CreatedAsync($"payout {serialNo}", made.TradeNo); // payout callbacks do not have it
await pay.CallAsync("sandbox/outcome", new Dictionary<string, object?>
{
    ["serial_no"] = serialNo, ["outcome"] = "paid", // in the sandbox only
});
var payout = await pay.FindPayoutAsync(serialNo);
Console.WriteLine($"{serialNo} {payout.Status} {payout.Paid}");
await received;
// docs:end
