<?php

declare(strict_types=1);

namespace MerchantPayment;

use PDO;
use Throwable;
use TypeError;
use UnexpectedValueException;

/**
 * The payment service, for one merchant: PHP 8.1 with curl, and no package. The secret stays on
 * your server.
 */
final class Pay
{
    public function __construct(
        private readonly string $api,
        private readonly string $uid,
        private readonly string $secret,
        /** While a secret is replaced, the other of the two: callbacks are verified with both. */
        private readonly string $otherSecret = '',
    ) {
    }

    // docs:sign
    /**
     * The `sign` of parameters, given as the texts that are sent: leave out empty ones, sort by
     * name, join with &, append the secret as key, and take the MD5 in upper case.
     *
     * @param array<string> $texts
     */
    public static function sign(array $texts, string $secret): string
    {
        unset($texts['sign']);
        ksort($texts, SORT_STRING);
        $text = '';
        foreach ($texts as $name => $value) {
            $text .= $value === '' ? '' : "$name=$value&";
        }
        return strtoupper(md5("{$text}key=$secret"));
    }

    /**
     * The JSON body of a signed request. Amounts are NT$ as text, "1000" or "1000.50": no int, so
     * that nobody sends hundredths by mistake, and no float, which would round.
     *
     * @param array<string, string|int|bool|array|object|null> $fields
     */
    public static function signedBody(array $fields, string $secret): string
    {
        $texts = [];
        $members = [];
        foreach ($fields as $name => $value) {
            if ($value === null || $value === '') {
                continue;
            }
            if (is_float($value) || (is_int($value) && str_ends_with($name, 'amount'))) {
                throw new TypeError("$name: give $value as text, NT$ such as \"1000.50\"");
            }
            // JSON is written once: the text that is signed is the text that is sent.
            $json = self::json($value);
            $texts[$name] = is_string($value) ? $value : $json;
            $members[] = self::json((string) $name) . ":$json";
        }
        $members[] = '"sign":"' . self::sign($texts, $secret) . '"';
        return '{' . implode(',', $members) . '}';
    }

    private static function json(mixed $value): string
    {
        $plain = JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES;
        return json_encode($value, $plain | JSON_THROW_ON_ERROR);
    }
    // docs:end

    /** Sends a signed request. Numbers in the answer are texts, so that no amount is rounded. */
    public function call(string $endpoint, array $fields): array
    {
        $common = ['uid' => $this->uid, 'timestamp' => time()];
        $body = self::signedBody($common + $fields, $this->secret);
        $came = ['x-request-id' => '', 'retry-after' => ''];
        $curl = curl_init(rtrim($this->api, '/') . "/api/v1/merchant/$endpoint");
        curl_setopt_array($curl, [
            CURLOPT_POSTFIELDS => $body,
            CURLOPT_HTTPHEADER => [
                'Content-Type: application/json',
                'Accept: application/json',
                // The language of messages; without it they are in Chinese (zh-TW).
                'Accept-Language: en',
            ],
            CURLOPT_RETURNTRANSFER => true,
            CURLOPT_TIMEOUT => 30,
            CURLOPT_HEADERFUNCTION => function ($curl, string $line) use (&$came): int {
                [$name, $value] = explode(':', $line, 2) + ['', ''];
                $came[strtolower($name)] = trim($value);
                return strlen($line);
            },
        ]);
        $text = curl_exec($curl);
        $status = curl_getinfo($curl, CURLINFO_RESPONSE_CODE);
        $requestId = $came['x-request-id'];
        $outcome = $status === 0 ? 'no answer' : "HTTP $status, x-request-id $requestId";
        $outcome .= $text === false ? ', ' . curl_error($curl) : '';
        $answer = $text === false ? null : self::decoded($text);
        // Names that the service does not know; it tells test merchants.
        $ignored = implode(', ', $answer['ignored_fields'] ?? []);
        $outcome .= $ignored === '' ? '' : ", ignored: $ignored";
        // For your log: support can find any request by its x-request-id.
        error_log("$endpoint: $outcome");
        $ok = $answer['ok'] ?? null;
        if ($ok === '1') {
            return $answer;
        }
        // After a 500 or 503 the outcome is unknown.
        if ($ok !== '0' || $status >= 500) {
            throw new OutcomeUnknown("$endpoint: $outcome", (int) $came['retry-after']);
        }
        throw new Refused(
            $answer['error'],
            $answer['message'],
            $answer['errors'] ?? [],
            $answer['data'] ?? [],
            $answer['doc_url'] ?? '',
            $answer['request_id'],
            (int) $came['retry-after'],
        );
    }

