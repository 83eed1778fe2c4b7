import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import merchantpayment.Json;
import merchantpayment.Members;
import merchantpayment.Pay;

/**
 * Tries the sample: sign, story, payout [number] [amount], settlement, listen [port]. Takes PAY_API,
 * PAY_UID, PAY_SECRET, PAY_OTHER_SECRET, PAY_PORT, PAY_NOTIFY and PAY_STORE.
 */
public final class Program {
    private static final String api = setting("PAY_API", "http://127.0.0.1:8787");
    private static final Pay pay = new Pay(
            api,
            setting("PAY_UID", "TEST0001"),
            setting("PAY_SECRET", "test-secret-for-local-use-only"),
            setting("PAY_OTHER_SECRET", ""));
    private static final String ownPort = setting("PAY_PORT", "8799");
    private static OrderStore store;
    private static final PrintStream out =
            new PrintStream(System.out, true, StandardCharsets.UTF_8);

    public static void main(String[] arguments) throws Exception {
        store = new OrderStore(setting("PAY_STORE", "orders.jsonl"));
        try {
            run(arguments);
        } catch (Pay.Failed | BindException | IllegalArgumentException problem) {
            // A line says what to do about a refusal, or a port that is taken; a trace would not.
            System.err.println(problem.getMessage());
            System.exit(1);
        }
    }

    private static void run(String[] arguments) throws Exception {
        String port = arguments.length > 1 ? arguments[1] : ownPort;
        switch (arguments.length == 0 ? "" : arguments[0]) {
            case "sign" -> signLines();
            case "story" -> story(Integer.parseInt(port));
            case "payout" -> {
                boolean isGiven = arguments.length == 3;
                String number = isGiven ? arguments[1] : "P-" + UUID.randomUUID();
                payout(number, isGiven ? arguments[2] : "100.50");
            }
            case "settlement" -> settlement();
            case "listen" -> listen(Integer.parseInt(port), Program::tellActed);
            default -> {
                String commands = "sign | story | payout | settlement | listen [port]";
                System.err.println("java Program " + commands);
                System.exit(2);
            }
        }
    }

    /** Where callbacks of payouts go: to listen, which a service elsewhere does not reach. */
    private static String payoutNotifyUrl() {
        boolean isLocal = api.matches("http://(127\\.0\\.0\\.1|localhost)\\b.*");
        return setting("PAY_NOTIFY", isLocal ? "http://127.0.0.1:" + ownPort + "/notify" : "");
    }

    private static String setting(String name, String otherwise) {
        return first(System.getenv().getOrDefault(name, ""), otherwise);
    }

