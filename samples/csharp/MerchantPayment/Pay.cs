// All that it uses, so that it can be copied into a project of any settings.
#nullable enable
using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Net.Http;
using System.Security.Cryptography;
using System.Text;
using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.RegularExpressions;
using System.Threading;
using System.Threading.Tasks;

namespace MerchantPayment;

using Fields = IReadOnlyDictionary<string, object?>;
using Members = IReadOnlyDictionary<string, JsonElement>;

/// <summary>
/// What a merchant's server needs of the payment service. Depend on this project, or copy this
/// file: it needs .NET 8 and no package. The secret stays on your server: never in a page, an app
/// or a repository. The class is in parts, each with its types.
/// </summary>
/// <param name="api">Where the service is.</param>
/// <param name="uid">Your merchant number.</param>
/// <param name="secret">What you sign with.</param>
/// <param name="otherSecret">
/// While your secret is being replaced, the other one: callbacks are verified with both.
/// </param>
public sealed partial class PayClient(
    string api, string uid, string secret, string otherSecret = "");

// docs:sign
public sealed partial class PayClient
{
    /// <summary>The sign of a request or a callback.</summary>
    public static string Sign(Members members, string secret)
    {
        var pairs = members
            .Where(member => member.Key != "sign" && SignedText(member.Value) != "")
            .OrderBy(member => member.Key, StringComparer.Ordinal)
            .Select(member => $"{member.Key}={SignedText(member.Value)}&");
        var text = string.Concat(pairs) + "key=" + secret;
        return Convert.ToHexString(MD5.HashData(Encoding.UTF8.GetBytes(text)));
    }

    // A string is signed as its characters and anything else as its JSON text; null and an empty
    // string are not signed. 99.50 stays 99.50.
    internal static string SignedText(JsonElement value) => value.ValueKind switch
    {
        JsonValueKind.String => value.GetString()!,
        JsonValueKind.Null => "",
        _ => value.GetRawText(),
    };

    // Without it "&" and Chinese text would be sent as \u0026 and the like.
    private static readonly JsonSerializerOptions Plain =
        new() { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping };

    /// <summary>
    /// The body to send. Amounts are NT$: a decimal such as 1000.50m, or text. No int or long, so
    /// that nobody sends hundredths by mistake, and no double, which would round.
    /// </summary>
    public static string SignedBody(Fields fields, string secret)
    {
        foreach (var (name, value) in fields)
        {
            if (name.EndsWith("amount", StringComparison.Ordinal)
                && value is not (null or decimal or string))
            {
                throw new ArgumentException($"{name}: give {value} as decimal, in NT$");
            }
        }
        // JSON is written once: the text that is signed is the text that is sent.
        var members = fields
            .Where(field => field.Value is not (null or ""))
            .ToDictionary(field => field.Key, field => Json(field.Value));
        members["sign"] = Json(Sign(members, secret));
        var pairs = members.Select(
            member => $"{Json(member.Key).GetRawText()}:{member.Value.GetRawText()}");
        return "{" + string.Join(",", pairs) + "}";
    }

    private static JsonElement Json(object? value) =>
        JsonSerializer.SerializeToElement(value, Plain);
}
// docs:end

/// <summary>The failure that CallUntilAnsweredAsync acts on.</summary>
public abstract class FailedException(string message, Exception? cause = null)
    : Exception(message, cause)
{
    /// <summary>From the Retry-After header; zero without it.</summary>
    public TimeSpan RetryAfter { get; init; }

    /// <summary>Whether this attempt or an earlier one may have been carried out.</summary>
    public bool MayHaveHappened { get; internal set; }
}

public sealed partial class PayClient
{
    private static readonly HttpClient Http = new() { Timeout = TimeSpan.FromSeconds(30) };