    /** A JSON object with its numbers as the texts that were sent; null if it is none. */
    private static function decoded(string $json): ?array
    {
        // Strings are passed over; what is a number outside of them is put into quotes.
        $number = '/"[^"\\\\]*+(?:\\\\.[^"\\\\]*+)*+"(*SKIP)(*FAIL)|-?[0-9][0-9.eE+-]*+/s';
        $decoded = json_decode(preg_replace($number, '"$0"', $json) ?? '', true);
        return is_array($decoded) ? $decoded : null;
    }

    /**
     * Sends a request up to four times, after no answer, 429, 500 or 503. Use it for what is safe
     * to repeat: queries, lists, links, and creations, whose number is accepted only once. If a
     * creation is Refused with mayHaveHappened, it may have been made: query its number.
     *
     * Waits 0.5, 1 and 2 seconds, but at least as long as Retry-After says, and up to a quarter
     * longer at random, so that servers do not retry in step. Throws if the wait would exceed a
     * minute.
     */
    public function callUntilAnswered(string $endpoint, array $fields): array
    {
        $mayHaveHappened = false;
        for ($attempt = 1;; $attempt++) {
            try {
                return $this->call($endpoint, $fields);
            } catch (Failed $problem) {
                $isUnknown = $problem instanceof OutcomeUnknown;
                $mayHaveHappened = $mayHaveHappened || $isUnknown;
                $problem->mayHaveHappened = $mayHaveHappened;
                $mayRepeat = $isUnknown || $problem->error === 'too_many_requests';
                $seconds = max(2 ** ($attempt - 2), $problem->retryAfter);
                if (!$mayRepeat || $attempt === 4 || $seconds > 60) {
                    throw $problem;
                }
                usleep((int) ($seconds * random_int(1_000_000, 1_250_000)));
            }
        }
    }

    // docs:create
    /**
     * Creates a collection. Store its `orderid` BEFORE you call this. After OutcomeUnknown, or a
     * crash, call it again with the SAME number and content: it returns the existing order. With a
     * new number the member might be asked to pay twice. A number whose order has another amount or
     * payer is Refused with duplicate_orderid.
     */
    public function createCollection(array $order): array
    {
        $find = fn () => $this->findCollection($order['orderid']);
        return $this->createOnce('collections', $order, $find);
    }

    /**
     * Creates a payout by the same rules, with `serial_no`, payee and duplicate_serial_no. Never
     * retry with a new number: it might be paid twice. Its `notify_url` gets the outcome.
     */
    public function createPayout(array $payout): array
    {
        $find = fn () => $this->findPayout($payout['serial_no']);
        return $this->createOnce('payouts', $payout, $find);
    }

    private function createOnce(string $endpoint, array $fields, callable $find): array
    {
        // Names of v6.0 are not compared: another order could pass for this one.
        foreach (preg_grep('/[A-Z]|^name$/', array_keys($fields)) as $earlier) {
            throw new TypeError("$earlier: use the current name, as payee_account");
        }
        $amount = (string) ($fields['amount'] ?? '');
        if (preg_match('/^(?:all|[0-9]{1,10}(?:\.[0-9]{1,2})?)$/D', $amount) !== 1) {
            throw new UnexpectedValueException("$amount is no amount");
        }
        try {
            return self::madeIn($endpoint, $this->callUntilAnswered($endpoint, $fields));
        } catch (Refused $refused) {
            // An earlier attempt made it, if it is as asked; else the number is another order's.
            $taken = ['duplicate_orderid', 'duplicate_serial_no'];
            $isTaken = in_array($refused->error, $taken, true) || $refused->mayHaveHappened;
            try {
                $found = $isTaken ? $find() : null;
            } catch (Failed $problem) {
                $message = "$endpoint: not looked up: {$problem->getMessage()}";
                throw new OutcomeUnknown($message, $problem->retryAfter);
            }
            $made = $found === null ? throw $refused : self::madeIn($endpoint, $found);
            return self::isAsAsked($endpoint, $fields, $made) ? $made : throw $refused;
        }
    }
    // docs:end

    private static function madeIn(string $endpoint, array $answer): array
    {
        $isMade = is_string($answer['data']['trade_no'] ?? null);
        $problem = "$endpoint: an answer without trade_no";
        return $isMade ? $answer['data'] : throw new OutcomeUnknown($problem, 0);
    }

