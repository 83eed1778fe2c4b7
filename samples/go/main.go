// Tries the sample: sign, story, payout <number> <amount>, settlement, listen <port>. Takes PAY_API,
// PAY_UID, PAY_SECRET, PAY_OTHER_SECRET, PAY_PORT, PAY_NOTIFY and PAY_STORE.
package main

import (
	"bufio"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"regexp"
	"time"

	"example.com/pay-sample/pay"
)

var client = pay.Client{
	API:         setting("PAY_API", "http://127.0.0.1:8787"),
	UID:         setting("PAY_UID", "TEST0001"),
	Secret:      setting("PAY_SECRET", "test-secret-for-local-use-only"),
	OtherSecret: setting("PAY_OTHER_SECRET", ""),
}
var ownPort = setting("PAY_PORT", "8799")
var store *orderStore

// payoutNotifyURL is where callbacks of payouts go: to listen, which a service elsewhere does not
// reach.
func payoutNotifyURL() string {
	listening := ""
	if regexp.MustCompile(`^http://(127\.0\.0\.1|localhost)\b`).MatchString(client.API) {
		listening = "http://127.0.0.1:" + ownPort + "/notify"
	}
	return setting("PAY_NOTIFY", listening)
}

func main() {
	command, port := "", ownPort
	if len(os.Args) > 1 {
		command = os.Args[1]
	}
	if len(os.Args) > 2 {
		port = os.Args[2]
	}
	var err error
	store, err = openOrders(setting("PAY_STORE", "orders.jsonl"))
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	switch command {
	case "sign":
		err = signLines()
	case "story":
		err = story(port)
	case "payout":
		err = payout(os.Args[2:])
	case "settlement":
		err = settlement()
	case "listen":
		err = receiver(port, tellActed).ListenAndServe()
	default:
		err = errors.New("go run . sign | story | payout | settlement | listen <port>")
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func setting(name, otherwise string) string {
	if value := os.Getenv(name); value != "" {
		return value
	}
	return otherwise
}

// receiver is a server that takes callbacks at POST /notify.
func receiver(port string, act func(context.Context, pay.Event) error) *http.Server {
	notify := client.Receiver(store, act)
	mux := http.NewServeMux()
	mux.HandleFunc("/notify", func(response http.ResponseWriter, request *http.Request) {
		if request.Method != http.MethodPost {
			http.Error(response, "POST only", http.StatusMethodNotAllowed)
			return
		}
		notify(response, request)
	})
	return &http.Server{Addr: net.JoinHostPort("127.0.0.1", port), Handler: mux}
}

func tellActed(ctx context.Context, event pay.Event) error {
	difference, err := store.book(ctx, event)
	if err != nil {
		return err
	}
	number := event.OwnNumber()
	fmt.Println("acted", first(event.ID, "-"), first(event.Name, event.Type), number)
	fmt.Println("booked", number, difference)
	return nil
}

// signLines signs each line of standard input: {"fields": {...}, "secret": "..."}.
func signLines() error {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var line struct {
			Fields pay.JSON
			Secret *string
		}
		err := json.Unmarshal(lines.Bytes(), &line)
		if err == nil && (line.Fields == nil || line.Secret == nil) {
			err = errors.New("fields or secret is missing")
		}
		if err != nil {
			fmt.Println("error:", err)
			continue
		}
		fmt.Println(pay.Sign(line.Fields, *line.Secret))
	}
	return lines.Err()
}

// story goes from creating an order to finding its money in the ledger, against the sandbox.
func story(port string) error {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	events := make(chan pay.Event, 1)
	booked := make(chan pay.Amount, 1)
	failed := make(chan error, 1)
	server := receiver(port, func(ctx context.Context, event pay.Event) error {
		difference, err := store.book(ctx, event)
		if err == nil {
			booked <- difference
			events <- event
		}
		return err
	})
	go func() { failed <- server.ListenAndServe() }()
	defer server.Shutdown(ctx) // waits until the callback is answered

	random := make([]byte, 8)
	rand.Read(random)
	orderID := fmt.Sprintf("GO-%x", random)
	notifyURL := "http://127.0.0.1:" + port + "/notify"
	amount, err := pay.NTD("100.50")
	if err != nil {
		return err
	}
	order := pay.Fields{
		"orderid": orderID, "amount": amount, "notify_url": notifyURL + "?a=1&b=2",
		"user_name": "王小明", "channel": "", "extra": map[string]any{"備註": "a/b <c>"},
	}
	if err := store.place("collection " + orderID); err != nil {
		return err
	}
	created, err := client.CreateCollection(ctx, order)
	if err != nil {
		return err
	}
	tradeNo := created.TradeNo
	if err := store.created("collection "+orderID, tradeNo); err != nil {
		return err
	}
	tell("create", map[string]any{"orderid": orderID, "trade_no": tradeNo})
	var twice any
	err = client.Call(ctx, "collections", order, &twice)
	if !pay.IsRefusal(err, "duplicate_orderid") {
		return fmt.Errorf("a number was taken twice: %w", err)
	}

	found, err := client.FindCollection(ctx, orderID)
	if err != nil || found.Status != "PENDING" || found.TradeNo != tradeNo {
		return fmt.Errorf("the query gave %v: %w", found, err)
	}
	tell("query", map[string]any{"status": found.Status, "trade_no": found.TradeNo})
	if _, err := client.FindCollection(ctx, orderID+"-0"); !pay.IsRefusal(err, "order_not_found") {
		return fmt.Errorf("an order was found that does not exist: %w", err)
	}

	linkOrder := pay.Fields{
		"merchant_order_no": orderID + "-L", "amount": "500", "notify_url": notifyURL,
		"member_no": "M1", "member_name": "王小明", "payer_account_last5": "12345",
	}
	if err := store.place("link " + orderID + "-L"); err != nil {
		return err
	}
	link, err := client.CreateLink(ctx, linkOrder)
	if err != nil {
		return err
	}
	tell("link", map[string]any{"url": link})
	if again, err := client.CreateLink(ctx, linkOrder); again != link {
		return fmt.Errorf("the same order gave another link, %s: %w", again, err)
	}

	var outcome struct{ Data map[string]any }
	asked := pay.Fields{"orderid": orderID, "outcome": "paid"}
	if err := client.Call(ctx, "sandbox/outcome", asked, &outcome); err != nil {
		return err
	}
	tell("outcome", map[string]any{
		"outcome": outcome.Data["outcome"], "status": outcome.Data["status"],
	})

	var event pay.Event
	select {
	case event = <-events:
	case err := <-failed:
		return err
	case <-time.After(time.Minute):
		return errors.New("no callback within a minute")
	}
	tell("callback", map[string]any{
		"webhook_id": event.ID, "trade_no": event.TradeNo, "paid": event.PaidAmount,
	})
	if difference := <-booked; event.OwnNumber() != orderID || difference != amount {
		return fmt.Errorf("the callback of %s books %s", event.OwnNumber(), difference)
	}

	// The day of the callback, not of its paid_at.
	day := taipeiDay()
	differences, err := client.Reconcile(ctx, day, store.books(day))
	if err != nil {
		return err
	}
	for _, difference := range differences {
		if difference.Number == tradeNo {
			return fmt.Errorf("the ledger differs: %v", difference)
		}
	}
	tell("ledger", map[string]any{
		"day": day, "balanced": true, "found": true, "differences": len(differences),
	})

	var resent struct {
		Data struct {
			Type string
			ID   string `json:"callback_id"`
		}
	}
	if err := client.ResendCallback(ctx, pay.Fields{"orderid": orderID}, &resent); err != nil {
		return err
	}
	tell("resend", map[string]any{"type": resent.Data.Type, "webhook_id": resent.Data.ID})
	if resent.Data.ID != event.ID {
		return fmt.Errorf("%s is sent again, not %s", resent.Data.ID, event.ID)
	}
	return nil
}

// payout creates a payout, or finds the one that has that number, and looks it up.
func payout(content []string) error {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	random := make([]byte, 16)
	rand.Read(random)
	serialNo := fmt.Sprintf("P-%x-%x-%x-%x-%x",
		random[:4], random[4:6], random[6:8], random[8:10], random[10:])
	amount := "100.50"
	if len(content) == 2 {
		serialNo, amount = content[0], content[1]
	}
	money, err := pay.NTD(amount)
	if err != nil {
		return err
	}
	if err := store.place("payout " + serialNo); err != nil {
		return err
	}
	created, err := client.CreatePayout(ctx, pay.Fields{
		"serial_no": serialNo, "amount": money, "notify_url": payoutNotifyURL(),
		"payee_name": "王小明", "payee_bank": "004", "payee_account": "012345678901",
	})
	if err != nil {
		return err
	}
	if err := store.created("payout "+serialNo, created.TradeNo); err != nil {
		return err
	}
	tell("payout", map[string]any{
		"serial_no": serialNo, "trade_no": created.TradeNo, "status": created.Status,
	})
	found, err := client.FindPayout(ctx, serialNo)
	if err != nil || found.TradeNo != created.TradeNo {
		return fmt.Errorf("the query gave %v: %w", found, err)
	}
	tell("query", map[string]any{"status": found.Status})
	return nil
}

// settlement goes from the price to the statement that a withdrawal closes.
func settlement() error {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	var price struct{ Data struct{ Version int } }
	if err := client.QueryPricing(ctx, &price); err != nil {
		return err
	}
	tell("pricing", map[string]any{"version": price.Data.Version})

	random := make([]byte, 16)
	rand.Read(random)
	serialNo := fmt.Sprintf("W-%x", random)
	var placed struct {
		Data struct {
			Amount  pay.Amount
			Status  string
			TradeNo string `json:"trade_no"`
		}
	}
	if err := store.place("payout " + serialNo); err != nil {
		return err
	}
	if err := client.Withdraw(ctx, serialNo, "all", &placed); err != nil {
		return err
	}
	if err := store.created("payout "+serialNo, placed.Data.TradeNo); err != nil {
		return err
	}
	tell("withdrawal", map[string]any{
		"serial_no": serialNo, "amount": placed.Data.Amount, "status": placed.Data.Status,
	})

	// The open statement starts where the closed one ends.
	type statement struct {
		Number            int
		State, Withdrawal string
		Opening, Closing  json.RawMessage
	}
	var open, closed struct{ Data statement }
	if err := client.QueryStatement(ctx, 0, &open); err != nil {
		return err
	}
	if err := client.QueryStatement(ctx, open.Data.Number-1, &closed); err != nil {
		return err
	}
	found := closed.Data
	tell("statement", map[string]any{
		"number": found.Number, "state": found.State, "withdrawal": found.Withdrawal,
	})
	if found.State != "closed" || found.Withdrawal != serialNo {
		return fmt.Errorf("the statement is %+v", found)
	}
	if string(open.Data.Opening) != string(found.Closing) {
		return fmt.Errorf("the next opening is %s, not %s", open.Data.Opening, found.Closing)
	}
	return nil
}

func tell(step string, values map[string]any) {
	values["step"] = step
	line, _ := json.Marshal(values)
	fmt.Println(string(line))
}
