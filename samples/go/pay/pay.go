// Package pay calls the payment service and receives its callbacks. Copy this file: it needs
// nothing but the standard library.
package pay

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/md5"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"math/big"
	"math/rand"
	"net/http"
	"regexp"
	"sort"
	"strconv"
	"strings"
	"time"
)

// Amount is money in NT$, to the hundredth. No number converts to it, so that nobody sends
// hundredths by mistake, and no float rounds it.
type Amount struct{ hundredths int64 }

var plainDecimal = regexp.MustCompile(`^-?([0-9]{1,13})(?:\.([0-9]{1,2}))?$`)

// NTD is an amount in NT$, or a balance, such as "1000" or "-1000.50".
func NTD(text string) (Amount, error) {
	parts := plainDecimal.FindStringSubmatch(text)
	if parts == nil {
		return Amount{}, fmt.Errorf("%s is no amount", text)
	}
	hundredths, err := strconv.ParseInt(parts[1]+(parts[2] + "00")[:2], 10, 64)
	if text[0] == '-' {
		hundredths = -hundredths
	}
	return Amount{hundredths}, err
}

func (a Amount) Plus(b Amount) Amount         { return Amount{a.hundredths + b.hundredths} }
func (a Amount) Minus(b Amount) Amount        { return Amount{a.hundredths - b.hundredths} }
func (a Amount) String() string               { return big.NewRat(a.hundredths, 100).FloatString(2) }
func (a Amount) MarshalJSON() ([]byte, error) { return []byte(a.String()), nil }

func (a *Amount) UnmarshalJSON(text []byte) (err error) {
	*a, err = NTD(string(text))
	return err
}

// docs:sign

// Fields are the parameters of a request. Amounts among them are NT$: an Amount, or text such as
// "1000" or "1000.50". A number is refused, for it could be hundredths.
type Fields map[string]any

// JSON is an object whose values are still JSON text, so that 99.50 stays 99.50.
type JSON map[string]json.RawMessage

// Sign returns the sign of a request or a callback.
func Sign(object JSON, secret string) string {
	names := make([]string, 0, len(object))
	for name := range object {
		names = append(names, name)
	}
	sort.Strings(names)
	text := ""
	for _, name := range names {
		if value := signedText(object[name]); value != "" && name != "sign" {
			text += name + "=" + value + "&"
		}
	}
	return fmt.Sprintf("%X", md5.Sum([]byte(text+"key="+secret)))
}

// A string is signed as its characters and anything else as its JSON text; null and an empty string
// are not signed.
func signedText(value json.RawMessage) string {
	text := string(value)
	if strings.HasPrefix(text, `"`) || text == "null" {
		text = ""
		json.Unmarshal(value, &text) // cannot fail: it is a string's JSON, or null
	}
	return text
}

// signedBody returns the body to send. Each value is written as JSON once; that text is signed and
// that text is sent, so they cannot differ.
func signedBody(fields Fields, secret string) ([]byte, error) {
	object := JSON{}
	for name, value := range fields {
		text, err := jsonText(value)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		switch value.(type) {
		case Amount, string, nil:
		default:
			if strings.HasSuffix(name, "amount") {
				return nil, fmt.Errorf(`%s: give %s as text, NT$ such as "1000.50"`, name, text)
			}
		}
		if string(text) != `""` && string(text) != "null" {
			object[name] = text
		}
	}
	object["sign"] = json.RawMessage(`"` + Sign(object, secret) + `"`)
	return jsonText(object)
}

func jsonText(value any) (json.RawMessage, error) {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false) // json.Marshal would write the & of an address as \u0026
	err := encoder.Encode(value)
	return bytes.TrimSpace(text.Bytes()), err
}

// docs:end

// Client makes signed requests. The secrets stay on your server: never in a page, an app or a
// repository. While a secret is being replaced, OtherSecret is the other of the two: callbacks are
// verified with both.
type Client struct{ API, UID, Secret, OtherSecret string }

// Refusal is a refused request. Decide by Code, which never changes; Message is for people.
type Refusal struct {
	Code      string              `json:"error"`
	Message   string              `json:"message"`
	Errors    map[string][]string `json:"errors"`     // of a validation_error, by field
	DocURL    string              `json:"doc_url"`    // where the documentation says what to do
	RequestID string              `json:"request_id"` // tell it to the platform's support
	Data      struct {
		TradeNo      string `json:"trade_no"` // of the order that has your number
		StringToSign string `json:"string_to_sign"`
	} `json:"data"`
	// MayHaveHappened says that an earlier attempt may have been carried out.
	MayHaveHappened bool `json:"-"`
}