    /** Fields left out count too; others, such as `notify_url`, may differ. */
    private static function isAsAsked(string $endpoint, array $fields, array $made): bool
    {
        if ((($made['kind'] ?? '') === 'withdrawal') !== ($endpoint === 'withdrawals')) {
            return false;
        }
        $names = match ($endpoint) {
            'collections' => ['counterparty_account', 'member_bank_name', 'user_id', 'user_name'],
            'payouts' => ['payee_name', 'payee_bank', 'payee_account', 'beneficiary_name'],
            default => [],
        };
        $beneficiary = ($fields['beneficiary_name'] ?? '') ?: $fields['payee_name'] ?? '';
        $asked = ['beneficiary_name' => $beneficiary] + $fields;
        foreach ($names as $name) {
            if ((string) ($asked[$name] ?? '') !== $made[$name]) {
                return false;
            }
        }
        $amount = (string) $fields['amount'];
        return $amount === 'all' || self::hundredths($amount) === self::hundredths($made['amount']);
    }

    // docs:query
    /** The collection with your number, or null. `status` is PAID or MANUAL PAID once paid. */
    public function findCollection(string $orderid): ?array
    {
        return $this->find('collections/status', ['orderid' => $orderid]);
    }

    /** The payout with your number, or null. `status` is PENDING, PAID or CANCELLED. */
    public function findPayout(string $serialNo): ?array
    {
        return $this->find('payouts/status', ['serial_no' => $serialNo]);
    }

    private function find(string $endpoint, array $number): ?array
    {
        try {
            return $this->callUntilAnswered($endpoint, $number);
        } catch (Refused $refused) {
            return $refused->error === 'order_not_found' ? null : throw $refused;
        }
    }
    // docs:end

    // docs:link
    /**
     * The address to send the member's browser to, for an amount that you chose: a whole number.
     * After OutcomeUnknown, try again later: the same order gives the same link while it is valid.
     */
    public function createLink(array $order): string
    {
        return $this->callUntilAnswered('payment-links/amount', $order)['redirect_url'];
    }
    // docs:end

    // docs:callback
    /**
     * The answer to a callback: status and plain text. `$act` is run once for each event, however
     * often it comes; if it fails, answer 500 and it comes again. The whole page that callbacks
     * come to:
     *
     *     $pay = new Pay('https://...', 'your uid', 'your secret');
     *     $db = new PDO('mysql:host=...;dbname=shop', 'user', 'password');
     *     $act = fn (Callback $callback) => bookOrder($db, $callback);
     *     $raw = file_get_contents('php://input');
     *     try {
     *         $store = Pay::pdoStore($db);
     *         [$status, $text] = $pay->answerCallback($store, getallheaders(), $raw, $act);
     *     } catch (Throwable $problem) {
     *         error_log((string) $problem);
     *         [$status, $text] = [500, 'try again'];
     *     }
     *     http_response_code($status);
     *     header('Content-Type: text/plain');
     *     echo $text;
     *
     * A callback reports the order's current state, not a movement of money: an order that is paid,
     * reversed and paid again has the events cb_X, cb_X.2 and cb_X.3, and adding them up would
     * credit it twice. So let `$act` SET what stands for the order to `amount()`: book the
     * difference to what is booked so far. 0, as of one that `failed`, takes it back. The newest
     * event wins. Your order is found by YOUR number, of a link `merchant_order_no`, stored before
     * you created it: the callback may come before the creation's answer, and a payout's has no other.
     *
     *     select credited, event from orders where number = ? for update  -- none: throw, comes again
     *     -- unless `event` is a number that is not above that event: book amount() - credited, and
     *     update orders set credited = <amount()>, event = coalesce(<event>, event) where number = ?
     *
     * @param array<string, string> $headers names in any case, as of getallheaders()
     * @param string $raw the body as received: parsed and written again it would have another
     *     signature
     * @param callable(Callback): void $act
     * @return array{int, string}
     */
    public function answerCallback(
        EventStore $store,
        array $headers,
        string $raw,
        callable $act,
    ): array {
        $headers = array_change_key_case($headers, CASE_LOWER);
        $callback = $this->verified($headers, $raw);
        if (is_string($callback)) {
            return [401, $callback];
        }
        $store->once($callback->id, fn () => $act($callback));
        return [200, 'success'];
    }

