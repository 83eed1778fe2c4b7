import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
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
 * the disk before it counts. It serves one process; in your database each method is a transaction.
 */
public final class OrderStore implements Pay.EventStore {
    /** Without a tradeNo it may not have been created; event is the one booked last. */
    private record Order(String tradeNo, int event, BigDecimal credited) {}

    private static final Order NEW = new Order("", 0, BigDecimal.ZERO);

    private final Path path;
    private final Map<String, Order> orders = new HashMap<>();
    private final Set<String> acted = new HashSet<>();
    private String bookedNumber;
    private Order booked;

    public OrderStore(String path) throws IOException {
        this.path = Path.of(path);
        if (!Files.exists(this.path)) return;
        for (String line : Files.readString(this.path).split("\n")) {
            try {
                Members change = Members.of(line);
                int event = Integer.parseInt(change.text("event"));
                BigDecimal credited = change.amount("credited");
                Order order = new Order(change.text("trade_no"), event, credited);
                take(change.text("order"), order, change.text("acted"));
            } catch (IllegalArgumentException torn) {
                // Empty, or torn by a crash: it did not count.
            }
        }
    }

    /** Keeps a number before its order is created: after a crash, create it by the SAME number. */
    public void place(String number) {
        created(number, "");
    }

    public synchronized void created(String number, String tradeNo) {
        Order last = orders.getOrDefault(number, NEW);
        String known = tradeNo.isEmpty() ? last.tradeNo() : tradeNo;
        write(number, new Order(known, last.event(), last.credited()), "");
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
     * book. {@link #once} keeps it, so call this in its act.
     */
    public BigDecimal book(Pay.Callback callback) {
        String number = callback.all().text("type") + " " + callback.number();
        Order last = orders.getOrDefault(number, NEW);
        // The newest event wins; without its number amount() asks how the order stands now.
        Integer event = callback.event();
        if (event != null && event <= last.event()) return BigDecimal.ZERO;
        BigDecimal stands = callback.amount();
        bookedNumber = number;
        booked = new Order(last.tradeNo(), event == null ? last.event() : event, stands);
        return stands.subtract(last.credited());
    }

    private void write(String number, Order order, String id) {
        Map<String, Object> change = new LinkedHashMap<>();
        change.put("order", number);
        change.put("trade_no", order.tradeNo());
        change.put("event", order.event());
        change.put("credited", order.credited());
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