    /// <summary>
    /// Sends a signed request to an endpoint, such as "collections", and returns the answer.
    /// </summary>
    /// <exception cref="RefusedException">The service refused it: nothing was done.</exception>
    /// <exception cref="OutcomeUnknownException">It may have been carried out.</exception>
    public async Task<Members> CallAsync(string endpoint, Fields fields)
    {
        var all = new Dictionary<string, object?>(fields)
        {
            ["uid"] = uid,
            ["timestamp"] = DateTimeOffset.UtcNow.ToUnixTimeSeconds(),
        };
        var url = $"{api.TrimEnd('/')}/api/v1/merchant/{endpoint}";
        using var request = new HttpRequestMessage(HttpMethod.Post, url);
        var body = SignedBody(all, secret);
        request.Content = new StringContent(body, Encoding.UTF8, "application/json");
        // The language of messages; without it they are in Chinese (zh-TW).
        request.Headers.AcceptLanguage.ParseAdd("en");
        var outcome = $"{endpoint}: no answer";
        var retryAfter = TimeSpan.Zero;
        int status;
        Members answer;
        try
        {
            using var response = await Http.SendAsync(request);
            status = (int)response.StatusCode;
            var requestId = response.Headers.TryGetValues("x-request-id", out var ids)
                ? string.Concat(ids)
                : "";
            outcome = $"{endpoint}: HTTP {status}, x-request-id {requestId}";
            retryAfter = response.Headers.RetryAfter?.Delta ?? TimeSpan.Zero;
            answer = Read(await response.Content.ReadAsByteArrayAsync());
            // Names that the service does not know; it tells test merchants.
            if (answer.TryGetValue("ignored_fields", out var ignored))
            {
                outcome += $", ignored: {ignored}";
            }
        }
        catch (Exception cause)
            when (cause is HttpRequestException or TaskCanceledException or JsonException)
        {
            throw new OutcomeUnknownException(outcome, cause) { RetryAfter = retryAfter };
        }
        finally
        {
            // For your log: support can find any request by its x-request-id.
            Console.Error.WriteLine(outcome);
        }
        var ok = answer.TryGetValue("ok", out var value) ? value.GetRawText() : "";
        if (ok == "1") return answer;
        // After a 500 or 503 the outcome is unknown.
        if (ok == "0" && status < 500)
        {
            throw new RefusedException(answer) { RetryAfter = retryAfter };
        }
        throw new OutcomeUnknownException(outcome) { RetryAfter = retryAfter };
    }

    private static Members Read(byte[] json) =>
        JsonSerializer.Deserialize<Dictionary<string, JsonElement>>(json)
        ?? throw new JsonException("no object");
}

/// <summary>
/// A refused request. Decide by Error, whose codes never change; the message is for people.
/// </summary>
public sealed class RefusedException(Members answer)
    : FailedException($"{answer["error"]}: {answer["message"]} {answer.GetValueOrDefault("errors")} "
        + $"({answer.GetValueOrDefault("doc_url")}, request {answer["request_id"]})")
{
    /// <summary>Such as duplicate_orderid.</summary>
    public string Error { get; } = answer["error"].GetString()!;

    /// <summary>Such as the trade_no of the order that has your number.</summary>
    public JsonElement? AnswerData { get; } =
        answer.TryGetValue("data", out var data) ? data : null;

    /// <summary>Where the documentation says what to do.</summary>
    public string? DocUrl { get; } =
        answer.TryGetValue("doc_url", out var address) ? address.GetString() : null;

    /// <summary>Quote it to the platform's support.</summary>
    public string RequestId { get; } = answer["request_id"].GetString()!;

    /// <summary>What is wrong with each field, after a validation_error.</summary>
    public JsonElement? Errors { get; } =
        answer.TryGetValue("errors", out var errors) ? errors : null;
}

/// <summary>The outcome is unknown: the request may have been carried out.</summary>
public sealed class OutcomeUnknownException(string message, Exception? cause = null)
    : FailedException(message, cause);

