import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/**
 * Tries the sample: sign, story, settlement, listen [port]. Takes PAY_API, PAY_UID, PAY_SECRET and
 * PAY_PORT.
 */
public final class Program {
    private static final Pay pay = new Pay(
            setting("PAY_API", "http://127.0.0.1:8787"),
            setting("PAY_UID", "TEST0001"),
            setting("PAY_SECRET", "test-secret-for-local-use-only"));
    private static final PrintStream out =
            new PrintStream(System.out, true, StandardCharsets.UTF_8);

    public static void main(String[] arguments) throws Exception {
        String port = arguments.length > 1 ? arguments[1] : setting("PAY_PORT", "8799");
        switch (arguments.length == 0 ? "" : arguments[0]) {
            case "sign" -> signLines();
            case "story" -> story(Integer.parseInt(port));
            case "settlement" -> settlement();
            case "listen" -> listen(Integer.parseInt(port), Program::tellActed);
            default -> {
                System.err.println("java Program sign | story | settlement | listen [port]");
                System.exit(2);
            }
        }
    }

    private static String setting(String name, String otherwise) {
        return first(System.getenv().getOrDefault(name, ""), otherwise);
    }

    /** Takes callbacks at POST /notify. */
    private static HttpServer listen(int port, Consumer<Pay.Callback> act) throws IOException {
        Pay.EventStore store = new Pay.MemoryStore();
        InetAddress loopback = InetAddress.getLoopbackAddress();
        HttpServer server = HttpServer.create(new InetSocketAddress(loopback, port), 0);
        server.setExecutor(Executors.newCachedThreadPool());
        server.createContext("/", exchange -> {
            String asked = exchange.getRequestMethod() + " " + exchange.getRequestURI().getPath();
            if (asked.equals("POST /notify")) {
                // A callback is much shorter.
                byte[] body = exchange.getRequestBody().readNBytes(64 * 1024);
                try {
                    Headers headers = exchange.getRequestHeaders();
                    boolean taken = pay.receive(headers::getFirst, body, store, act);
                    answer(exchange, taken ? 200 : 401, taken ? "success" : "wrong signature");
                } catch (RuntimeException problem) {
                    answer(exchange, 500, "try again");
                }
            } else {
                answer(exchange, 404, "not found");
            }
        });
        server.start();
        return server;
    }

