package merchantpayment;

import java.io.IOException;
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
import java.util.HashSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
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
     * While your secret is replaced.
     *
     * @param secret signs what you send
     * @param otherSecret the other of the two: callbacks are verified with both
     */
    public Pay(String api, String uid, String secret, String otherSecret) {
        this.api = api;
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
            // A string is signed as its characters, null like an empty one not at all, all else as
            // its JSON text.
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

    /** The body to send. An amount is a BigDecimal, or a whole number: a double would round it. */
    public static String signedBody(Map<String, ?> fields, String secret) {
        Map<String, String> members = new LinkedHashMap<>();
        fields.forEach((name, value) -> {
            // The JSON is made once: the text that is signed is the very text that is sent.
            if (value != null && !value.equals("")) members.put(name, Json.write(value));
        });
        members.put("sign", Json.write(sign(members, secret)));
        List<String> pairs = new ArrayList<>();
        members.forEach((name, json) -> pairs.add(Json.write(name) + ":" + json));
        return "{" + String.join(",", pairs) + "}";
    }
    // docs:end

    /** What callUntilAnswered decides by. */
    public abstract static class Failed extends RuntimeException {
        /** As the answer's Retry-After says; 0 where it says nothing. */
        public final long retryAfterSeconds;
        /** Whether this attempt, or one before it, may have been carried out. */
        public boolean mayHaveHappened;

        Failed(String message, long retryAfterSeconds, Throwable cause) {
            super(message, cause);
            this.retryAfterSeconds = retryAfterSeconds;
        }
    }

    // docs:call
    /**
     * The service said no. Decide by {@code error}, which never changes; the message is for people.
     */
    public static final class Refused extends Failed {
        public final String error;
        /** Tell it to the platform's support. */
        public final String requestId;

        Refused(Members answer, long retryAfterSeconds) {
            super(answer.text("error") + ": " + answer.text("message") + " "
                    + answer.text("errors") + " (request " + answer.text("request_id") + ")",
                    retryAfterSeconds, null);
            error = answer.text("error");
            requestId = answer.text("request_id");
        }
    }

    /**
     * No answer, or one that does not say what became of the request. It may have been carried out.
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
                .timeout(Duration.ofSeconds(30))
                .POST(HttpRequest.BodyPublishers.ofString(signedBody(all, secret)))
                .build();
        String outcome = endpoint + ": no answer";
        long retryAfter = 0;
        int status;
        Members answer;
        try {
            HttpResponse<String> response =
                    http.send(request, HttpResponse.BodyHandlers.ofString());
            status = response.statusCode();
            String requestId = response.headers().firstValue("x-request-id").orElse("");
            outcome = endpoint + ": HTTP " + status + ", x-request-id " + requestId;
            String seconds = response.headers().firstValue("retry-after").orElse("");
            retryAfter = seconds.matches("[0-9]{1,9}") ? Long.parseLong(seconds) : 0;
            answer = Members.of(response.body());
        } catch (IOException | IllegalArgumentException cause) {
            throw new OutcomeUnknown(outcome, retryAfter, cause);
        } catch (InterruptedException cause) {
            Thread.currentThread().interrupt();
            throw new OutcomeUnknown(endpoint + ": interrupted", 0, cause);
        } finally {
            // A line for your log: support finds any request by its x-request-id.
            System.getLogger("pay").log(System.Logger.Level.INFO, outcome);
        }
        if (answer.text("ok").equals("1")) return answer;
        // 500 and 503 do not say whether anything was written.
        if (status >= 500 || !answer.text("ok").equals("0")) {
            throw new OutcomeUnknown(outcome, retryAfter, null);
        }
        throw new Refused(answer, retryAfter);
    }
    // docs:end

    /**
     * Sends a request again, up to four times in all, after no answer, 429, 500 or 503. It is for
     * what may be sent again: queries, lists, links, and creations, whose number is not taken
     * twice. A creation that is Refused with mayHaveHappened may have been made: query its number.
     *
     * <p>Waits for 0.5, 1, 2 seconds, but never for less than Retry-After says, and up to a quarter
     * longer by chance, so that many servers do not come back at once. What is to wait for longer
     * than a minute is thrown.
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
     * Creates a collection. Where it is not known what became of the request it is sent again,
     * always under the SAME orderid, which is never taken twice. Under another one the member might
     * be asked to pay twice.
     */
    public Created createCollection(Map<String, ?> order) {
        return create("collections", "orderid", order);
    }

    /**
     * Creates a payout. Store its serial_no BEFORE you call this, and never try the same payment
     * under another one: it might be paid twice. After OutcomeUnknown, or a crash, findPayout says
     * what became of it; where there is none, call this again with the same number.
     */
    public Created createPayout(Map<String, ?> payout) {
        return create("payouts", "serial_no", payout);
    }

    private Created create(String endpoint, String number, Map<String, ?> fields) {
        Members data;
        try {
            data = callUntilAnswered(endpoint, fields).object("data");
        } catch (Refused refused) {
            if (!refused.mayHaveHappened) throw refused;
            // Whoever has the number now is our own attempt before.
            try {
                Map<String, ?> query = Map.of(number, fields.get(number));
                data = callUntilAnswered(endpoint + "/status", query).object("data");
            } catch (Refused missing) {
                throw refused;
            }
        }
        return new Created(data.text("trade_no"), data.text("status"));
    }
    // docs:end

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
     * dollars. The same order again gives the same link while it lives, so after OutcomeUnknown
     * simply try again later.
     */
    public String createLink(Map<String, ?> order) {
        return callUntilAnswered("payment-links/amount", order).text("redirect_url");
    }
    // docs:end

    // docs:callback
    /**
     * A callback tells how its order STANDS, it is no movement: an order that is paid, reversed and
     * paid again has the events cb_X, cb_X.2 and cb_X.3, and adding up would credit it twice. So
     * SET what is credited for a collection (tradeNo) to paidAmount, what is paid out for a payout
     * (serialNo) to actualAmount: book the difference to what is booked so far. 0, as of one that
     * failed, takes it back. The newest event wins: pass over one with a lower number than the one
     * booked last.
     */
    public sealed interface Callback {
        /** The webhook-id, the same however often the event is sent. */
        String id();

        /** All that the callback has, further fields too. */
        Members all();

        /** 1 of the order's first event, cb_X; 2 of cb_X.2. */
        default int event() {
            int dot = id().indexOf('.');
            return dot < 0 ? 1 : Integer.parseInt(id().substring(dot + 1));
        }
    }

    /** Of a collection. {@code paidAmount} is to stand credited; {@code status} may be failed. */
    public record CollectionCallback(String id, String orderid, String tradeNo, String status,
            BigDecimal paidAmount, Members all) implements Callback {}

    /** Of a payout. {@code actualAmount} is to stand paid out; {@code status} may be failed. */
    public record PayoutCallback(String id, String serialNo, String status,
            BigDecimal actualAmount, Members all) implements Callback {}

    /** Not to be acted on; the message says why. */
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
     * @param secrets yours, and while it is replaced both; an empty one verifies nothing
     * @throws NotGenuine if it is forged, was changed on its way, or is older than five minutes
     */
    public static Callback verify(
            UnaryOperator<String> header, byte[] body, List<String> secrets) throws NotGenuine {
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
                // isEqual takes equally long wherever the texts differ: nobody can guess one
                // character at a time.
                isSigned |= MessageDigest.isEqual(utf8(one), utf8(expected));
            }
        }
        if (!isByHeader) timestamp = members.text("timestamp"); // the one that is signed
        if (id.isEmpty() || !isSigned) throw new NotGenuine("wrong signature");
        if (!timestamp.matches("[0-9]{1,12}")
                || Math.abs(Instant.now().getEpochSecond() - Long.parseLong(timestamp)) > 300) {
            throw new NotGenuine("too old: check the clock");
        }
        String status = members.text("status");
        if (members.text("type").equals("payout")) {
            BigDecimal paidOut = members.amount("actual_amount");
            return new PayoutCallback(id, members.text("serial_no"), status, paidOut, members);
        }
        return new CollectionCallback(id, members.text("orderid"), members.text("trade_no"),
                status, members.amount("paid_amount"), members);
    }

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
     * Remembers which events were acted on. Yours does this in your database, in ONE transaction,
     * so that a crash neither loses nor doubles money:
     *
     * <pre>
     * insert into acted (webhook_id) values (?)  -- its primary key; there already: roll back, done
     * select credited, event from orders where trade_no = ? for update
     * -- in act, where this event is newer: book paid_amount - credited, and
     * update orders set credited = (paid_amount), event = (its number) where trade_no = ?
     * </pre>
     */
    public interface EventStore {
        /**
         * Runs {@code act} and remembers {@code id}, both or neither. Does nothing for an id that
         * it remembers.
         */
        void once(String id, Runnable act);
    }

    /** An answer in plain text. */
    public record Reply(int status, String text) {}

    /**
     * What to answer to a callback: 401 to what the service did not send, success to what was
     * acted on, now or before. Where {@code act} throws, answer 500: after anything but success the
     * callback comes again.
     */
    public Reply receive(
            UnaryOperator<String> header, byte[] body, EventStore store, Consumer<Callback> act) {
        try {
            Callback callback = verify(header, body, secrets);
            store.once(callback.id(), () -> act.accept(callback));
            return new Reply(200, "success");
        } catch (NotGenuine refused) {
            return new Reply(401, refused.getMessage());
        }
    }
    // docs:end

    /** A store for a try: it forgets when the program ends. */
    public static final class MemoryStore implements EventStore {
        private final Set<String> acted = new HashSet<>();

        // Synchronized, for one event may arrive twice at the same moment.
        @Override
        public synchronized void once(String id, Runnable act) {
            if (acted.contains(id)) return;
            act.run();
            acted.add(id);
        }
    }

    /** What each payment costs you: the price that holds now, and the next one. */
    public Members queryPricing() {
        return callUntilAnswered("pricing", Map.of()).object("data");
    }

    /**
     * Pays out to your own bank account: a whole amount, or "all". A lost answer is asked for
     * again.
     */
    public Members withdraw(String serialNo, String amount) {
        Map<String, ?> fields = Map.of("serial_no", serialNo, "amount", amount);
        try {
            return callUntilAnswered("withdrawals", fields).object("data");
        } catch (Refused refused) {
            if (!refused.mayHaveHappened) throw refused;
            // Whoever has the number now is our own attempt before.
            try {
                return findPayout(serialNo).data();
            } catch (Refused missing) {
                throw refused;
            }
        }
    }

    /** What came in, what it cost and what you were paid. An empty number is the open statement. */
    public Members queryStatement(String number) {
        return callUntilAnswered("statements", Map.of("number", number)).object("data");
    }

    // docs:ledger
    /** A number, a trade_no, for which two books do not agree. */
    public record Difference(String number, BigDecimal yours, BigDecimal theirs) {}

    /**
     * Compares a day that is over, such as 2026-01-31 in Taipei, with your own books. Of today, an
     * entry may come in before one that was read already: that is Refused with errors of cursor,
     * begin again.
     *
     * @param yours for each trade_no what the day brought before fees; payouts are negative
     */
    public List<Difference> reconcile(String day, Map<String, BigDecimal> yours) {
        Map<String, BigDecimal> moved = new HashMap<>();
        Map<String, BigDecimal> theirs = new TreeMap<>();
        Members page;
        String cursor = "";
        do {
            Map<String, ?> fields = Map.of("from", day, "to", day, "limit", 200, "cursor", cursor);
            page = callUntilAnswered("ledger", fields).object("data");
            // Neither outside nor fees is a bucket of yours.
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
                // An adjustment by the platform that is of no order has a number of its own.
                if (number.isEmpty()) number = entry.text("orderid");
                // From one bucket to another the money stays with you.
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