public sealed partial class PayClient
{
    /// <summary>
    /// Sends a request up to four times, after no answer, 429, 500 or 503. Use it for what is safe
    /// to repeat: queries, lists, links, and creations, whose number is accepted only once. If a
    /// creation is refused with MayHaveHappened, it may have been made: query its number. Waits
    /// 0.5, 1 and 2 seconds, but at least as long as Retry-After says, and up to a quarter longer
    /// at random, so that servers do not retry in step. Throws if the wait would exceed a minute.
    /// </summary>
    public async Task<Members> CallUntilAnsweredAsync(string endpoint, Fields fields)
    {
        var mayHaveHappened = false;
        for (var attempt = 1; ; attempt++)
        {
            var wait = TimeSpan.FromSeconds(Math.Pow(2, attempt - 2));
            try
            {
                return await CallAsync(endpoint, fields);
            }
            catch (FailedException problem)
            {
                var isUnknown = problem is OutcomeUnknownException;
                mayHaveHappened |= isUnknown;
                problem.MayHaveHappened = mayHaveHappened;
                if (problem.RetryAfter > wait) wait = problem.RetryAfter;
                var mayRepeat = isUnknown
                    || problem is RefusedException { Error: "too_many_requests" };
                if (!mayRepeat || attempt == 4 || wait > TimeSpan.FromMinutes(1)) throw;
            }
            await Task.Delay(wait * (1 + Random.Shared.NextDouble() / 4));
        }
    }
}

// docs:create
public sealed partial class PayClient
{
    /// <summary>
    /// Creates a collection. Store its orderid BEFORE you call this. After OutcomeUnknownException,
    /// or a crash, call it again with the SAME number and content: it returns the existing order.
    /// With a new number the member might be asked to pay twice. A number whose order has another
    /// amount or payer is refused with duplicate_orderid.
    /// </summary>
    public async Task<Created> CreateCollectionAsync(Fields order) =>
        CreatedFrom(await CreateOnceAsync("collections", order));

    /// <summary>
    /// Creates a payout by the same rules, with serial_no, payee and duplicate_serial_no. Never
    /// retry with a new number: it might be paid twice. Its notify_url gets the outcome.
    /// </summary>
    public async Task<Created> CreatePayoutAsync(Fields payout) =>
        CreatedFrom(await CreateOnceAsync("payouts", payout));

    private static Created CreatedFrom(Members answer)
    {
        string Text(string name) => answer["data"].GetProperty(name).GetString()!;
        return new Created(Text("trade_no"), Text("status"));
    }

    private async Task<Members> CreateOnceAsync(string endpoint, Fields fields)
    {
        // Names of v6.0 are not compared: another order could pass for this one.
        if (fields.Keys.FirstOrDefault(name => Regex.IsMatch(name, "[A-Z]|^name$")) is { } earlier)
        {
            throw new ArgumentException($"{earlier}: use the current name, as payee_account");
        }
        var amount = TextOf(fields, "amount");
        if (!Regex.IsMatch(amount, @"^(?:all|[0-9]{1,10}(?:\.[0-9]{1,2})?)\z"))
        {
            throw new ArgumentException($"{amount} is no amount");
        }
        try
        {
            return Made(endpoint, await CallUntilAnsweredAsync(endpoint, fields));
        }
        catch (RefusedException refused) when (refused.MayHaveHappened
            || refused.Error is "duplicate_orderid" or "duplicate_serial_no")
        {
            // An earlier attempt made it, if it is as asked; else the number is another order's.
            var isPayout = endpoint is not "collections";
            var (kind, number) = isPayout ? ("payouts", "serial_no") : (endpoint, "orderid");
            var query = new Dictionary<string, object?> { [number] = fields[number] };
            Members found;
            try
            {
                found = await CallUntilAnsweredAsync($"{kind}/status", query);
            }
            catch (RefusedException missing)
            {
                if (missing.Error is "order_not_found") throw refused;
                var message = $"{endpoint}: not looked up: {missing.Message}";
                throw new OutcomeUnknownException(message, missing);
            }
            var made = Made(endpoint, found);
            return IsAsAsked(endpoint, fields, made["data"]) ? made : throw refused;
        }
    }
}

