package main

import (
	"context"
	"encoding/json"
	"os"
	"strings"
	"sync"

	"example.com/pay-sample/pay"
)

// orderStore keeps orders and handled callbacks in a file that survives a restart: a line of JSON
// for each change, on the disk before it counts. It serves one process; in your database each method
// is a transaction.
type orderStore struct {
	mutex  sync.Mutex
	path   string
	orders map[string]order
	acted  map[string]bool
	booked order
}

type order struct {
	Number  string `json:"order"`              // collection or payout, and your number
	TradeNo string `json:"trade_no,omitempty"` // without one it may not have been created
	// The number of the event booked last, and what stands booked since.
	Event    int        `json:"event"`
	Credited pay.Amount `json:"credited"`
	// The webhook-id that was handled by this change.
	Acted string `json:"acted,omitempty"`
}

func openOrders(path string) (*orderStore, error) {
	store := &orderStore{path: path, orders: map[string]order{}, acted: map[string]bool{}}
	text, err := os.ReadFile(path)
	if err != nil && !os.IsNotExist(err) {
		return nil, err
	}
	for _, line := range strings.Split(string(text), "\n") {
		var change order
		// What is empty, or torn by a crash, did not count.
		if json.Unmarshal([]byte(line), &change) == nil {
			store.take(change)
		}
	}
	return store, nil
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
// to book. Once keeps it, so call this in its act.
func (s *orderStore) book(ctx context.Context, event pay.Event) (pay.Amount, error) {
	number := event.Type + " " + event.OwnNumber()
	last := s.orders[number]
	// The newest wins; without a number Stands asks how the order stands now.
	if event.Number != nil && *event.Number <= last.Event {
		return pay.Amount{}, nil
	}
	stands, err := event.Stands(ctx)
	if err != nil {
		return pay.Amount{}, err
	}
	s.booked = last
	s.booked.Number, s.booked.Credited = number, stands
	if event.Number != nil {
		s.booked.Event = *event.Number
	}
	return stands.Minus(last.Credited), nil
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