func (r *Refusal) Error() string {
	text := fmt.Sprintf("%s: %s (%s, request %s)", r.Code, r.Message, r.DocURL, r.RequestID)
	if len(r.Errors) > 0 {
		text += fmt.Sprintf(" %v", r.Errors)
	}
	return text
}

// IsRefusal tells whether err is the refusal of this code.
func IsRefusal(err error, code string) bool {
	var refusal *Refusal
	return errors.As(err, &refusal) && refusal.Code == code
}

// ErrUnknown is a time-out, a broken connection or a fault of the service: the request may have
// been carried out or not.
var ErrUnknown = errors.New("not known what became of the request")

// Call sends a signed request to an endpoint, such as collections, and decodes its answer. The
// error is a *Refusal or an ErrUnknown.
func (c Client) Call(
	ctx context.Context, endpoint string, fields Fields, answer any,
) (failed error) {
	all := Fields{"uid": c.UID, "timestamp": time.Now().Unix()}
	for name, value := range fields {
		all[name] = value
	}
	body, err := signedBody(all, c.Secret)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	url := strings.TrimRight(c.API, "/") + "/api/v1/merchant/" + endpoint
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, url, bytes.NewReader(body))
	if err != nil {
		return err
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Accept-Language", "en") // of Message; without it in Chinese, zh-TW
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		log.Printf("%s: no answer", endpoint)
		return fmt.Errorf("%w: %s: %v", ErrUnknown, endpoint, err)
	}
	defer response.Body.Close()
	defer func() { failed = withRetryAfter(failed, response.Header) }()
	requestID := response.Header.Get("x-request-id")
	outcome := fmt.Sprintf("%s: HTTP %d, x-request-id %s", endpoint, response.StatusCode, requestID)
	text, broken := io.ReadAll(response.Body)
	var head struct {
		OK      int      `json:"ok"`
		Ignored []string `json:"ignored_fields"` // names that the service does not know
		Refusal
	}
	err = json.Unmarshal(text, &head)
	if len(head.Ignored) > 0 { // it tells test merchants
		outcome += ", ignored: " + strings.Join(head.Ignored, ", ")
	}
	log.Print(outcome) // a line for your log: support finds any request by its x-request-id
	switch {
	case broken != nil:
		return fmt.Errorf("%w: %s: %v", ErrUnknown, outcome, broken)
	case err == nil && head.OK == 1:
		// What cannot be read may have been made.
		if err = json.Unmarshal(text, answer); err == nil {
			return nil
		}
		outcome += ": " + err.Error()
	case err == nil && head.Code != "" && response.StatusCode < 500:
		return &head.Refusal
	}
	return fmt.Errorf("%w: %s", ErrUnknown, outcome)
}

// late is an error of a request with what its Retry-After header says.
type late struct {
	error
	retryAfter time.Duration
}

func (l late) Unwrap() error { return l.error }

func withRetryAfter(err error, header http.Header) error {
	seconds, noNumber := strconv.Atoi(header.Get("Retry-After"))
	if err == nil || noNumber != nil {
		return err
	}
	return late{err, time.Duration(seconds) * time.Second}
}

// CallUntilAnswered sends a request up to four times, after no answer, 429, 500 or 503. Use it for
// what is safe to repeat: queries, lists, links, and creations, whose number is accepted only once.
// If a creation has a Refusal with MayHaveHappened, it may have been made: query its number.
//
// It waits 0.5, 1 and 2 seconds, but at least as long as Retry-After says, and up to a quarter
// longer at random, so that servers do not retry in step. It returns the error if the wait would
// exceed a minute.
func (c Client) CallUntilAnswered(
	ctx context.Context, endpoint string, fields Fields, answer any,
) error {
	mayHaveHappened := false
	for attempt := 1; ; attempt++ {
		err := c.Call(ctx, endpoint, fields, answer)
		isUnknown := errors.Is(err, ErrUnknown)
		mayHaveHappened = mayHaveHappened || isUnknown
		var refusal *Refusal
		if errors.As(err, &refusal) {
			refusal.MayHaveHappened = mayHaveHappened
		}
		wait := 250 * time.Millisecond << attempt
		var told late
		if errors.As(err, &told) && told.retryAfter > wait {
			wait = told.retryAfter
		}
		mayRepeat := isUnknown || IsRefusal(err, "too_many_requests")
		if !mayRepeat || attempt == 4 || wait > time.Minute {
			return err
		}
		select {
		case <-time.After(wait + time.Duration(rand.Int63n(int64(wait)/4))):
		case <-ctx.Done():
			return err
		}
	}
}