    /**
     * Remembers events in your database, which needs the table
     * `create table acted (webhook_id varchar(64) primary key)`. What `$act` writes through `$db`
     * is in the SAME transaction: a crash then neither loses nor doubles money.
     */
    public static function pdoStore(PDO $db): EventStore
    {
        return new class ($db) implements EventStore {
            public function __construct(private readonly PDO $db)
            {
            }

            public function once(?string $webhookId, callable $act): void
            {
                $this->db->beginTransaction();
                try {
                    $known = $this->db->prepare('select 1 from acted where webhook_id = ?');
                    $known->execute([$webhookId]);
                    if ($known->fetchColumn() === false) {
                        if ($webhookId !== null) {
                            $insert = $this->db->prepare('insert into acted values (?)');
                            // Of two at the same moment one fails here: 500, and it comes again.
                            $insert->execute([$webhookId]);
                        }
                        $act();
                    }
                    $this->db->commit();
                } catch (Throwable $problem) {
                    $this->db->rollBack();
                    throw $problem;
                }
            }
        };
    }

    /**
     * The callback, or what is wrong with it: also that it is none of yours. `webhook-signature`
     * decides where it is there, which has one of each secret that is valid; else `sign` does,
     * which is by one of them.
     */
    private function verified(array $headers, string $raw): Callback|string
    {
        $id = $headers['webhook-id'] ?? '';
        $signatures = $headers['webhook-signature'] ?? '';
        $isInHeader = $signatures !== '';
        $texts = self::textsOf($raw) ?? [];
        $time = $isInHeader ? $headers['webhook-timestamp'] ?? '' : $texts['timestamp'] ?? '';
        $isSigned = false;
        foreach (array_filter([$this->secret, $this->otherSecret]) as $secret) {
            $digest = hash_hmac('sha256', "$id.$time.$raw", $secret, true);
            $signature = 'v1,' . base64_encode($digest);
            $expected = $isInHeader ? $signature : self::sign($texts, $secret);
            foreach (explode(' ', $isInHeader ? $signatures : $texts['sign'] ?? '') as $given) {
                // Constant-time comparison, so signatures cannot be guessed byte by byte.
                $isSigned = hash_equals($expected, $given) || $isSigned;
            }
        }
        $isNamed = preg_match('/^cb_[0-9A-Za-z]+(?:\.([1-9][0-9]{0,8}))?$/D', $id, $named) === 1;
        $type = $texts['type'] ?? '';
        // A request of your own is signed by the same rule, and is no callback.
        $isOwn = ($texts['uid'] ?? '') === $this->uid && ($texts['status'] ?? '') !== ''
            && in_array($type, ['collection', 'payout'], true);
        if (!$isSigned || !$isOwn || ($isInHeader && !$isNamed)) {
            return 'wrong signature';
        }
        $isTime = preg_match('/^[0-9]{1,12}$/D', $time) === 1;
        if (!$isTime || abs(time() - (int) $time) > 300) {
            return 'too old: check the clock';
        }
        $isPayout = $type === 'payout';
        $number = $texts[$isPayout ? 'serial_no' : 'orderid'] ?? '';
        if ($isInHeader) {
            $stands = fn () => $texts[$isPayout ? 'actual_amount' : 'paid_amount'];
            return new Callback($id, (int) ($named[1] ?? 1), $type, $number, $texts, $stands);
        }
        $lookUp = fn () => $isPayout ? $this->findPayout($number) : $this->findCollection($number);
        $stands = fn () => $lookUp()['paid'] ?? throw new UnexpectedValueException("no $number");
        return new Callback(null, null, $type, $number, $texts, $stands);
    }

    /**
     * The parameters of a JSON object as the texts that are signed; null if it is none. Written
     * again, an object or a number may differ from what was sent: their text is cut out.
     *
     * @return ?array<string>
     */
    public static function textsOf(string $json): ?array
    {
        if (!is_array(json_decode($json, true)) || ltrim($json)[0] !== '{') {
            return null;
        }
        $string = '"[^"\\\\]*+(?:\\\\.[^"\\\\]*+)*+"';
        // A string, a word or number, or what is in brackets, with brackets in it.
        $nested = "[{\\[](?:$string|[^\"{}\\[\\]]++|(?&value))*+[}\\]]";
        $value = "(?<value>$string|[^\\s\"{}\\[\\],:]++|$nested)";
        $member = "/\\G\\s*[{,]\\s*(?<name>$string)\\s*:\\s*$value/s";
        preg_match_all($member, $json, $found, PREG_SET_ORDER);
        $texts = [];
        foreach ($found as ['name' => $name, 'value' => $value]) {
            $isText = $value[0] === '"' || $value === 'null';
            $texts[json_decode($name)] = $isText ? (string) json_decode($value) : $value;
        }
        return $texts;
    }
    // docs:end

