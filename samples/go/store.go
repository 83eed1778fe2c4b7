package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"sync"
	"time"

	"example.com/pay-sample/pay"
)

// orderStore keeps orders and handled callbacks in a file that survives a restart: a line of JSON
// for each change, on the disk before it counts. It serves one process; in your database each method
// is a transaction, in which book selects its order for update: two callbacks of it may come at once.
type orderStore struct {
	mutex  sync.Mutex
	path   string
	orders map[string]order
	acted  map[string]bool
	booked order
}

type order struct {
	// Number is collection or payout and yours, or link and its merchant_order_no.
	Number  string `json:"order"`
	TradeNo string `json:"trade_no,omitempty"` // without one it may not have been created
	// The number of the event booked last, and what stands booked since.
	Event    int        `json:"event"`
	Credited pay.Amount `json:"credited"`
	// What each day in Taipei brought; a payout's is negative.
	Days map[string]pay.Amount `json:"days,omitempty"`
	// The webhook-id that was handled by this change.
	Acted string `json:"acted,omitempty"`
}

func openOrders(path string) (*orderStore, error) {
	store := &orderStore{path: path, orders: map[string]order{}, acted: map[string]bool{}}
	return store, store.read()
}

func (s *orderStore) read() error {
	text, err := os.ReadFile(s.path)
	if err != nil && !os.IsNotExist(err) {
		return err
	}
	for _, line := range strings.Split(string(text), "\n") {
		var change order
		// What is empty, or torn by a crash, did not count.
		if json.Unmarshal([]byte(line), &change) == nil {
			s.take(change)
		}
	}
	return nil
}

// place keeps a number before its order is created: after a crash, create it by the SAME number.
func (s *orderStore) place(number string) error { return s.created(number, "") }

func (s *orderStore) created(number, tradeNo string) error {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	change := s.orders[number]
	change.Number, change.Acted = number, ""
	if tradeNo != "" {
		change.TradeNo = tradeNo
	}
	return s.write(change)
}

func (s *orderStore) Once(id string, act func() error) error {
	s.mutex.Lock() // one event may arrive twice at the same moment
	defer s.mutex.Unlock()
	if s.acted[id] {
		return nil
	}
	s.booked = order{}
	if err := act(); err != nil {
		return err
	}
	s.booked.Acted = id
	return s.write(s.booked)
}

// book SETS what is booked for the order, because a callback reports its current state: an order
// can be paid, reversed and paid again, and each is an event of its own. It returns the difference
// to book. Once keeps it, so call this in its act. It fails for an order that was not placed:
// nothing is recorded, and the callback comes again.
func (s *orderStore) book(ctx context.Context, event pay.Event) (pay.Amount, error) {
	number := event.Type + " " + event.OwnNumber()
	if s.orders[number].Number == "" {
		if err := s.read(); err != nil { // another process may have placed it
			return pay.Amount{}, err
		}
	}
	last := s.orders[number]
	// The platform numbers a link's collections itself.
	if event.Type == "collection" && last.Number == "" {
		last = s.orders["link "+event.MerchantOrderNo]
		last.TradeNo = event.TradeNo
	}
	if last.Number == "" && strings.HasPrefix(event.OwnNumber(), "TEST-") {
		return pay.Amount{}, nil // the test callback has an order of its own: nothing is booked
	}
	if last.Number == "" {
		return pay.Amount{}, fmt.Errorf("%s was not placed", number)
	}
	// The newest wins; without a number Stands queries the order.
	if event.Number != nil && *event.Number <= last.Event {
		return pay.Amount{}, nil
	}
	stands, err := event.Stands(ctx)
	if err != nil {
		return pay.Amount{}, err
	}
	s.booked = last
	s.booked.Number, s.booked.Credited = number, stands
	// A collection's callback has the platform's number, where created did not come to keep it.
	s.booked.TradeNo = first(last.TradeNo, event.TradeNo)
	if event.Number != nil {
		s.booked.Event = *event.Number
	}
	difference := stands.Minus(last.Credited)
	brought := difference
	if event.Type == "payout" {
		brought = last.Credited.Minus(stands)
	}
	s.booked.Days = map[string]pay.Amount{taipeiDay(): last.Days[taipeiDay()].Plus(brought)}
	for day, amount := range last.Days {
		if day != taipeiDay() {
			s.booked.Days[day] = amount
		}
	}
	return difference, nil
}

// books are what a day brought for each trade_no, as Reconcile takes it.
func (s *orderStore) books(day string) pay.Books {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	books := pay.Books{}
	for _, order := range s.orders {
		if brought, booked := order.Days[day]; booked {
			books[first(order.TradeNo, order.Number)] = brought
		}
	}
	return books
}

// taipeiDay is the present day in Taipei, under which a callback that comes now is booked.
func taipeiDay() string {
	return time.Now().In(time.FixedZone("Taipei", 8*3600)).Format("2006-01-02")
}

func (s *orderStore) write(change order) error {
	line, err := json.Marshal(change)
	if err != nil {
		return err
	}
	file, err := os.OpenFile(s.path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer file.Close()
	// On a line of its own, whatever a crash has left before it.
	if _, err := file.WriteString("\n" + string(line) + "\n"); err != nil {
		return err
	}
	if err := file.Sync(); err != nil {
		return err
	}
	s.take(change)
	return nil
}

func (s *orderStore) take(change order) {
	s.acted[change.Acted] = change.Acted != ""
	s.orders[change.Number] = change
}

func first(text, otherwise string) string {
	if text != "" {
		return text
	}
	return otherwise
}