// docs:create

// Created is an order as it was created, or as it stands where it was there before.
type Created struct {
	TradeNo string `json:"trade_no"`
	Status  string `json:"status"`
}

// CreateCollection creates a collection. Store its orderid before you call this. After ErrUnknown,
// or a crash, call it again with the SAME number and content: it returns the existing order. With a
// new number the member might be asked to pay twice. A number whose order has another amount or
// payer is the refusal duplicate_orderid.
func (c Client) CreateCollection(ctx context.Context, order Fields) (Created, error) {
	var answer struct{ Data Created }
	err := c.createOnce(ctx, "collections", order, &answer)
	return answer.Data, err
}

// CreatePayout creates a payout by the same rules, with serial_no, payee and duplicate_serial_no.
// Never retry with a new number: it might be paid twice. Its notify_url gets the outcome.
func (c Client) CreatePayout(ctx context.Context, payout Fields) (Created, error) {
	var answer struct{ Data Created }
	err := c.createOnce(ctx, "payouts", payout, &answer)
	return answer.Data, err
}

func (c Client) createOnce(
	ctx context.Context, endpoint string, fields Fields, answer any,
) error {
	for name := range fields {
		// Names of v6.0 are not compared: another order could pass for this one.
		if name == "name" || strings.ToLower(name) != name {
			return fmt.Errorf("%s: use the current name, as payee_account", name)
		}
	}
	if amount := fmt.Sprint(fields["amount"]); !amountSent.MatchString(amount) {
		return fmt.Errorf("%s is no amount", amount)
	}
	var text json.RawMessage
	err := c.CallUntilAnswered(ctx, endpoint, fields, &text)
	isTaken := IsRefusal(err, "duplicate_orderid") || IsRefusal(err, "duplicate_serial_no")
	var refusal *Refusal
	if isTaken || errors.As(err, &refusal) && refusal.MayHaveHappened {
		// An earlier attempt made it, if it is as asked; else the number is another order's.
		query, number := "payouts/status", "serial_no"
		if endpoint == "collections" {
			query, number = "collections/status", "orderid"
		}
		missing := c.CallUntilAnswered(ctx, query, Fields{number: fields[number]}, &text)
		if IsRefusal(missing, "order_not_found") {
			return err
		}
		if missing != nil {
			return fmt.Errorf("%w: %s: not looked up: %v", ErrUnknown, endpoint, missing)
		}
	} else if err != nil {
		return err
	}
	var made struct{ Data Created }
	var content struct{ Data JSON }
	isRead := json.Unmarshal(text, &made) == nil && made.Data.TradeNo != "" &&
		json.Unmarshal(text, &content) == nil
	if isRead && err != nil && !isAsAsked(endpoint, fields, content.Data) {
		return err
	}
	if !isRead || json.Unmarshal(text, answer) != nil {
		return fmt.Errorf("%w: %s: an answer without trade_no", ErrUnknown, endpoint)
	}
	return nil
}

// docs:end

var amountSent = regexp.MustCompile(`^(?:all|[0-9]{1,10}(?:\.[0-9]{1,2})?)$`)

var parties = map[string][]string{
	"collections": {"counterparty_account", "member_bank_name", "user_id", "user_name"},
	"payouts":     {"payee_name", "payee_bank", "payee_account", "beneficiary_name"},
}

// isAsAsked compares what the money is. Fields left out count too; others, such as notify_url, may
// differ.
func isAsAsked(endpoint string, fields Fields, made JSON) bool {
	isWithdrawal := signedText(made["kind"]) == "withdrawal"
	asked, _ := NTD(fmt.Sprint(fields["amount"]))
	amount, err := NTD(string(made["amount"]))
	isSame := isWithdrawal == (endpoint == "withdrawals") &&
		(fields["amount"] == "all" || err == nil && asked == amount)
	text := func(name string) string {
		if value := fields[name]; value != nil {
			return fmt.Sprint(value)
		}
		return ""
	}
	for _, name := range parties[endpoint] {
		value := text(name)
		if value == "" && name == "beneficiary_name" {
			value = text("payee_name")
		}
		isSame = isSame && value == signedText(made[name])
	}
	return isSame
}