    /** Has an order's newest callback sent again: ['orderid' => ...], or a payout's 'serial_no'. */
    public function resendCallback(array $order): array
    {
        $type = ['type' => isset($order['serial_no']) ? 'payout' : 'collection'];
        return $this->callUntilAnswered('callbacks/retry', $type + $order)['data'];
    }

    /** What each payment costs you: the current price and the next one. */
    public function queryPricing(): array
    {
        return $this->callUntilAnswered('pricing', [])['data'];
    }

    /** Pays out to your own bank account; a whole amount. Retries if the response is lost. */
    public function withdraw(string $serialNo, string $amount = 'all'): array
    {
        $fields = ['serial_no' => $serialNo, 'amount' => $amount];
        return $this->createOnce('withdrawals', $fields, fn () => $this->findPayout($serialNo));
    }

    /** Your income, fees and payouts: the open statement, or the one with that number. */
    public function queryStatement(?int $number = null): array
    {
        return $this->callUntilAnswered('statements', ['number' => $number])['data'];
    }

    // docs:ledger
    /**
     * Compares a day, "2026-01-31" in Taipei, with your own books. For today, new entries may
     * arrive while you read: that is Refused with `errors['cursor']`; start again.
     *
     * The ledger has an order on the day on which it was settled, at which moment its callback was
     * made. `paid_at` and `processed_at` are the bank's times and may be of the day before. So book
     * an order when its callback first comes, and file it under that day in Taipei. Orders of test
     * callbacks, TEST- and their trade_no, are left out.
     *
     * @param array<string> $yours for each trade_no what the day brought before fees, "1000.50";
     *     payouts are negative, as bookedOn of store.php has it
     * @return array<array{string, string}> yours and theirs, for each number where they differ
     */
    public function reconcile(string $day, array $yours): array
    {
        $theirs = [];
        $stand = null;
        $cursor = null;
        do {
            $fields = ['from' => $day, 'to' => $day, 'limit' => 200, 'cursor' => $cursor];
            $page = $this->callUntilAnswered('ledger', $fields)['data'];
            // The opening balance, from the first page: every page repeats it.
            $stand ??= array_map(self::hundredths(...), $page['opening']);
            foreach ($page['items'] as $entry) {
                $amount = self::hundredths($entry['amount']);
                $fee = self::hundredths($entry['fee'] ?? '0');
                ['bucket_from' => $from, 'bucket_to' => $to] = $entry;
                // "outside" and "fees" have no balance.
                $into = isset($stand[$to]) ? $amount : 0;
                $outOf = isset($stand[$from]) ? $amount : 0;
                // The fee is taken from the bucket that the money enters, or that it left.
                $payer = isset($stand[$to]) ? $to : $from;
                $changes = [[$from, -$amount], [$to, $amount], [$payer, -$fee]];
                foreach ($changes as [$bucket, $change]) {
                    if (isset($stand[$bucket])) {
                        $stand[$bucket] += $change;
                    }
                }
                // A platform adjustment without an order has its own number.
                $number = $entry['trade_no'] ?: $entry['orderid'];
                // The order of a test callback is not in your books.
                if (($entry['orderid'] ?? $entry['serial_no']) === "TEST-$entry[trade_no]") {
                    continue;
                }
                $theirs[$number] = ($theirs[$number] ?? 0) + $into - $outOf;
            }
            $cursor = $page['next_cursor'];
        } while ($cursor !== null);
        foreach ($page['closing'] as $bucket => $amount) {
            if ($stand[$bucket] !== self::hundredths($amount)) {
                throw new UnexpectedValueException("$day: $bucket does not add up to $amount");
            }
        }
        $differences = [];
        foreach ($yours + $theirs as $number => $_) {
            $both = [self::hundredths($yours[$number] ?? '0'), $theirs[$number] ?? 0];
            if ($both[0] !== $both[1]) {
                $differences[$number] = array_map(self::dollars(...), $both);
            }
        }
        return $differences;
    }

    /** An amount or a balance in whole hundredths, which add up: "100.5" is 10050. */
    public static function hundredths(string $amount): int
    {
        if (preg_match('/^(-?[0-9]{1,13})(?:\.([0-9]{1,2}))?$/D', $amount, $parts) !== 1) {
            throw new UnexpectedValueException("$amount is no amount");
        }
        return (int) ($parts[1] . str_pad($parts[2] ?? '', 2, '0'));
    }

    /** The amount of whole hundredths: 10050 is "100.50". */
    public static function dollars(int $hundredths): string
    {
        return number_format($hundredths / 100, 2, '.', '');
    }
    // docs:end
}
