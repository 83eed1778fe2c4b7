// docs:story
import com.sun.net.httpserver.HttpServer;
import java.math.BigDecimal;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Executors;
import merchantpayment.Pay;

public final class Story {
    public static void main(String[] arguments) throws Exception {
        Map<String, String> env = System.getenv();
        for (String name : List.of("PAY_API", "PAY_UID", "PAY_SECRET")) {
            Objects.requireNonNull(env.get(name), name + " is not set");
        }
        Pay pay = new Pay(env.get("PAY_API"), env.get("PAY_UID"), env.get("PAY_SECRET"));
        OrderStore store = new OrderStore("orders.jsonl"); // or your database

        // A callback has the order's total so far: `book` SETS it and returns the difference.
        int port = Integer.parseInt(env.getOrDefault("PAY_PORT", "8799"));
        HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", port), 0);
        server.createContext("/notify", exchange -> {
            byte[] raw = exchange.getRequestBody().readNBytes(64 * 1024);
            Pay.Reply reply = new Pay.Reply(500, "try again");
            try {
                reply = pay.receive(exchange.getRequestHeaders()::getFirst, raw, store, one ->
                        System.out.println((one instanceof Pay.PayoutCallback ? "debit " : "credit ")
                                + one.number() + ": " + store.book(one)));
            } catch (RuntimeException problem) {
                problem.printStackTrace();
            }
            exchange.sendResponseHeaders(reply.status(), 0);
            exchange.getResponseBody().write(reply.text().getBytes());
            exchange.close();
        });
        server.setExecutor(Executors.newCachedThreadPool());
        server.start();

        // Create: store your number first. If no response comes, call again with the SAME number.
        String orderid = "JAVA-" + System.currentTimeMillis();
        String notify = env.getOrDefault("NOTIFY", "http://127.0.0.1:" + port + "/notify");
        store.place("collection " + orderid);
        Pay.Created created = pay.createCollection(Map.of(
                "orderid", orderid, "amount", new BigDecimal("100"), "notify_url", notify));
        store.created("collection " + orderid, created.tradeNo()); // for reconcile
        pay.call("sandbox/outcome", Map.of("orderid", orderid, "outcome", "paid")); // sandbox only

        // Query: if in doubt, or if no callback came.
        Pay.Collection order = pay.findCollection(orderid);
        System.out.println(orderid + " " + order.status() + " " + order.paid());
        Payout.pay(pay, store, notify);
        Thread.sleep(3000); // until the callbacks have come
        System.exit(0);
    }
}

/** A payout. The sandbox loses the first response; createPayout retries with the SAME number. */
final class Payout {
    static void pay(Pay pay, OrderStore store, String notify) {
        String serialNo = "P-" + System.currentTimeMillis();
        store.place("payout " + serialNo);
        Pay.Created created = pay.createPayout(Map.of(
                "serial_no", serialNo, "amount", new BigDecimal("50"), "notify_url", notify,
                "payee_name", "王小明", "payee_bank", "004", "payee_account", "012345678901",
                "sandbox_fault", "lost"));
        store.created("payout " + serialNo, created.tradeNo()); // payout callbacks do not have it
        pay.call("sandbox/outcome", Map.of("serial_no", serialNo, "outcome", "paid")); // sandbox only
        Pay.Payout found = pay.findPayout(serialNo);
        System.out.println(serialNo + " " + found.status() + " " + found.paid());
    }
}
// docs:end
