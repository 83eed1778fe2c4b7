import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import merchantpayment.Json;
import merchantpayment.Members;
import merchantpayment.Pay;

/**
 * Orders and handled callbacks in a file that survives a restart: a line of JSON for each change, on
 * the disk before it counts. It serves one process; in your database each method is a transaction, in
 * which {@code book} selects its order {@code for update}: two callbacks of it may come at once.
 */
public final class OrderStore implements Pay.EventStore {
    /**
     * Without a tradeNo it may not have been created; event is the one booked last; days are what
     * each day in Taipei brought, and a payout's are negative.
     */
    private record Order(
            String tradeNo, int event, BigDecimal credited, Map<String, BigDecimal> days) {}

    private static final Order NEW = new Order("", 0, BigDecimal.ZERO, Map.of());

    private final Path path;
    private final Map<String, Order> orders = new HashMap<>();
    private final Set<String> acted = new HashSet<>();
    private String bookedNumber;
    private Order booked;

    public OrderStore(String path) throws IOException {
        this.path = Path.of(path);
        read();
    }

    private void read() throws IOException {
        if (!Files.exists(path)) return;
        for (String line : Files.readString(path).split("\n")) {
            try {
                Members change = Members.of(line);
                int event = Integer.parseInt(change.text("event"));
                BigDecimal credited = change.amount("credited");
                Map<String, BigDecimal> days = new HashMap<>();
                Members brought = change.json().containsKey("days")
                        ? change.object("days") : Members.of("{}");
                brought.json().keySet().forEach(day -> days.put(day, brought.amount(day)));
                Order order = new Order(change.text("trade_no"), event, credited, days);
                take(change.text("order"), order, change.text("acted"));
            } catch (IllegalArgumentException torn) {
                // Empty, or torn by a crash: it did not count.
            }
        }
    }

    /**
     * Keeps a number, collection or payout and yours, or link and its merchant_order_no, before its
     * order is created: after a crash, create it by the SAME number.
     */
    public void place(String number) {
        created(number, "");
    }

    public synchronized void created(String number, String tradeNo) {
        Order last = orders.getOrDefault(number, NEW);
        String known = tradeNo.isEmpty() ? last.tradeNo() : tradeNo;
        write(number, new Order(known, last.event(), last.credited(), last.days()), "");
    }

    // Synchronized, for one event may arrive twice at the same moment.
    @Override
    public synchronized void once(String id, Runnable act) {
        if (acted.contains(id)) return;
        bookedNumber = "";
        booked = NEW;
        act.run();
        write(bookedNumber, booked, id == null ? "" : id);
    }

    /**
     * SETS what is booked for the order, because a callback reports its current state: an order can
     * be paid, reversed and paid again, and each is an event of its own. Returns the difference to
     * book. {@link #once} keeps it, so call this in its act. Throws for an order that was not
     * placed: nothing is recorded, and the callback comes again.
     */
    public BigDecimal book(Pay.Callback callback) {
        String type = callback.all().text("type");
        String number = type + " " + callback.number();
        Order last = placed(number, callback);
        // The test callback has an order of its own: nothing is booked.
        if (last == null) return BigDecimal.ZERO;
        // The newest event wins; without its number amount() queries the order.
        Integer event = callback.event();
        if (event != null && event <= last.event()) return BigDecimal.ZERO;
        BigDecimal stands = callback.amount();
        bookedNumber = number;
        BigDecimal difference = stands.subtract(last.credited());
        Map<String, BigDecimal> days = new HashMap<>(last.days());
        BigDecimal brought = type.equals("payout") ? difference.negate() : difference;
        days.merge(taipeiDay(), brought, BigDecimal::add);
        // A collection's callback has the platform's number, where `created` did not come to keep it.
        String told = callback.all().text("trade_no");
        String tradeNo = last.tradeNo().isEmpty() ? told : last.tradeNo();
        booked = new Order(tradeNo, event == null ? last.event() : event, stands, days);
        return difference;
    }

    private Order placed(String number, Pay.Callback callback) {
        try {
            if (!orders.containsKey(number)) read(); // another process may have placed it
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        }
        Order placed = orders.get(number);
        // The platform numbers a link's collections itself.
        boolean isOfLink = number.startsWith("collection ")
                && orders.containsKey("link " + callback.all().text("merchant_order_no"));
        if (placed == null && isOfLink) {
            return new Order(callback.all().text("trade_no"), 0, BigDecimal.ZERO, Map.of());
        }
        if (placed == null && callback.number().startsWith("TEST-")) return null;
        if (placed == null) throw new IllegalStateException(number + " was not placed");
        return placed;
    }

    /** What a day brought for each trade_no, as {@link Pay#reconcile} takes it. */
    public synchronized Map<String, BigDecimal> books(String day) {
        Map<String, BigDecimal> books = new HashMap<>();
        orders.forEach((number, order) -> {
            String tradeNo = order.tradeNo().isEmpty() ? number : order.tradeNo();
            if (order.days().containsKey(day)) books.put(tradeNo, order.days().get(day));
        });
        return books;
    }

    /** The present day in Taipei, under which a callback that comes now is booked. */
    public static String taipeiDay() {
        return LocalDate.now(ZoneId.of("Asia/Taipei")).toString();
    }

    private void write(String number, Order order, String id) {
        Map<String, Object> change = new LinkedHashMap<>();
        change.put("order", number);
        change.put("trade_no", order.tradeNo());
        change.put("event", order.event());
        change.put("credited", order.credited());
        change.put("days", order.days());
        change.put("acted", id);
        try {
            // On a line of its own, whatever a crash has left before it.
            Files.writeString(path, "\n" + Json.write(change) + "\n", StandardOpenOption.CREATE,
                    StandardOpenOption.APPEND, StandardOpenOption.DSYNC);
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        }
        take(number, order, id);
    }

    private void take(String number, Order order, String id) {
        orders.put(number, order);
        if (!id.isEmpty()) acted.add(id);
    }
}
