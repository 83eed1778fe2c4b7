// docs:story
package main

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"time"

	"example.com/pay-sample/pay"
)

func main() {
	client := pay.Client{
		API: os.Getenv("PAY_API"), UID: os.Getenv("PAY_UID"), Secret: os.Getenv("PAY_SECRET"),
	}

	store, err := openOrders("orders.jsonl") // or your database
	check(err)

	// A callback has the order's total so far: `book` SETS it and returns the difference.
	act := func(ctx context.Context, event pay.Event) error {
		difference, err := store.book(ctx, event)
		if err == nil {
			side := map[string]string{"collection": "credit", "payout": "debit"}[event.Type]
			fmt.Println(side, event.OwnNumber(), difference)
		}
		return err
	}
	http.Handle("/notify", client.Receiver(store, act))
	port := "8799"
	if given := os.Getenv("PAY_PORT"); given != "" {
		port = given
	}
	go func() { check(http.ListenAndServe("127.0.0.1:"+port, nil)) }()

	// Create: store your number first. If no response comes, call again with the SAME number.
	ctx := context.Background()
	orderid := fmt.Sprint("GO-", time.Now().UnixNano())
	notify := os.Getenv("NOTIFY")
	if notify == "" {
		notify = "http://127.0.0.1:" + port + "/notify"
	}
	order := pay.Fields{"orderid": orderid, "amount": "100", "notify_url": notify}
	check(store.place("collection " + orderid))
	created, err := client.CreateCollection(ctx, order)
	check(err)
	check(store.created("collection "+orderid, created.TradeNo)) // for Reconcile
	outcome := pay.Fields{"orderid": orderid, "outcome": "paid"} // in the sandbox only
	check(client.Call(ctx, "sandbox/outcome", outcome, new(any)))

	// Query: if in doubt, or if no callback came.
	found, err := client.FindCollection(ctx, orderid)
	check(err)
	fmt.Println(orderid, found.Status, found.Paid)
	payOut(ctx, client, store, notify)
	time.Sleep(3 * time.Second) // until the callbacks have come
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}

// A payout. The sandbox loses the first response; CreatePayout retries with the SAME number.
func payOut(ctx context.Context, client pay.Client, store *orderStore, notify string) {
	serialNo := fmt.Sprint("P-", time.Now().UnixNano())
	check(store.place("payout " + serialNo))
	created, err := client.CreatePayout(ctx, pay.Fields{
		"serial_no": serialNo, "amount": "50", "notify_url": notify, "sandbox_fault": "lost",
		"payee_name": "王小明", "payee_bank": "004", "payee_account": "012345678901",
	})
	check(err)
	check(store.created("payout "+serialNo, created.TradeNo))       // payout callbacks do not have it
	outcome := pay.Fields{"serial_no": serialNo, "outcome": "paid"} // in the sandbox only
	check(client.Call(ctx, "sandbox/outcome", outcome, new(any)))
	found, err := client.FindPayout(ctx, serialNo)
	check(err)
	fmt.Println(serialNo, found.Status, found.Paid)
}

// docs:end