/// <summary>What the platform made. Status is pending, until the order is done.</summary>
public sealed record Created(string TradeNo, string Status);
// docs:end

public sealed partial class PayClient
{
    private static Members Made(string endpoint, Members answer) =>
        answer.TryGetValue("data", out var data) && data.ValueKind is JsonValueKind.Object
            && data.TryGetProperty("trade_no", out var number)
            && number.ValueKind is JsonValueKind.String
            ? answer
            : throw new OutcomeUnknownException($"{endpoint}: an answer without trade_no");

    private static string TextOf(Fields fields, string name) =>
        Convert.ToString(fields.GetValueOrDefault(name), CultureInfo.InvariantCulture) ?? "";

    // Fields left out count too; others, such as notify_url, may differ.
    private static bool IsAsAsked(string endpoint, Fields fields, JsonElement made)
    {
        string Made(string name) => made.TryGetProperty(name, out var value) ? SignedText(value) : "";
        var amount = TextOf(fields, "amount");
        var isAmount = amount is "all"
            || decimal.Parse(amount, CultureInfo.InvariantCulture)
                == made.GetProperty("amount").GetDecimal();
        bool IsSame(string name)
        {
            var asked = TextOf(fields, name);
            if (asked is "" && name is "beneficiary_name") asked = TextOf(fields, "payee_name");
            return asked == Made(name);
        }
        string[] names = endpoint switch
        {
            "collections" => ["counterparty_account", "member_bank_name", "user_id", "user_name"],
            "payouts" => ["payee_name", "payee_bank", "payee_account", "beneficiary_name"],
            _ => [],
        };
        return isAmount
            && Made("kind") is "withdrawal" == endpoint is "withdrawals"
            && names.All(IsSame);
    }
}

// docs:query
public sealed partial class PayClient
{
    /// <summary>
    /// How the collection with your number stands: Status is PENDING, PAID, MANUAL PAID or
    /// EXCEPTION. Refused with order_not_found if there is none.
    /// </summary>
    public Task<Standing> FindCollectionAsync(string orderid) =>
        FindAsync("collections/status", "orderid", orderid);

    /// <summary>
    /// How the payout with your number stands: Status is PENDING, PAID or CANCELLED. Refused with
    /// order_not_found if there is none.
    /// </summary>
    public Task<Standing> FindPayoutAsync(string serialNo) =>
        FindAsync("payouts/status", "serial_no", serialNo);

    private async Task<Standing> FindAsync(string endpoint, string name, string number)
    {
        var query = new Dictionary<string, object?> { [name] = number };
        var found = await CallUntilAnsweredAsync(endpoint, query);
        var (status, tradeNo) = (found["status"].GetString()!, found["tradeNo"].GetString()!);
        return new Standing(status, found["paid"].GetDecimal(), tradeNo, found["data"]);
    }
}

/// <summary>How an order stands.</summary>
/// <param name="Status">As the method that found it says.</param>
/// <param name="Paid">What was paid for it, or paid out.</param>
/// <param name="TradeNo">The platform's number.</param>
/// <param name="Data">All that is known of it.</param>
public sealed record Standing(string Status, decimal Paid, string TradeNo, JsonElement Data);
// docs:end

// docs:link
public sealed partial class PayClient
{
    /// <summary>
    /// An address to send the member's browser to, for an amount that you have chosen: whole
    /// dollars. The same order gives the same link while it is valid: after
    /// OutcomeUnknownException, try again later.
    /// </summary>
    public async Task<string> CreateLinkAsync(Fields order) =>
        (await CallUntilAnsweredAsync("payment-links/amount", order))["redirect_url"].GetString()!;
}
// docs:end

