using System.Globalization;
using System.Text;
using System.Text.Json;
using MerchantPayment;

/// <summary>
/// Orders and handled callbacks in a file that survives a restart: a line of JSON for each change, on
/// the disk before it counts. It serves one process; in your database each method is a transaction, in
/// which BookAsync selects its order for update: two callbacks of it may come at once.
/// </summary>
internal sealed class OrderStore : IEventStore
{
    /// <summary>
    /// Number is collection or payout and yours, or link and its merchant_order_no. Without a TradeNo it
    /// may not have been created. Event is the one booked last, Credited what stands booked since, Acted
    /// the webhook-id handled by it, Days what each in Taipei brought: a payout's are negative.
    /// </summary>
    private sealed record Order(
        string Number, string TradeNo = "", int Event = 0, decimal Credited = 0, string? Acted = null,
        Dictionary<string, decimal>? Days = null);

    private readonly string path;
    private readonly Dictionary<string, Order> orders = [];
    private readonly HashSet<string> acted = [];
    private readonly SemaphoreSlim one = new(1); // one event may arrive twice at the same moment
    private Order booked = new("");

    public OrderStore(string path)
    {
        this.path = path;
        Read();
    }

    private void Read()
    {
        foreach (var line in File.Exists(path) ? File.ReadAllLines(path) : [])
        {
            try
            {
                if (line is not "" && JsonSerializer.Deserialize<Order>(line) is { } change) Take(change);
            }
            catch (JsonException)
            {
                // Torn by a crash: it did not count. Empty lines are passed over: exceptions are slow.
            }
        }
    }

    /// <summary>
    /// Keeps a number before its order is created: after a crash, create it by the SAME number.
    /// </summary>
    public Task PlaceAsync(string number) => CreatedAsync(number, "");

    public async Task CreatedAsync(string number, string tradeNo)
    {
        await one.WaitAsync();
        try
        {
            var last = orders.GetValueOrDefault(number) ?? new Order(number);
            Write(last with { TradeNo = tradeNo is "" ? last.TradeNo : tradeNo, Acted = null });
        }
        finally
        {
            one.Release();
        }
    }

    public async Task OnceAsync(string? id, Func<Task> act)
    {
        await one.WaitAsync();
        try
        {
            if (id is not null && acted.Contains(id)) return;
            booked = new Order("");
            await act();
            Write(booked with { Acted = id });
        }
        finally
        {
            one.Release();
        }
    }

    /// <summary>
    /// SETS what is booked for the order, because a callback reports its current state: an order can be
    /// paid, reversed and paid again, and each is an event of its own. Returns the difference to book.
    /// OnceAsync keeps it, so call this in its act. Throws for an order that was not placed: nothing is
    /// recorded, and the callback comes again.
    /// </summary>
    public async Task<decimal> BookAsync(Callback callback)
    {
        // The test callback has an order of its own: nothing is booked.
        if (Placed($"{callback.Text("type")} {callback.Number}", callback) is not { } last) return 0;
        // The newest wins; without an event's number AmountAsync queries the order.
        if (callback.Event is { } number && number <= last.Event) return 0;
        var stands = await callback.AmountAsync();
        var difference = stands - last.Credited;
        var days = new Dictionary<string, decimal>(last.Days ?? []);
        var brought = callback.Text("type") is "payout" ? -difference : difference;
        days[TaipeiDay()] = days.GetValueOrDefault(TaipeiDay()) + brought;
        booked = last with
        {
            // A collection's callback has the platform's number, where CreatedAsync did not keep it.
            TradeNo = last.TradeNo is "" ? callback.Text("trade_no") : last.TradeNo,
            Event = callback.Event ?? last.Event, Credited = stands, Days = days,
        };
        return difference;
    }

    private Order? Placed(string number, Callback callback)
    {
        if (!orders.ContainsKey(number)) Read(); // another process may have placed it
        if (orders.GetValueOrDefault(number) is { } placed) return placed;
        // The platform numbers a link's collections itself.
        var isOfLink = callback.Text("type") is "collection"
            && orders.ContainsKey($"link {callback.Text("merchant_order_no")}");
        if (isOfLink) return new Order(number, callback.Text("trade_no"));
        return callback.Number.StartsWith("TEST-", StringComparison.Ordinal)
            ? null
            : throw new InvalidOperationException($"{number} was not placed");
    }

    /// <summary>What a day brought for each trade_no, as ReconcileAsync takes it.</summary>
    public async Task<IReadOnlyDictionary<string, decimal>> BooksAsync(string day)
    {
        await one.WaitAsync(); // what is being booked counts
        one.Release();
        var days = orders.Values.Where(order => order.Days?.ContainsKey(day) is true);
        string Key(Order order) => order.TradeNo is "" ? order.Number : order.TradeNo;
        return days.ToDictionary(Key, order => order.Days![day]);
    }

    /// <summary>The present day in Taipei, under which a callback that comes now is booked.</summary>
    public static string TaipeiDay() => DateTimeOffset.UtcNow.ToOffset(TimeSpan.FromHours(8))
        .ToString("yyyy-MM-dd", CultureInfo.InvariantCulture);

    private void Write(Order change)
    {
        using var file = new FileStream(path, FileMode.Append);
        // On a line of its own, whatever a crash has left before it.
        file.Write(Encoding.UTF8.GetBytes($"\n{JsonSerializer.Serialize(change)}\n"));
        file.Flush(flushToDisk: true);
        Take(change);
    }

    private void Take(Order change)
    {
        orders[change.Number] = change;
        if (change.Acted is not null) acted.Add(change.Acted);
    }
}