// docs:query

// Collection is how an order stands. Status is PENDING, PAID, MANUAL PAID or EXCEPTION.
type Collection struct {
	Status  string `json:"status"`
	Paid    Amount `json:"paid"`
	OrderNo string `json:"orderNo"` // your merchant_order_no
	TradeNo string `json:"tradeNo"` // the platform's number
}

// FindCollection asks for the order with your number: the refusal order_not_found if there is none.
func (c Client) FindCollection(ctx context.Context, orderID string) (order Collection, err error) {
	err = c.CallUntilAnswered(ctx, "collections/status", Fields{"orderid": orderID}, &order)
	return order, err
}

// Payout is how a payout stands. Status is PENDING, PAID or CANCELLED.
type Payout Collection

// FindPayout asks for the payout with your number: the refusal order_not_found if there is none.
func (c Client) FindPayout(ctx context.Context, serialNo string) (payout Payout, err error) {
	err = c.CallUntilAnswered(ctx, "payouts/status", Fields{"serial_no": serialNo}, &payout)
	return payout, err
}

// docs:end

// docs:link

// CreateLink returns an address to send the member's browser to, for an amount that you have
// chosen: whole dollars. The same order gives the same link while it is valid: after ErrUnknown,
// try again later.
func (c Client) CreateLink(ctx context.Context, order Fields) (string, error) {
	var answer struct {
		RedirectURL string `json:"redirect_url"`
	}
	err := c.CallUntilAnswered(ctx, "payment-links/amount", order, &answer)
	return answer.RedirectURL, err
}

// docs:end

// docs:callback

// Event is a callback that is genuine. It tells how its order STANDS, it is no movement: an order
// that is paid, reversed and paid again has the events cb_X, cb_X.2 and cb_X.3, and adding them up
// would credit it twice. So SET what stands for the order to Stands: book the difference to what is
// booked so far. 0, as of one that failed, takes it back. The newest event wins: pass over one
// whose Number is not above the one booked last.
type Event struct {
	// ID is the same, however often this event is sent. It is empty where Number is nil.
	ID string `json:"-"`
	// Number is 1 of the order's first event, cb_X, and 2 of cb_X.2. It is nil where
	// webhook-signature, which the service always sends, was dropped on the way: sign does not vouch
	// for the id, and the body may be an old one that somebody sends again.
	Number          *int   `json:"-"`
	UID             string `json:"uid"`
	Type            string `json:"type"`      // collection or payout
	Name            string `json:"event"`     // only where you asked to be told of all events
	OrderID         string `json:"orderid"`   // of a collection
	SerialNo        string `json:"serial_no"` // of a payout
	MerchantOrderNo string `json:"merchant_order_no"`
	TradeNo         string `json:"trade_no"` // of a collection
	Status          string `json:"status"`   // success or failed; see the documentation for older words
	Amount          Amount `json:"amount"`
	PaidAmount      Amount `json:"paid_amount"`   // see Stands
	ActualAmount    Amount `json:"actual_amount"` // see Stands

	client Client
}

// OwnNumber is yours: OrderID, of a payout SerialNo.
func (e Event) OwnNumber() string { return e.OrderID + e.SerialNo }

// Stands is what is to stand credited, of a payout paid out. Where Number is nil it is looked up:
// lock your row before you ask, so that no newer event is booked in between.
func (e Event) Stands(ctx context.Context) (Amount, error) {
	isPayout := e.Type == "payout"
	switch {
	case e.Number == nil && isPayout:
		found, err := e.client.FindPayout(ctx, e.SerialNo)
		return found.Paid, err
	case e.Number == nil:
		found, err := e.client.FindCollection(ctx, e.OrderID)
		return found.Paid, err
	case isPayout:
		return e.ActualAmount, nil
	}
	return e.PaidAmount, nil
}

var eventID = regexp.MustCompile(`^cb_[0-9A-Za-z]+(?:\.([1-9][0-9]{0,8}))?$`)

