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
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * What a merchant's server needs of the payment service. Copy this file and Json.java: they need
 * Java 17 and nothing else. The secret stays on your server: never in a page, an app or a
 * repository.
 */
public final class Pay {
    private final String api;
    private final String uid;
    private final String secret;
    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(5))
            .build();

    public Pay(String api, String uid, String secret) {
        this.api = api;
        this.uid = uid;
        this.secret = secret;
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

        Refused(Map<String, String> answer, long retryAfterSeconds) {
            super(Json.plain(answer.get("error")) + ": " + Json.plain(answer.get("message")) + " "
                    + Json.plain(answer.get("errors"))
                    + " (request " + Json.plain(answer.get("request_id")) + ")",
                    retryAfterSeconds, null);
            error = Json.plain(answer.get("error"));
            requestId = Json.plain(answer.get("request_id"));
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

    /**
     * Sends a signed request to an endpoint, such as {@code collections}, and returns the members
     * of the answer.
     */
    public Map<String, String> call(String endpoint, Map<String, ?> fields) {
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
        Map<String, String> answer;
        try {
            HttpResponse<String> response =
                    http.send(request, HttpResponse.BodyHandlers.ofString());
            status = response.statusCode();
            String requestId = response.headers().firstValue("x-request-id").orElse("");
            outcome = endpoint + ": HTTP " + status + ", x-request-id " + requestId;
            String seconds = response.headers().firstValue("retry-after").orElse("");
            retryAfter = seconds.matches("[0-9]{1,9}") ? Long.parseLong(seconds) : 0;
            answer = Json.object(response.body());
        } catch (IOException | IllegalArgumentException cause) {
            throw new OutcomeUnknown(outcome, retryAfter, cause);
        } catch (InterruptedException cause) {
            Thread.currentThread().interrupt();
            throw new OutcomeUnknown(endpoint + ": interrupted", 0, cause);
        } finally {
            // A line for your log: support finds any request by its x-request-id.
            System.getLogger("pay").log(System.Logger.Level.INFO, outcome);
        }
        if ("1".equals(answer.get("ok"))) return answer;
        // 500 and 503 do not say whether anything was written.
        if (status >= 500 || !"0".equals(answer.get("ok"))) {
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
    public Map<String, String> callUntilAnswered(String endpoint, Map<String, ?> fields) {
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
    /**
     * Creates a collection and returns the platform's number for it. Where it is not known what
     * became of the request it is sent again, always under the SAME orderid, which is never taken
     * twice. Under another one the member might be asked to pay twice.
     */
    public String createCollection(Map<String, ?> order) {
        try {
            Map<String, String> answer = callUntilAnswered("collections", order);
            return Json.plain(Json.object(answer.get("data")).get("trade_no"));
        } catch (Refused refused) {
            if (!refused.mayHaveHappened) throw refused;
            // Whoever has the number now is our own attempt before.
            try {
                return Json.plain(findCollection(order.get("orderid").toString()).get("tradeNo"));
            } catch (Refused missing) {
                throw refused;
            }
        }
    }
    // docs:end

    // docs:query
    /**
     * How the order with your number stands: {@code status} is PENDING, PAID, MANUAL PAID or
     * EXCEPTION, {@code paid} what was paid. Refused with {@code order_not_found} if there is none.
     */
    public Map<String, String> findCollection(String orderid) {
        return callUntilAnswered("collections/status", Map.of("orderid", orderid));
    }
    // docs:end

    // docs:link
    /**
     * An address to send the member's browser to, for an amount that you have chosen: whole
     * dollars. The same order again gives the same link while it lives, so after OutcomeUnknown
     * simply try again later.
     */
    public String createLink(Map<String, ?> order) {
        return Json.plain(callUntilAnswered("payment-links/amount", order).get("redirect_url"));
    }
    // docs:end

    // docs:callback
    /**
     * A callback tells how its order STANDS, it is no movement: an order that is paid, reversed and
     * paid again has the events cb_X, cb_X.2 and cb_X.3, and adding up would credit it twice. So
     * SET what is credited for the order (trade_no) to paid_amount, of a payout (serial_no) what is
     * paid out to actual_amount: book the difference to what is booked so far. 0, as of one that
     * failed, takes it back. The newest event wins: pass over one with a lower number than the one
     * booked last.
     *
     * @param id the same, however often the event is sent
     */
    public record Callback(String id, Map<String, String> members) {
        /** Such as type, orderid, trade_no, status; empty if the callback has no such member. */
        public String text(String name) {
            return Json.plain(members.get(name));
        }

        /** Such as {@code amount("paid_amount")}, which is to stand credited for the order. */
        public BigDecimal amount(String name) {
            return new BigDecimal(text(name));
        }
    }

    /**
     * The callback, or null if it is forged, was changed on its way, or is older than five minutes.
     *
     * @param header finds a header by its name in any case, as {@code request::getHeader} does
     *     and a map does not
     * @param body the bytes that arrived, before anything parsed them
     */
    public static Callback verify(UnaryOperator<String> header, byte[] body, String secret) {
        String id = header.apply("webhook-id");
        String timestamp = header.apply("webhook-timestamp");
        String signatures = header.apply("webhook-signature");
        if (id == null || timestamp == null || signatures == null) return null;
        if (!timestamp.matches("[0-9]{1,12}")) return null;
        if (Math.abs(Instant.now().getEpochSecond() - Long.parseLong(timestamp)) > 300) return null;
        // These headers are Standard Webhooks. There is a library, which takes the webhook_secret;
        // this is all that it would do.
        byte[] expected;
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(utf8(secret), "HmacSHA256"));
            mac.update(utf8(id + "." + timestamp + "."));
            expected = utf8("v1," + Base64.getEncoder().encodeToString(mac.doFinal(body)));
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
        boolean signed = false;
        // While secrets rotate there is a signature for each, with a space between.
        for (String signature : signatures.split(" ")) {
            // isEqual takes equally long wherever the texts differ: nobody can guess one character
            // at a time.
            signed |= MessageDigest.isEqual(utf8(signature), expected);
        }
        if (!signed) return null;
        try {
            Map<String, String> members = Json.object(new String(body, StandardCharsets.UTF_8));
            byte[] sign = utf8(Json.plain(members.get("sign")));
            boolean right = MessageDigest.isEqual(sign, utf8(sign(members, secret)));
            return right ? new Callback(id, members) : null;
        } catch (IllegalArgumentException notJson) {
            return null;
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

    /**
     * Takes a callback. True: answer 200 and the plain text success, for it was acted on, now or
     * before. False: answer 401, the service did not send it. Where {@code act} throws, answer 500:
     * after anything but success the callback comes again.
     */
    public boolean receive(
            UnaryOperator<String> header, byte[] body, EventStore store, Consumer<Callback> act) {
        Callback callback = verify(header, body, secret);
        if (callback == null) return false;
        store.once(callback.id(), () -> act.accept(callback));
        return true;
    }
    // docs:end

    /** What each payment costs you: the price that holds now, and the next one. */
    public Map<String, String> queryPricing() {
        return Json.object(callUntilAnswered("pricing", Map.of()).get("data"));
    }

    /**
     * Pays out to your own bank account: a whole amount, or "all". A lost answer is asked for
     * again.
     */
    public Map<String, String> withdraw(String serialNo, String amount) {
        Map<String, ?> fields = Map.of("serial_no", serialNo, "amount", amount);
        try {
            return Json.object(callUntilAnswered("withdrawals", fields).get("data"));
        } catch (Refused refused) {
            if (!refused.mayHaveHappened) throw refused;
            // Whoever has the number now is our own attempt before.
            try {
                Map<String, ?> number = Map.of("serial_no", serialNo);
                return Json.object(callUntilAnswered("payouts/status", number).get("data"));
            } catch (Refused missing) {
                throw refused;
            }
        }
    }

    /** What came in, what it cost and what you were paid. An empty number is the open statement. */
    public Map<String, String> queryStatement(String number) {
        return Json.object(callUntilAnswered("statements", Map.of("number", number)).get("data"));
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
        Map<String, String> page;
        String cursor = "";
        do {
            Map<String, ?> fields = Map.of("from", day, "to", day, "limit", 200, "cursor", cursor);
            page = Json.object(callUntilAnswered("ledger", fields).get("data"));
            for (String item : Json.array(page.get("items"))) {
                Map<String, String> entry = Json.object(item);
                BigDecimal amount = new BigDecimal(entry.get("amount"));
                BigDecimal fee = new BigDecimal(entry.getOrDefault("fee", "0"));
                String from = Json.plain(entry.get("bucket_from"));
                String to = Json.plain(entry.get("bucket_to"));
                // Neither outside nor fees is a bucket of yours.
                Set<String> buckets = Json.object(page.get("opening")).keySet();
                moved.merge(from, amount.negate(), BigDecimal::add);
                moved.merge(to, amount, BigDecimal::add);
                // The fee is taken from the bucket that the money enters, or that it left.
                String payer = buckets.contains(to) ? to : from;
                moved.merge(payer, fee.negate(), BigDecimal::add);
                String number = Json.plain(entry.get("trade_no"));
                // An adjustment by the platform that is of no order has a number of its own.
                if (number.isEmpty()) number = Json.plain(entry.get("orderid"));
                // From one bucket to another the money stays with you.
                BigDecimal change = BigDecimal.ZERO;
                if (!buckets.contains(from)) change = amount;
                if (!buckets.contains(to)) change = amount.negate();
                theirs.merge(number, change, BigDecimal::add);
            }
            cursor = Json.plain(page.get("next_cursor"));
        } while (!cursor.isEmpty());
        Map<String, String> opening = Json.object(page.get("opening"));
        Json.object(page.get("closing")).forEach((bucket, closing) -> {
            BigDecimal change = moved.getOrDefault(bucket, BigDecimal.ZERO);
            BigDecimal sum = new BigDecimal(opening.get(bucket)).add(change);
            // compareTo, for equals takes 1.5 and 1.50 to differ.
            if (sum.compareTo(new BigDecimal(closing)) != 0) {
                throw new IllegalStateException(day + ": " + bucket + " does not add up");
            }
        });
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