// docs:callback
public sealed partial class PayClient
{
    /// <summary>
    /// The callback. NotGenuineException if it is forged, was changed on its way, is older than
    /// five minutes, or not one of yours.
    /// </summary>
    /// <param name="header">
    /// Finds a header by its name in any case, as Request.Headers does and a dictionary does not.
    /// </param>
    /// <param name="body">The bytes that arrived, before anything parsed them.</param>
    public Callback Verify(Func<string, string?> header, byte[] body)
    {
        var id = header("webhook-id") ?? "";
        var timestamp = header("webhook-timestamp") ?? "";
        var signatures = header("webhook-signature") ?? "";
        // These headers are Standard Webhooks. There is a library, which takes the webhook_secret;
        // this is all that it would do. They have a signature for each secret that is valid and
        // sign is of one only, so they decide; sign does where a proxy keeps them back.
        var isByHeader = signatures is not "";
        Members members;
        bool isSigned;
        string Text(string name) =>
            members.TryGetValue(name, out var value) ? SignedText(value) : "";
        try
        {
            members = Read(body);
            if (!isByHeader) (timestamp, signatures) = (Text("timestamp"), Text("sign"));
            string[] secrets = [secret, otherSecret];
            isSigned = secrets
                .Where(key => key is not "")
                .Select(key => isByHeader
                    ? Signature(id, timestamp, body, key)
                    : Sign(members, key))
                .Any(expected => signatures.Split(' ').Any(given => IsSame(given, expected)));
        }
        catch (Exception problem) when (problem is JsonException or InvalidOperationException)
        {
            throw new NotGenuineException("wrong signature");
        }
        var named = Regex.Match(id, @"^cb_[0-9A-Za-z]+(?:\.([1-9][0-9]{0,8}))?\z");
        var isPayout = Text("type") is "payout";
        // A request of your own is signed by the same rule, and is no callback.
        var isOwn = Text("uid") == uid && Text("status") is not ""
            && (isPayout || Text("type") is "collection");
        if (!isSigned || !isOwn || (isByHeader && !named.Success))
        {
            throw new NotGenuineException("wrong signature");
        }
        var culture = CultureInfo.InvariantCulture;
        if (!long.TryParse(timestamp, NumberStyles.None, culture, out var seconds)
            || Math.Abs(DateTimeOffset.UtcNow.ToUnixTimeSeconds() - seconds) > 300)
        {
            throw new NotGenuineException("too old: check the clock");
        }
        var number = Text(isPayout ? "serial_no" : "orderid");
        if (!isByHeader)
        {
            return new Callback(null, null, number, members, async () =>
                (await (isPayout ? FindPayoutAsync(number) : FindCollectionAsync(number))).Paid);
        }
        var last = named.Groups[1].Success ? int.Parse(named.Groups[1].Value, culture) : 1;
        return new Callback(id, last, number, members, () => Task.FromResult(
            members[isPayout ? "actual_amount" : "paid_amount"].GetDecimal()));
    }

    private static string Signature(string id, string timestamp, byte[] body, string secret)
    {
        byte[] message = [.. Encoding.UTF8.GetBytes($"{id}.{timestamp}."), .. body];
        var digest = HMACSHA256.HashData(Encoding.UTF8.GetBytes(secret), message);
        return "v1," + Convert.ToBase64String(digest);
    }

    // Constant-time comparison, so signatures cannot be guessed byte by byte.
    private static bool IsSame(string given, string expected) =>
        CryptographicOperations.FixedTimeEquals(
            Encoding.UTF8.GetBytes(given), Encoding.UTF8.GetBytes(expected));

    /// <summary>
    /// The answer to a callback: 401 if the service did not send it, success if it was handled, now
    /// or before. Where act fails, let that be a 500: after any other answer than success the
    /// callback comes again.
    /// </summary>
    public async Task<(int Status, string Text)> ReceiveAsync(
        Func<string, string?> header, byte[] body, IEventStore store, Func<Callback, Task> act)
    {
        Callback callback;
        try
        {
            callback = Verify(header, body);
        }
        catch (NotGenuineException problem)
        {
            return (401, problem.Message);
        }
        await store.OnceAsync(callback.Id, () => act(callback));
        return (200, "success");
    }
}

