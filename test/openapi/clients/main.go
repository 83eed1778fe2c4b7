// Uses the client that openapi-generator has generated for Go: creates a collection, queries it, reads a refusal.
package main

import (
	"bytes"
	"context"
	"crypto/md5"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"sort"
	"strings"
	"time"

	pay "example.com/pay"
)

type signing struct{ secret string }

func (s signing) RoundTrip(request *http.Request) (*http.Response, error) {
	body, err := io.ReadAll(request.Body)
	if err != nil {
		return nil, err
	}
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(body, &fields); err != nil {
		return nil, err
	}
	delete(fields, "sign")
	var names, pairs []string
	for name := range fields {
		names = append(names, name)
	}
	sort.Strings(names)
	for _, name := range names {
		var text string
		if json.Unmarshal(fields[name], &text) != nil {
			text = string(fields[name])
		}
		if text != "" && text != "null" {
			pairs = append(pairs, name+"="+text)
		}
	}
	sum := md5.Sum([]byte(strings.Join(append(pairs, "key="+s.secret), "&")))
	fields["sign"] = json.RawMessage(fmt.Sprintf("%q", fmt.Sprintf("%X", sum)))
	if body, err = json.Marshal(fields); err != nil {
		return nil, err
	}
	request.Body = io.NopCloser(bytes.NewReader(body))
	request.ContentLength = int64(len(body))
	return http.DefaultTransport.RoundTrip(request)
}

func must(holds bool, what string, value any) {
	if !holds {
		fmt.Fprintf(os.Stderr, "%s: %+v\n", what, value)
		os.Exit(1)
	}
}

func main() {
	uid, now, none := os.Getenv("PAY_UID"), time.Now().Unix(), strings.Repeat("0", 32)
	settings := pay.NewConfiguration()
	settings.Servers = pay.ServerConfigurations{{URL: os.Getenv("PAY_API")}}
	settings.HTTPClient = &http.Client{Transport: signing{os.Getenv("PAY_SECRET")}}
	client, ctx := pay.NewAPIClient(settings), context.Background()

	orderid := fmt.Sprintf("GO-%d", time.Now().UnixNano())
	create := pay.NewMerchantCollectionsRequest(uid, now, none, orderid, 19.99)
	created, _, err := client.MerchantAPI.CreateCollection(ctx).MerchantCollectionsRequest(*create).Execute()
	must(err == nil, "create", err)
	must(created.Data.Amount == 19.99, "amount", created.Data)

	query := pay.NewMerchantCollectionsStatusRequest(uid, now, none)
	query.SetOrderid(orderid)
	found, _, err := client.MerchantAPI.GetCollection(ctx).MerchantCollectionsStatusRequest(*query).Execute()
	must(err == nil, "query", err)
	must(found.Data.TradeNo == created.Data.TradeNo, "trade_no", found.Data)

	query.SetOrderid("none")
	_, _, err = client.MerchantAPI.GetCollection(ctx).MerchantCollectionsStatusRequest(*query).Execute()
	refused, isRefused := err.(*pay.GenericOpenAPIError)
	must(isRefused, "refusal", err)
	var failure pay.Failure
	must(json.Unmarshal(refused.Body(), &failure) == nil, "body of the refusal", string(refused.Body()))
	must(failure.Error == "order_not_found", "error", failure)
	fmt.Println("ok")
}