    private static void answer(HttpExchange exchange, int status, String text) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", "text/plain");
        exchange.sendResponseHeaders(status, text.length());
        exchange.getResponseBody().write(text.getBytes(StandardCharsets.UTF_8));
        exchange.close();
    }

    private static void tellActed(Pay.Callback callback) {
        String event = first(callback.text("event"), callback.text("type"));
        String number = first(callback.text("trade_no"), callback.text("serial_no"));
        String difference = book(callback).setScale(2).toPlainString();
        out.println("acted " + callback.id() + " " + event + " " + number);
        out.println("booked " + number + " " + difference);
    }

    /** The number of an order's event that was booked last, and what stands booked. */
    private record Booked(int event, BigDecimal amount) {}

    private static final Map<String, Booked> books = new HashMap<>();

    /**
     * SETS what is booked for the order, because a callback tells how it stands: an order is paid,
     * reversed, paid again, and each of that is an event of its own. Gives the difference: book
     * that.
     */
    private static synchronized BigDecimal book(Pay.Callback callback) {
        // A payout's callback has its serial_no and no trade_no.
        boolean payout = callback.text("trade_no").isEmpty();
        String number = payout ? "payout " + callback.text("serial_no") : callback.text("trade_no");
        BigDecimal stands = callback.amount(payout ? "actual_amount" : "paid_amount");
        // cb_X is an order's first event, cb_X.2 its second. The newest wins.
        int dot = callback.id().indexOf('.');
        int event = dot < 0 ? 1 : Integer.parseInt(callback.id().substring(dot + 1));
        Booked last = books.getOrDefault(number, new Booked(0, BigDecimal.ZERO));
        if (event <= last.event()) return BigDecimal.ZERO;
        books.put(number, new Booked(event, stands));
        return stands.subtract(last.amount());
    }

    private static String first(String text, String otherwise) {
        return text.isEmpty() ? otherwise : text;
    }

    /** Signs each line of standard input: {"fields": {...}, "secret": "..."}. */
    private static void signLines() throws IOException {
        BufferedReader lines =
                new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            try {
                Map<String, String> given = Json.object(line);
                if (!given.getOrDefault("secret", "").startsWith("\"")) {
                    throw new IllegalArgumentException("secret is no string");
                }
                Map<String, String> fields = Json.object(given.getOrDefault("fields", ""));
                out.println(Pay.sign(fields, Json.plain(given.get("secret"))));
            } catch (IllegalArgumentException problem) {
                out.println("error: " + problem.getMessage());
            }
        }
    }

    /** From creating an order to finding its money in the ledger, against the sandbox. */
    private static void story(int port) throws Exception {
        CompletableFuture<Pay.Callback> came = new CompletableFuture<>();
        HttpServer server = listen(port, came::complete);
        int code = 0;
        try {
            story(port, came);
        } catch (RuntimeException | TimeoutException problem) {
            System.err.println(problem);
            code = 1;
        }
        server.stop(1); // waits until the callback is answered
        System.exit(code);
    }

    private static void story(int port, CompletableFuture<Pay.Callback> came) throws Exception {
        String orderid = "JAVA-" + UUID.randomUUID();
        String notifyUrl = "http://127.0.0.1:" + port + "/notify";
        BigDecimal amount = new BigDecimal("100.50");
        Map<String, Object> order = Map.of(
                "orderid", orderid, "amount", amount, "notify_url", notifyUrl, "channel", "",
                "user_name", "王小明", "extra", Map.of("備註", "a/b <c>"));
        String tradeNo = pay.createCollection(order);
        tell("create", Map.of("orderid", orderid, "trade_no", tradeNo));
        expectRefused("duplicate_orderid", () -> pay.createCollection(order));

        Map<String, String> found = pay.findCollection(orderid);
        String status = Json.plain(found.get("status"));
        tell("query", Map.of("status", status, "trade_no", Json.plain(found.get("tradeNo"))));
        expect("status", status, "PENDING");
        expect("tradeNo", Json.plain(found.get("tradeNo")), tradeNo);
        expectRefused("order_not_found", () -> pay.findCollection(orderid + "-0"));

        Map<String, Object> linkOrder = Map.of(
                "merchant_order_no", orderid + "-L", "amount", 500, "notify_url", notifyUrl,
                "member_no", "M1", "member_name", "王小明", "payer_account_last5", "12345");
        String link = pay.createLink(linkOrder);
        tell("link", Map.of("url", link));
        expect("the link of the same order", pay.createLink(linkOrder), link);

        Map<String, String> asked = Map.of("orderid", orderid, "outcome", "paid");
        Map<String, String> data = Json.object(pay.call("sandbox/outcome", asked).get("data"));
        String outcome = Json.plain(data.get("outcome"));
        tell("outcome", Map.of("outcome", outcome, "status", Json.plain(data.get("status"))));

        Pay.Callback callback = came.get(60, TimeUnit.SECONDS);
        BigDecimal paid = callback.amount("paid_amount");
        String told = callback.text("trade_no");
        tell("callback", Map.of("webhook_id", callback.id(), "trade_no", told, "paid", paid));
        expect("trade_no", told, tradeNo);
        expect("what is to book", book(callback).compareTo(amount), 0);

        String day = LocalDate.now(ZoneId.of("Asia/Taipei")).toString();
        boolean differs = pay.reconcile(day, Map.of(tradeNo, paid)).stream()
                .anyMatch(difference -> difference.number().equals(tradeNo));
        expect("a difference of the order", differs, false);
        tell("ledger", Map.of("day", day, "balanced", true, "found", true));
    }

    /** From the price to the statement that a withdrawal closes. */
    private static void settlement() {
        tell("pricing", Map.of("version", Json.plain(pay.queryPricing().get("version"))));

        String serialNo = "W-" + UUID.randomUUID();
        Map<String, String> placed = pay.withdraw(serialNo, "all");
        String amount = Json.plain(placed.get("amount"));
        String status = Json.plain(placed.get("status"));
        tell("withdrawal", Map.of("serial_no", serialNo, "amount", amount, "status", status));

        // The open one begins where the one that the withdrawal closed ends.
        Map<String, String> open = pay.queryStatement("");
        int number = Integer.parseInt(open.get("number")) - 1;
        Map<String, String> closed = pay.queryStatement(String.valueOf(number));
        String state = Json.plain(closed.get("state"));
        String withdrawal = Json.plain(closed.get("withdrawal"));
        tell("statement", Map.of("number", number, "state", state, "withdrawal", withdrawal));
        expect("number", closed.get("number"), String.valueOf(number));
        expect("state", state, "closed");
        expect("withdrawal", withdrawal, serialNo);
        expect("the next opening", open.get("opening"), closed.get("closing"));
    }

    private static void tell(String step, Map<String, ?> values) {
        Map<String, Object> line = new LinkedHashMap<>(Map.of("step", step));
        line.putAll(values);
        out.println(Json.write(line));
    }

    private static void expect(String what, Object came, Object expected) {
        if (!came.equals(expected)) {
            throw new IllegalStateException(what + " is " + came + ", not " + expected);
        }
    }

    private static void expectRefused(String error, Runnable call) {
        try {
            call.run();
        } catch (Pay.Refused refused) {
            expect("the refusal", refused.error, error);
            return;
        }
        throw new IllegalStateException("not refused: " + error);
    }
}