    /** Takes callbacks at POST /notify. */
    private static HttpServer listen(int port, Consumer<Pay.Callback> act) throws IOException {
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
                    Pay.Reply reply = pay.receive(headers::getFirst, body, store, act);
                    answer(exchange, reply.status(), reply.text());
                } catch (RuntimeException problem) {
                    System.err.println(problem);
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
        String event = first(callback.all().text("event"), callback.all().text("type"));
        String difference = store.book(callback).setScale(2).toPlainString();
        String id = callback.id() == null ? "-" : callback.id();
        out.println("acted " + id + " " + event + " " + callback.number());
        out.println("booked " + callback.number() + " " + difference);
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
        CompletableFuture<Map.Entry<Pay.Callback, BigDecimal>> came = new CompletableFuture<>();
        HttpServer server = listen(port, callback ->
                came.complete(Map.entry(callback, store.book(callback))));
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

    private static void story(
            int port, CompletableFuture<Map.Entry<Pay.Callback, BigDecimal>> came)
            throws Exception {
        String orderid = "JAVA-" + UUID.randomUUID();
        String notifyUrl = "http://127.0.0.1:" + port + "/notify";
        BigDecimal amount = new BigDecimal("100.50");
        Map<String, Object> order = Map.of(
                "orderid", orderid, "amount", amount, "notify_url", notifyUrl, "channel", "",
                "user_name", "王小明", "extra", Map.of("備註", "a/b <c>"));
        store.place("collection " + orderid);
        String tradeNo = pay.createCollection(order).tradeNo();
        store.created("collection " + orderid, tradeNo);
        tell("create", Map.of("orderid", orderid, "trade_no", tradeNo));
        expectRefused("duplicate_orderid", () -> pay.call("collections", order));

        Pay.Collection found = pay.findCollection(orderid);
        tell("query", Map.of("status", found.status(), "trade_no", found.tradeNo()));
        expect("status", found.status(), "PENDING");
        expect("tradeNo", found.tradeNo(), tradeNo);
        expectRefused("order_not_found", () -> pay.findCollection(orderid + "-0"));

        Map<String, Object> linkOrder = Map.of(
                "merchant_order_no", orderid + "-L", "amount", "500", "notify_url", notifyUrl,
                "member_no", "M1", "member_name", "王小明", "payer_account_last5", "12345");
        store.place("link " + orderid + "-L");
        String link = pay.createLink(linkOrder);
        tell("link", Map.of("url", link));
        expect("the link of the same order", pay.createLink(linkOrder), link);

        Map<String, String> asked = Map.of("orderid", orderid, "outcome", "paid");
        Members data = pay.call("sandbox/outcome", asked).object("data");
        String outcome = data.text("outcome");
        tell("outcome", Map.of("outcome", outcome, "status", data.text("status")));

        Map.Entry<Pay.Callback, BigDecimal> booked = came.get(60, TimeUnit.SECONDS);
        Pay.Callback callback = booked.getKey();
        BigDecimal paid = callback.amount();
        String told = callback.number();
        tell("callback", Map.of("webhook_id", callback.id(), "orderid", told, "paid", paid));
        expect("orderid", told, orderid);
        expect("trade_no", callback.all().text("trade_no"), tradeNo);
        expect("what is to book", booked.getValue().compareTo(amount), 0);

        // The day of the callback, not of its paid_at.
        String day = OrderStore.taipeiDay();
        List<Pay.Difference> differences = pay.reconcile(day, store.books(day));
        boolean differs = differences.stream().anyMatch(one -> one.number().equals(tradeNo));
        expect("a difference of the order", differs, false);
        int count = differences.size();
        tell("ledger", Map.of("day", day, "balanced", true, "found", true, "differences", count));

        Members resent = pay.resendCallback(Map.of("orderid", orderid));
        String id = resent.text("callback_id");
        tell("resend", Map.of("type", resent.text("type"), "webhook_id", id));
        expect("what is sent again", id, callback.id());
    }

    /** Creates a payout, or finds the one that has that number, and looks it up. */
    private static void payout(String serialNo, String amount) {
        store.place("payout " + serialNo);
        Pay.Created created = pay.createPayout(Map.of(
                "serial_no", serialNo, "amount", amount, "payee_name", "王小明",
                "payee_bank", "004", "payee_account", "012345678901",
                "notify_url", payoutNotifyUrl()));
        String tradeNo = created.tradeNo();
        store.created("payout " + serialNo, tradeNo);
        String status = created.status();
        tell("payout", Map.of("serial_no", serialNo, "trade_no", tradeNo, "status", status));

        Pay.Payout found = pay.findPayout(serialNo);
        tell("query", Map.of("status", found.status()));
        expect("tradeNo", found.tradeNo(), tradeNo);
    }

    /** From the price to the statement that a withdrawal closes. */
    private static void settlement() {
        tell("pricing", Map.of("version", pay.queryPricing().text("version")));

        String serialNo = "W-" + UUID.randomUUID();
        store.place("payout " + serialNo);
        Members placed = pay.withdraw(serialNo, "all");
        store.created("payout " + serialNo, placed.text("trade_no"));
        String amount = placed.text("amount");
        String status = placed.text("status");
        tell("withdrawal", Map.of("serial_no", serialNo, "amount", amount, "status", status));

        // The open statement starts where the closed one ends.
        Members open = pay.queryStatement("");
        int number = Integer.parseInt(open.text("number")) - 1;
        Members closed = pay.queryStatement(String.valueOf(number));
        String state = closed.text("state");
        String withdrawal = closed.text("withdrawal");
        tell("statement", Map.of("number", number, "state", state, "withdrawal", withdrawal));
        expect("number", closed.text("number"), String.valueOf(number));
        expect("state", state, "closed");
        expect("withdrawal", withdrawal, serialNo);
        expect("the next opening", open.text("opening"), closed.text("closing"));
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