/// <summary>Do not act on this callback; the message says why.</summary>
public sealed class NotGenuineException(string message) : Exception(message);

/// <summary>
/// A callback reports the order's current state, not a movement of money: an order that is paid,
/// reversed and paid again has the events cb_X, cb_X.2 and cb_X.3, and adding them up would credit
/// it twice. So SET what stands for the order to AmountAsync(): book the difference to what is
/// booked so far. 0, as of one that failed, takes it back. The newest event wins: pass over one
/// whose Event is not above the one booked last.
/// </summary>
/// <param name="Id">The same, however often the event is sent; null where Event is.</param>
/// <param name="Event">
/// 1 of the order's first event, cb_X, and 2 of cb_X.2. Null where webhook-signature, which the
/// service always sends, was dropped on the way: sign does not vouch for the id, and the body may
/// be an old one that somebody sends again.
/// </param>
/// <param name="Number">Yours: orderid, of a payout serial_no.</param>
/// <param name="Members">What the callback has, each with its JSON text.</param>
/// <param name="AmountAsync">
/// What should be credited, or for a payout, paid out. Where Event is null it is looked up:
/// lock your row before you ask, so that no newer event is booked in between.
/// </param>
public sealed record Callback(
    string? Id, int? Event, string Number, Members Members, Func<Task<decimal>> AmountAsync)
{
    /// <summary>
    /// Such as type, trade_no, status; empty if the callback has no such member.
    /// </summary>
    public string Text(string name) =>
        Members.TryGetValue(name, out var value) ? PayClient.SignedText(value) : "";
}

/// <summary>
/// Remembers which events were handled: in a file, as OrderStore.cs does, or in your database, in
/// ONE transaction, so that a crash neither loses nor doubles money. Your order is found by YOUR
/// number, of a link merchant_order_no, stored before you created it: the callback may come before
/// the creation's answer, and a payout's has no other.
/// <code>
/// insert into acted (webhook_id) values (?)  -- its primary key; there already: roll back, done
/// -- not where id is null. Then act:
/// select credited, event from orders where number = ? for update  -- none: throw, it comes again
/// -- unless Event is a number that is not above that event: book AmountAsync() - credited, and
/// update orders set credited = (amount), event = coalesce((Event), event) where number = ?
/// </code>
/// </summary>
public interface IEventStore
{
    /// <summary>
    /// Runs act and remembers id, both or neither. Does nothing for an id that it remembers. Null
    /// is not remembered.
    /// </summary>
    Task OnceAsync(string? id, Func<Task> act);
}
// docs:end

public sealed partial class PayClient
{
    /// <summary>
    /// Has an order's newest callback sent again: of an orderid, or of a serial_no.
    /// </summary>
    public Task<Members> ResendCallbackAsync(Fields order)
    {
        var type = order.ContainsKey("serial_no") ? "payout" : "collection";
        var fields = new Dictionary<string, object?>(order) { ["type"] = type };
        return CallUntilAnsweredAsync("callbacks/retry", fields);
    }

    /// <summary>What each payment costs you: the current price and the next one.</summary>
    public Task<Members> QueryPricingAsync() =>
        CallUntilAnsweredAsync("pricing", new Dictionary<string, object?>());

    /// <summary>
    /// Pays out to your own bank account: a whole amount, or "all". Retries if the response is lost.
    /// </summary>
    public Task<Members> WithdrawAsync(string serialNo, string amount = "all")
    {
        var fields = new Dictionary<string, object?>
        {
            ["serial_no"] = serialNo,
            ["amount"] = amount,
        };
        return CreateOnceAsync("withdrawals", fields);
    }