// Verify returns the event of a callback, or an error if it is forged, was changed on its way, is
// older than five minutes, or not one of yours. body is what arrived, before anything parsed it.
//
// webhook-signature decides if it is present, otherwise sign. While a secret is being replaced,
// webhook-signature has one signature by each, and sign is by either.
func (c Client) Verify(header http.Header, body []byte) (event Event, err error) {
	event.client = c
	id := header.Get("webhook-id")
	var object JSON
	if err := json.Unmarshal(body, &object); err != nil {
		return event, err
	}
	signatures := header.Get("webhook-signature")
	given, timestamp := strings.Fields(signatures), header.Get("webhook-timestamp")
	if signatures == "" {
		given, timestamp = []string{signedText(object["sign"])}, signedText(object["timestamp"])
	}
	signed := false
	for _, secret := range []string{c.Secret, c.OtherSecret} {
		if secret == "" {
			continue
		}
		expected := Sign(object, secret)
		if signatures != "" {
			// Standard Webhooks: its library takes the webhook_secret, and does no more than this.
			mac := hmac.New(sha256.New, []byte(secret))
			mac.Write([]byte(id + "." + timestamp + "."))
			mac.Write(body)
			expected = "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
		}
		for _, one := range given {
			signed = hmac.Equal([]byte(one), []byte(expected)) || signed // takes constant time
		}
	}
	if !signed {
		return event, errors.New("wrong signature")
	}
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil || time.Since(time.Unix(seconds, 0)).Abs() > 5*time.Minute {
		return event, errors.New("too old: check the clock")
	}
	if err := json.Unmarshal(body, &event); err != nil {
		return event, err
	}
	// A request of your own is signed by the same rule, and is no callback.
	isCallback := event.UID == c.UID && (event.Type == "collection" || event.Type == "payout")
	if !isCallback || event.Status == "" {
		return event, errors.New("wrong signature")
	}
	if signatures != "" {
		named := eventID.FindStringSubmatch(id)
		if named == nil {
			return event, errors.New("wrong signature")
		}
		number, _ := strconv.Atoi(named[1])
		if named[1] == "" {
			number = 1
		}
		event.ID, event.Number = id, &number
	}
	return event, nil
}

// Store remembers which events were handled: in a file, as store.go does, or in your database, in
// ONE transaction, so that a crash neither loses nor doubles money. Your order is found by YOUR
// number, of a link merchant_order_no, stored before you created it: the callback may come before
// the creation's answer, and a payout's has no other.
//
//	insert into acted (webhook_id) values (?)  -- its primary key; there already: roll back, done
//	-- not where id is empty. Then act:
//	select credited, event from orders where number = ? for update  -- none: an error; it comes again
//	-- unless Number is not nil and not above that event: book Stands - credited, and
//	update orders set credited = <Stands>, event = coalesce(<Number>, event) where number = ?
type Store interface {
	// Once calls act and remembers id, both or neither. It does nothing for an id that it remembers.
	// An empty id is not remembered.
	Once(id string, act func() error) error
}

// Receiver answers callbacks: 401 if the service did not send it, success if it was handled, now or
// before. After any other answer the callback comes again.
func (c Client) Receiver(store Store, act func(context.Context, Event) error) http.HandlerFunc {
	return func(response http.ResponseWriter, request *http.Request) {
		body, err := io.ReadAll(http.MaxBytesReader(response, request.Body, 64<<10))
		if err != nil {
			http.Error(response, "unreadable", http.StatusBadRequest)
			return
		}
		event, err := c.Verify(request.Header, body)
		if err != nil {
			http.Error(response, err.Error(), http.StatusUnauthorized)
			return
		}
		err = store.Once(event.ID, func() error { return act(request.Context(), event) })
		if err != nil {
			log.Print(err)
			http.Error(response, "try again", http.StatusInternalServerError)
			return
		}
		response.Header().Set("Content-Type", "text/plain")
		io.WriteString(response, "success")
	}
}

// docs:end

// ResendCallback has an order's newest callback sent again: of an orderid, or of a serial_no.
func (c Client) ResendCallback(ctx context.Context, order Fields, answer any) error {
	fields := Fields{"type": "collection"}
	if order["serial_no"] != nil {
		fields["type"] = "payout"
	}
	for name, value := range order {
		fields[name] = value
	}
	return c.CallUntilAnswered(ctx, "callbacks/retry", fields, answer)
}

