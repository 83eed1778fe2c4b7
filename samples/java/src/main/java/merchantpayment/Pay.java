package merchantpayment;

import java.math.BigDecimal;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * What a merchant's server needs of the payment service. Depend on this package, or copy its three
 * files: they need Java 17 and nothing else. The secret stays on your server: never in a page, an
 * app or a repository.
 */
public final class Pay {
    private final String api;
    private final String uid;
    private final String secret;
    private final List<String> secrets;
    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(5))
            .build();

    public Pay(String api, String uid, String secret) {
        this(api, uid, secret, "");
    }

    /**
     * While your secret is being replaced.
     *
     * @param secret signs what you send
     * @param otherSecret the other of the two: callbacks are verified with both
     */
    public Pay(String api, String uid, String secret, String otherSecret) {
        this.api = api.replaceFirst("/+$", "");
        this.uid = uid;
        this.secret = secret;
        secrets = List.of(secret, otherSecret);
    }

    // docs:sign
    /** The sign of a request or a callback, from each member's JSON text. */
    public static String sign(Map<String, String> members, String secret) {
        StringBuilder text = new StringBuilder();
        // A TreeMap is sorted by name.
        new TreeMap<>(members).forEach((name, json) -> {
            // A string is signed as its characters and anything else as its JSON text; null and an
            // empty string are not signed.
            String value = Json.plain(json);
            if (!value.isEmpty() && !name.equals("sign")) text.append(name + "=" + value + "&");
        });
        text.append("key=" + secret);
        try {
            byte[] digest = MessageDigest.getInstance("MD5").digest(utf8(text.toString()));
            return HexFormat.of().withUpperCase().formatHex(digest);
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /**
     * The body to send. Amounts are NT$: a BigDecimal, or text such as "1000" or "1000.50". No int
     * or long, so that nobody sends hundredths by mistake, and no double, which would round.
     */
    public static String signedBody(Map<String, ?> fields, String secret) {
        Map<String, String> members = new LinkedHashMap<>();
        fields.forEach((name, value) -> {
            if (name.endsWith("amount") && value instanceof Number
                    && !(value instanceof BigDecimal)) {
                throw new IllegalArgumentException(
                        name + ": give " + value + " as BigDecimal, NT$ such as 1000.50");
            }
            // JSON is written once: the text that is signed is the text that is sent.
            if (value != null && !value.equals("")) members.put(name, Json.write(value));
        });
        members.put("sign", Json.write(sign(members, secret)));
        List<String> pairs = new ArrayList<>();
        members.forEach((name, json) -> pairs.add(Json.write(name) + ":" + json));
        return "{" + String.join(",", pairs) + "}";
    }
    // docs:end

    /** The failure that callUntilAnswered acts on. */
    public abstract static class Failed extends RuntimeException {
        /** From the Retry-After header; 0 without it. */
        public final long retryAfterSeconds;
        /** Whether this attempt or an earlier one may have been carried out. */
        public boolean mayHaveHappened;

        Failed(String message, long retryAfterSeconds, Throwable cause) {
            super(message, cause);
            this.retryAfterSeconds = retryAfterSeconds;
        }
    }

    /**
     * A refused request. Decide by {@code error}, whose codes never change; the message is for
     * people.
     */
    public static final class Refused extends Failed {
        public final String error;
        /** Such as the trade_no of the order that has your number, and a string_to_sign. */
        public final Members data;
        /** Where the documentation says what to do. */
        public final String docUrl;
        /** Quote it to the platform's support. */
        public final String requestId;

        Refused(Members answer, long retryAfterSeconds) {
            super(answer.text("error") + ": " + answer.text("message") + " "
                    + answer.text("errors") + " (" + answer.text("doc_url") + ", request "
                    + answer.text("request_id") + ")", retryAfterSeconds, null);
            error = answer.text("error");
            data = answer.json().containsKey("data") ? answer.object("data") : Members.of("{}");
            docUrl = answer.text("doc_url");
            requestId = answer.text("request_id");
        }
    }

    /**
     * The outcome is unknown: the request may have been carried out.
     */
    public static final class OutcomeUnknown extends Failed {
        OutcomeUnknown(String message, long retryAfterSeconds, Throwable cause) {
            super(message, retryAfterSeconds, cause);
        }
    }

    /** Sends a signed request to an endpoint, such as {@code collections}; gives its answer. */
    public Members call(String endpoint, Map<String, ?> fields) {
        Map<String, Object> all = new LinkedHashMap<>(fields);
        all.put("uid", uid);
        all.put("timestamp", Instant.now().getEpochSecond());
        URI address = URI.create(api + "/api/v1/merchant/" + endpoint);
        HttpRequest request = HttpRequest.newBuilder(address)
                .header("Content-Type", "application/json")
                .header("Accept-Language", "en") // of messages; without it in Chinese, zh-TW
                .POST(HttpRequest.BodyPublishers.ofString(signedBody(all, secret)))
                .build();
        String outcome = endpoint + ": no answer";
        long retryAfter = 0;
        int status;
        Members answer;
        CompletableFuture<HttpResponse<String>> answering =
                http.sendAsync(request, HttpResponse.BodyHandlers.ofString());
        try {
            // Of the whole answer: a request's own timeout ends with the headers.
            HttpResponse<String> response = answering.get(30, TimeUnit.SECONDS);
            status = response.statusCode();
            String requestId = response.headers().firstValue("x-request-id").orElse("");
            outcome = endpoint + ": HTTP " + status + ", x-request-id " + requestId;
            String seconds = response.headers().firstValue("retry-after").orElse("");
            retryAfter = seconds.matches("[0-9]{1,9}") ? Long.parseLong(seconds) : 0;
            answer = Members.of(response.body());
            // Names that the service does not know; it tells test merchants.
            String ignored = answer.text("ignored_fields");
            outcome += ignored.isEmpty() ? "" : ", ignored: " + ignored;
        } catch (ExecutionException | TimeoutException | IllegalArgumentException cause) {
            throw new OutcomeUnknown(outcome, retryAfter, cause);
        } catch (InterruptedException cause) {
            Thread.currentThread().interrupt();
            throw new OutcomeUnknown(endpoint + ": interrupted", 0, cause);
        } finally {
            answering.cancel(true);
            // For your log: support can find any request by its x-request-id.
            System.getLogger("pay").log(System.Logger.Level.INFO, outcome);
        }
        if (answer.text("ok").equals("1")) return answer;
        // After a 500 or 503 the outcome is unknown.
        if (status >= 500 || !answer.text("ok").equals("0")) {
            throw new OutcomeUnknown(outcome, retryAfter, null);
        }
        throw new Refused(answer, retryAfter);
    }

    /**
     * Sends a request up to four times, after no answer, 429, 500 or 503. Use it for what is safe
     * to repeat: queries, lists, links, and creations, whose number is accepted only once. If a
     * creation is Refused with mayHaveHappened, it may have been made: query its number.
     *
     * <p>Waits 0.5, 1 and 2 seconds, but at least as long as Retry-After says, and up to a quarter
     * longer at random, so that servers do not retry in step. Throws if the wait would exceed a
     * minute.
     */
    public Members callUntilAnswered(String endpoint, Map<String, ?> fields) {
        boolean mayHaveHappened = false;
        for (int attempt = 1;; attempt++) {
            try {
                return call(endpoint, fields);
            } catch (Failed problem) {
                boolean isUnknown = problem instanceof OutcomeUnknown;
                mayHaveHappened = mayHaveHappened || isUnknown;
                problem.mayHaveHappened = mayHaveHappened;
                boolean mayRepeat = isUnknown
                        || problem instanceof Refused refused
                                && refused.error.equals("too_many_requests");
                long milliseconds = Math.max(250L << attempt, problem.retryAfterSeconds * 1000);
                if (!mayRepeat || attempt == 4 || milliseconds > 60_000) throw problem;
                try {
                    long more = ThreadLocalRandom.current().nextLong(milliseconds / 4);
                    Thread.sleep(milliseconds + more);
                } catch (InterruptedException stop) {
                    Thread.currentThread().interrupt();
                    throw problem;
                }
            }
        }
    }

    // docs:create
    /** What the platform made. {@code status} is pending, until the order is done. */
    public record Created(String tradeNo, String status) {}

    /**
     * Creates a collection. Store its orderid BEFORE you call this. After OutcomeUnknown, or a
     * crash, call it again with the SAME number and content: it returns the existing order. With a
     * new number the member might be asked to pay twice. A number whose order has another amount or
     * payer is Refused with duplicate_orderid.
     */
    public Created createCollection(Map<String, ?> order) {
        return created(createOnce("collections", order));
    }

    /**
     * Creates a payout by the same rules, with serial_no, payee and duplicate_serial_no. Never
     * retry with a new number: it might be paid twice. Its notify_url gets the outcome.
     */
    public Created createPayout(Map<String, ?> payout) {
        return created(createOnce("payouts", payout));
    }

    private static Created created(Members data) {
        return new Created(data.text("trade_no"), data.text("status"));
    }

    private Members createOnce(String endpoint, Map<String, ?> fields) {
        for (String name : fields.keySet()) {
            // Names of v6.0 are not compared: another order could pass for this one.
            if (name.matches(".*[A-Z].*|name")) {
                throw new IllegalArgumentException(
                        name + ": use the current name, as payee_account");
            }
        }
        String amount = amountIn(fields);
        if (!amount.matches("all|[0-9]{1,10}(\\.[0-9]{1,2})?")) {
            throw new IllegalArgumentException(amount + " is no amount");
        }
        try {
            return madeIn(endpoint, callUntilAnswered(endpoint, fields));
        } catch (Refused refused) {
            boolean isTaken = refused.error.equals("duplicate_orderid")
                    || refused.error.equals("duplicate_serial_no");
            if (!isTaken && !refused.mayHaveHappened) throw refused;
            // An earlier attempt made it, if it is as asked; else the number is another order's.
            Members found;
            try {
                String number = endpoint.equals("collections") ? "orderid" : "serial_no";
                String query = endpoint.equals("collections") ? endpoint : "payouts";
                found = callUntilAnswered(query + "/status", Map.of(number, fields.get(number)));
            } catch (Refused missing) {
                if (missing.error.equals("order_not_found")) throw refused;
                String message = endpoint + ": not looked up: " + missing.getMessage();
                throw new OutcomeUnknown(message, missing.retryAfterSeconds, missing);
            }
            Members made = madeIn(endpoint, found);
            if (!isAsAsked(endpoint, fields, made)) throw refused;
            return made;
        }
    }
    // docs:end

    private static String amountIn(Map<String, ?> fields) {
        Object amount = fields.get("amount");
        return amount instanceof BigDecimal exact ? exact.toPlainString() : String.valueOf(amount);
    }

    private static Members madeIn(String endpoint, Members answer) {
        try {
            Members data = answer.object("data");
            if (!data.text("trade_no").isEmpty()) return data;
        } catch (IllegalArgumentException noObject) {
            // It is unknown, too.
        }
        throw new OutcomeUnknown(endpoint + ": an answer without trade_no", 0, null);
    }

    /** Fields left out count too; others, such as notify_url, may differ. */
    private static boolean isAsAsked(String endpoint, Map<String, ?> fields, Members made) {
        String amount = amountIn(fields);
        boolean isSame =
                made.text("kind").equals("withdrawal") == endpoint.equals("withdrawals")
                && (amount.equals("all")
                || new BigDecimal(amount).compareTo(made.amount("amount")) == 0);
        for (String name : PARTIES.getOrDefault(endpoint, List.of())) {
            String asked = Objects.toString(fields.get(name), "");
            if (asked.isEmpty() && name.equals("beneficiary_name")) {
                asked = Objects.toString(fields.get("payee_name"), "");
            }
            isSame &= asked.equals(made.text(name));
        }
        return isSame;
    }

    private static final Map<String, List<String>> PARTIES = Map.of(
            "collections",
            List.of("counterparty_account", "member_bank_name", "user_id", "user_name"),
            "payouts", List.of("payee_name", "payee_bank", "payee_account", "beneficiary_name"));

    // docs:query
    /**
     * How a collection stands.
     *
     * @param status PENDING, PAID, MANUAL PAID or EXCEPTION
     * @param paid what was paid, to the cent
     * @param data all that is known of it
     */
    public record Collection(String status, BigDecimal paid, String tradeNo, Members data) {}

    /**
     * How a payout stands.
     *
     * @param status PENDING, PAID or CANCELLED
     * @param paid what was paid out
     * @param data all that is known of it
     */
    public record Payout(String status, BigDecimal paid, String tradeNo, Members data) {}

    /** The collection with your number. Refused with {@code order_not_found} if there is none. */
    public Collection findCollection(String orderid) {
        Members found = callUntilAnswered("collections/status", Map.of("orderid", orderid));
        return new Collection(found.text("status"), found.amount("paid"), found.text("tradeNo"),
                found.object("data"));
    }

    /** The payout with your number. Refused with {@code order_not_found} if there is none. */
    public Payout findPayout(String serialNo) {
        Members found = callUntilAnswered("payouts/status", Map.of("serial_no", serialNo));
        return new Payout(found.text("status"), found.amount("paid"), found.text("tradeNo"),
                found.object("data"));
    }
    // docs:end

    // docs:link
    /**
     * An address to send the member's browser to, for an amount that you have chosen: whole
     * dollars. The same order gives the same link while it is valid: after OutcomeUnknown, try
     * again later.
     */
    public String createLink(Map<String, ?> order) {
        return callUntilAnswered("payment-links/amount", order).text("redirect_url");
    }
    // docs:end

    // docs:callback
    /**
     * A callback reports the order's current state, not a movement of money: an order that is paid,
     * reversed and paid again has the events cb_X, cb_X.2 and cb_X.3, and adding them up would
     * credit it twice. So SET what stands for the order to amount(): book the difference to what is
     * booked so far. 0, as of one that failed, takes it back. The newest event wins: pass over one
     * whose event() is not above the one booked last.
     */
    public sealed interface Callback {
        /** The webhook-id, the same however often the event is sent; null where event() is. */
        String id();

        /**
         * 1 of the order's first event, cb_X; 2 of cb_X.2. Null where webhook-signature, which the
         * service always sends, was dropped on the way: sign does not vouch for the id, and the
         * body may be an old one that somebody sends again.
         */
        Integer event();

        /** Your number: the orderid, or a payout's serial_no. */
        String number();

        Supplier<BigDecimal> stands();

        /**
         * What should be credited, or for a payout, paid out. Where event() is null it is
         * looked up: lock your row before you ask, so that no newer event is booked in between.
         */
        default BigDecimal amount() {
            return stands().get();
        }

        /** All that the callback has, further fields too. */
        Members all();
    }

    /** Of a collection. */
    public record CollectionCallback(String id, Integer event, String number, String tradeNo,
            String status, Supplier<BigDecimal> stands, Members all) implements Callback {}

    /** Of a payout. */
    public record PayoutCallback(String id, Integer event, String number, String status,
            Supplier<BigDecimal> stands, Members all) implements Callback {}

    /** Do not act on this callback; the message says why. */
    public static final class NotGenuine extends Exception {
        NotGenuine(String message) {
            super(message);
        }
    }

    /**
     * The callback.
     *
     * @param header finds a header by its name in any case, as {@code request::getHeader} does
     *     and a map does not
     * @param body the bytes that arrived, before anything parsed them
     * @throws NotGenuine if it is forged, was changed on its way, is older than five minutes, or
     *     not one of yours
     */
    public Callback verify(UnaryOperator<String> header, byte[] body) throws NotGenuine {
        String id = Objects.requireNonNullElse(header.apply("webhook-id"), "");
        String timestamp = Objects.requireNonNullElse(header.apply("webhook-timestamp"), "");
        String signatures = Objects.requireNonNullElse(header.apply("webhook-signature"), "");
        Members members;
        try {
            members = Members.of(new String(body, StandardCharsets.UTF_8));
        } catch (IllegalArgumentException notJson) {
            throw new NotGenuine("wrong signature");
        }
        // These headers are Standard Webhooks. There is a library, which takes the webhook_secret;
        // this is all that it would do. They have a signature for each secret that is valid and
        // `sign` is of one only, so they decide; `sign` does where a proxy keeps them back.
        boolean isByHeader = !signatures.isEmpty();
        String given = isByHeader ? signatures : members.text("sign");
        boolean isSigned = false;
        for (String secret : secrets) {
            if (secret.isEmpty()) continue;
            String expected = isByHeader
                    ? signature(id, timestamp, body, secret)
                    : sign(members.json(), secret);
            for (String one : given.split(" ")) {
                // isEqual compares in constant time, so signatures cannot be guessed byte by byte.
                isSigned |= MessageDigest.isEqual(utf8(one), utf8(expected));
            }
        }
        if (!isByHeader) timestamp = members.text("timestamp"); // the one that is signed
        Matcher named = EVENT_ID.matcher(id);
        boolean isPayout = members.text("type").equals("payout");
        // A request of your own is signed by the same rule, and is no callback.
        boolean isOwn = members.text("uid").equals(uid) && !members.text("status").isEmpty()
                && (isPayout || members.text("type").equals("collection"));
        if (!isSigned || !isOwn || isByHeader && !named.matches()) {
            throw new NotGenuine("wrong signature");
        }
        if (!timestamp.matches("[0-9]{1,12}")
                || Math.abs(Instant.now().getEpochSecond() - Long.parseLong(timestamp)) > 300) {
            throw new NotGenuine("too old: check the clock");
        }
        String status = members.text("status");
        String number = members.text(isPayout ? "serial_no" : "orderid");
        Integer event = null;
        Supplier<BigDecimal> stands =
                () -> isPayout ? findPayout(number).paid() : findCollection(number).paid();
        if (isByHeader) {
            event = named.group(1) == null ? 1 : Integer.parseInt(named.group(1));
            BigDecimal amount = members.amount(isPayout ? "actual_amount" : "paid_amount");
            stands = () -> amount;
        } else {
            id = null;
        }
        if (isPayout) return new PayoutCallback(id, event, number, status, stands, members);
        String tradeNo = members.text("trade_no");
        return new CollectionCallback(id, event, number, tradeNo, status, stands, members);
    }

    private static final Pattern EVENT_ID =
            Pattern.compile("cb_[0-9A-Za-z]+(?:\\.([1-9][0-9]{0,8}))?");

    private static String signature(String id, String timestamp, byte[] body, String secret) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(utf8(secret), "HmacSHA256"));
            mac.update(utf8(id + "." + timestamp + "."));
            return "v1," + Base64.getEncoder().encodeToString(mac.doFinal(body));
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /**
     * Remembers which events were handled: in a file, as {@code OrderStore.java} does, or in your
     * database, in ONE transaction, so that a crash neither loses nor doubles money. Your order is
     * found by YOUR number, of a link {@code merchant_order_no}, stored before you created it: the
     * callback may come before the creation's answer, and a payout's has no other.
     *
     * <pre>
     * insert into acted (webhook_id) values (?)  -- its primary key; there already: roll back, done
     * -- not where id is null. Then act:
     * select credited, event from orders where number = ? for update  -- none: throw, comes again
     * -- unless event() is a number that is not above that event: book amount() - credited, and
     * update orders set credited = (amount()), event = coalesce((event()), event) where number = ?
     * </pre>
     */
    public interface EventStore {
        /**
         * Runs {@code act} and remembers {@code id}, both or neither. Does nothing for an id that
         * it remembers. Null is not remembered.
         */
        void once(String id, Runnable act);
    }

    /** An answer in plain text. */
    public record Reply(int status, String text) {}

    /**
     * The answer to a callback: 401 if the service did not send it, success if it was handled, now
     * or before. Where {@code act} throws, answer 500: after anything but success the callback
     * comes again.
     */
    public Reply receive(
            UnaryOperator<String> header, byte[] body, EventStore store, Consumer<Callback> act) {
        try {
            Callback callback = verify(header, body);
            store.once(callback.id(), () -> act.accept(callback));
            return new Reply(200, "success");
        } catch (NotGenuine refused) {
            return new Reply(401, refused.getMessage());
        }
    }
    // docs:end

    /** Has an order's newest callback sent again: of an {@code orderid}, or a {@code serial_no}. */
    public Members resendCallback(Map<String, String> order) {
        Map<String, String> fields = new HashMap<>(order);
        fields.put("type", order.containsKey("serial_no") ? "payout" : "collection");
        return callUntilAnswered("callbacks/retry", fields).object("data");
    }

    /** What each payment costs you: the current price and the next one. */
    public Members queryPricing() {
        return callUntilAnswered("pricing", Map.of()).object("data");
    }

    /**
     * Pays out to your own bank account: a whole amount, or "all". Retries if the response is lost.
     */
    public Members withdraw(String serialNo, String amount) {
        return createOnce("withdrawals", Map.of("serial_no", serialNo, "amount", amount));
    }

    /** What came in, what it cost and what you were paid. An empty number is the open statement. */
    public Members queryStatement(String number) {
        return callUntilAnswered("statements", Map.of("number", number)).object("data");
    }

    // docs:ledger
    /** A number, a trade_no, on which two books disagree. */
    public record Difference(String number, BigDecimal yours, BigDecimal theirs) {}

    /**
     * Compares a day that is over, such as 2026-01-31 in Taipei, with your own books. For today,
     * new entries may arrive while you read: that is Refused with errors of cursor; start again.
     *
     * <p>The ledger has an order on the day on which it was settled, at which moment its callback
     * was made. paid_at and processed_at are the bank's times and may be of the day before. So book
     * an order when its callback first comes, and file it under that day in Taipei. Orders of test
     * callbacks, TEST- and their trade_no, are left out.
     *
     * @param yours for each trade_no what the day brought before fees; payouts are negative, as
     *     {@code books} of OrderStore.java has it. A payout's callback has no trade_no
     */
    public List<Difference> reconcile(String day, Map<String, BigDecimal> yours) {
        Map<String, BigDecimal> moved = new HashMap<>();
        Map<String, BigDecimal> theirs = new TreeMap<>();
        Members page;
        String cursor = "";
        do {
            Map<String, ?> fields = Map.of("from", day, "to", day, "limit", 200, "cursor", cursor);
            page = callUntilAnswered("ledger", fields).object("data");
            // outside and fees are not buckets of yours.
            Set<String> buckets = page.object("opening").json().keySet();
            for (Members entry : page.list("items")) {
                BigDecimal amount = entry.amount("amount");
                boolean hasFee = entry.json().containsKey("fee");
                BigDecimal fee = hasFee ? entry.amount("fee") : BigDecimal.ZERO;
                String from = entry.text("bucket_from");
                String to = entry.text("bucket_to");
                moved.merge(from, amount.negate(), BigDecimal::add);
                moved.merge(to, amount, BigDecimal::add);
                // The fee is taken from the bucket that the money enters, or that it left.
                String payer = buckets.contains(to) ? to : from;
                moved.merge(payer, fee.negate(), BigDecimal::add);
                String number = entry.text("trade_no");
                // A platform adjustment without an order has its own number.
                if (number.isEmpty()) number = entry.text("orderid");
                // The order of a test callback is not in your books.
                String own = entry.text("orderid") + entry.text("serial_no");
                if (own.equals("TEST-" + number)) continue;
                // Money between two of your buckets stays yours.
                BigDecimal change = BigDecimal.ZERO;
                if (!buckets.contains(from)) change = amount;
                if (!buckets.contains(to)) change = amount.negate();
                theirs.merge(number, change, BigDecimal::add);
            }
            cursor = page.text("next_cursor");
        } while (!cursor.isEmpty());
        Members opening = page.object("opening");
        Members closing = page.object("closing");
        for (String bucket : closing.json().keySet()) {
            BigDecimal change = moved.getOrDefault(bucket, BigDecimal.ZERO);
            BigDecimal sum = opening.amount(bucket).add(change);
            // compareTo, for equals takes 1.5 and 1.50 to differ.
            if (sum.compareTo(closing.amount(bucket)) != 0) {
                throw new IllegalStateException(day + ": " + bucket + " does not add up");
            }
        }
        yours.keySet().forEach(number -> theirs.putIfAbsent(number, BigDecimal.ZERO));
        List<Difference> differences = new ArrayList<>();
        theirs.forEach((number, amount) -> {
            BigDecimal own = yours.getOrDefault(number, BigDecimal.ZERO);
            if (own.compareTo(amount) != 0) differences.add(new Difference(number, own, amount));
        });
        return differences;
    }
    // docs:end
}