    /// <summary>
    /// Your income, fees and payouts: the open statement, or the one with that number.
    /// </summary>
    public Task<Members> QueryStatementAsync(int? number = null) =>
        CallUntilAnsweredAsync("statements", new Dictionary<string, object?>
        {
            ["number"] = number,
        });
}

// docs:ledger
public sealed partial class PayClient
{
    /// <summary>
    /// Compares a day that is over, such as 2026-01-31 in Taipei, with your own books. For today,
    /// new entries may arrive while you read: that is refused with errors of cursor; start again.
    /// The ledger has an order on the day on which it was settled, at which moment its callback was
    /// made. paid_at and processed_at are the bank's times and may be of the day before. So book an
    /// order when its callback first comes, and file it under that day. Orders of test callbacks,
    /// TEST- and their trade_no, are left out.
    /// </summary>
    /// <param name="day">In Taipei.</param>
    /// <param name="yours">
    /// For each trade_no what the day brought before fees; what was paid out is negative, as
    /// BooksAsync of OrderStore.cs has it. Store that number: a payout's callback does not have it.
    /// </param>
    public async Task<IReadOnlyList<Difference>> ReconcileAsync(
        string day, IReadOnlyDictionary<string, decimal> yours)
    {
        var moved = new Dictionary<string, decimal>();
        var theirs = new Dictionary<string, decimal>();
        JsonElement page;
        string? cursor = null;
        do
        {
            page = (await CallUntilAnsweredAsync("ledger", new Dictionary<string, object?>
            {
                ["from"] = day, ["to"] = day, ["limit"] = 200, ["cursor"] = cursor,
            }))["data"];
            foreach (var entry in page.GetProperty("items").EnumerateArray())
            {
                string Text(string name) => entry.GetProperty(name).GetString()!;
                var amount = entry.GetProperty("amount").GetDecimal();
                var fee = entry.TryGetProperty("fee", out var charged) ? charged.GetDecimal() : 0;
                var (from, to) = (Text("bucket_from"), Text("bucket_to"));
                // outside and fees are not buckets of yours.
                var buckets = page.GetProperty("opening");
                bool IsBucket(string name) => buckets.TryGetProperty(name, out _);
                moved[from] = moved.GetValueOrDefault(from) - amount;
                moved[to] = moved.GetValueOrDefault(to) + amount;
                // The fee is taken from the bucket that the money enters, or that it left.
                moved[IsBucket(to) ? to : from] -= fee;
                // A platform adjustment without an order has its own number.
                var number = Text("trade_no");
                if (number is "") number = Text("orderid");
                // The order of a test callback is not in your books.
                var own = entry.TryGetProperty("serial_no", out var serialNo)
                    ? serialNo.GetString()
                    : Text("orderid");
                if (own == $"TEST-{number}") continue;
                // Money between two of your buckets stays yours.
                var change = (IsBucket(from) ? 0 : amount) - (IsBucket(to) ? 0 : amount);
                theirs[number] = theirs.GetValueOrDefault(number) + change;
            }
            cursor = page.GetProperty("next_cursor").GetString();
        } while (cursor is not null);
        foreach (var closing in page.GetProperty("closing").EnumerateObject())
        {
            var opening = page.GetProperty("opening").GetProperty(closing.Name).GetDecimal();
            if (opening + moved.GetValueOrDefault(closing.Name) != closing.Value.GetDecimal())
            {
                throw new InvalidDataException($"{day}: {closing.Name} does not add up");
            }
        }
        return theirs.Keys.Union(yours.Keys)
            .Select(number => new Difference(
                number, yours.GetValueOrDefault(number), theirs.GetValueOrDefault(number)))
            .Where(difference => difference.Yours != difference.Theirs)
            .ToList();
    }
}

/// <summary>A number, a trade_no, on which two books disagree.</summary>
public sealed record Difference(string Number, decimal Yours, decimal Theirs);
// docs:end