// QueryPricing asks what each payment costs you: the current price and the next one.
func (c Client) QueryPricing(ctx context.Context, answer any) error {
	return c.CallUntilAnswered(ctx, "pricing", Fields{}, answer)
}

// Withdraw pays out to your own bank account: a whole amount, or "all". Retries after a lost
// answer.
func (c Client) Withdraw(ctx context.Context, serialNo, amount string, answer any) error {
	fields := Fields{"serial_no": serialNo, "amount": amount}
	return c.createOnce(ctx, "withdrawals", fields, answer)
}

// QueryStatement asks for your income, fees and payouts. Number 0 is the open statement.
func (c Client) QueryStatement(ctx context.Context, number int, answer any) error {
	fields := Fields{}
	if number > 0 {
		fields["number"] = number
	}
	return c.CallUntilAnswered(ctx, "statements", fields, answer)
}

// docs:ledger

// Difference is an order on which your books and the platform's disagree.
type Difference struct {
	Number        string
	Yours, Theirs Amount
}

// Books are what a day brought for each trade_no before fees, as books of store.go has it; what was
// paid out is negative. Store that number: a payout's callback does not have it.
type Books map[string]Amount

// Reconcile compares a day that is over, such as 2026-01-31 in Taipei, with your own books. For
// today, new entries may arrive while you read: that is a Refusal with Errors of cursor; start
// again.
//
// The ledger has an order on the day on which it was settled, at which moment its callback was
// made. paid_at and processed_at are the bank's times and may be of the day before. So book an
// order when its callback first comes, and file it under that day in Taipei. Orders of test
// callbacks, TEST- and their trade_no, are left out.
func (c Client) Reconcile(ctx context.Context, day string, yours Books) ([]Difference, error) {
	type page struct {
		Items []struct {
			OrderID  string `json:"orderid"`
			SerialNo string `json:"serial_no"`
			TradeNo  string `json:"trade_no"`
			From     string `json:"bucket_from"`
			To       string `json:"bucket_to"`
			Amount   Amount `json:"amount"`
			Fee      Amount `json:"fee"`
		} `json:"items"`
		NextCursor *string           `json:"next_cursor"`
		Opening    map[string]Amount `json:"opening"`
		Closing    map[string]Amount `json:"closing"`
	}
	var answer struct {
		Data page `json:"data"`
	}
	moved, theirs := map[string]int64{}, map[string]int64{} // in hundredths
	for first := true; first || answer.Data.NextCursor != nil; first = false {
		fields := Fields{"from": day, "to": day, "limit": 200, "cursor": answer.Data.NextCursor}
		answer.Data = page{}
		if err := c.CallUntilAnswered(ctx, "ledger", fields, &answer); err != nil {
			return nil, err
		}
		for _, item := range answer.Data.Items {
			number := item.TradeNo
			if number == "" { // an adjustment that is of no order has a number of its own
				number = item.OrderID
			}
			// The order of a test callback is not in your books.
			isTest := item.OrderID+item.SerialNo == "TEST-"+item.TradeNo
			_, left := answer.Data.Opening[item.From] // not outside, nor fees
			_, entered := answer.Data.Opening[item.To]
			moved[item.From] -= item.Amount.hundredths
			moved[item.To] += item.Amount.hundredths
			// The fee is taken from the bucket that the money enters, or from the one that it left.
			if entered {
				moved[item.To] -= item.Fee.hundredths
			} else {
				moved[item.From] -= item.Fee.hundredths
			}
			// Money between two of your buckets stays yours.
			if !left && !isTest {
				theirs[number] += item.Amount.hundredths
			} else if !entered && !isTest {
				theirs[number] -= item.Amount.hundredths
			}
		}
	}
	for bucket, closing := range answer.Data.Closing {
		if closing.Minus(answer.Data.Opening[bucket]).hundredths != moved[bucket] {
			return nil, fmt.Errorf("%s: %s does not add up", day, bucket)
		}
	}
	for number := range yours {
		theirs[number] += 0 // an order that only you have differs, too
	}
	var differences []Difference
	for number, hundredths := range theirs {
		if yours[number].hundredths != hundredths {
			differences = append(differences, Difference{number, yours[number], Amount{hundredths}})
		}
	}
	return differences, nil
}

// docs:end
