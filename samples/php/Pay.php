<?php

// The payment service for a merchant's server. Copy this file; it needs PHP 8.1 with curl.

declare(strict_types=1);

/** What callUntilAnswered decides by. */
abstract class Failed extends RuntimeException
{
    /** Whether this attempt, or one before it, may have been carried out. */
    public bool $mayHaveHappened = false;

    public function __construct(
        string $message,
        /** Seconds, as the answer's Retry-After says; 0 where it says nothing. */
        public readonly int $retryAfter,
    ) {
        parent::__construct($message);
    }
}

/** The service said no. Decide by `error`, which never changes; the message is for people. */
final class Refused extends Failed
{
    public function __construct(
        public readonly string $error,
        string $message,
        /** What is wrong with each field, where `error` is validation_error. */
        public readonly array $errors,
        /** Tell it to the platform's support. */
        public readonly string $requestId,
        int $retryAfter,
    ) {
        parent::__construct("$error: $message", $retryAfter);
    }
}

/** Nobody knows what became of the request. It may have been carried out. */
final class OutcomeUnknown extends Failed
{
}

/** Remembers which events were acted on. */
interface EventStore
{
    /** Runs `$act` and remembers the id, both or neither; does nothing for a known id. */
    public function once(string $webhookId, callable $act): void;
}

/** The payment service, for one merchant. The secret stays on your server. */
final class Pay
{
    public function __construct(
        private readonly string $api,
        private readonly string $uid,
        private readonly string $secret,
    ) {
    }

    // docs:sign
    /**
     * The `sign` of parameters, given as the texts that are sent: empty ones left out, sorted by
     * name, joined by &, the secret behind them as key; of that the MD5 in upper case.
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
     * The JSON body of a signed request. Give amounts as text, "100.50": a float would round them.
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
            if (is_float($value)) {
                throw new TypeError("$name: give $value as text");
            }
            // The JSON is made once: the text that is signed is the very text that is sent.
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

    // docs:call
    /** Sends a signed request. Numbers in the answer are texts, so that no amount is rounded. */
    public function call(string $endpoint, array $fields): array
    {
        $common = ['uid' => $this->uid, 'timestamp' => time()];
        $body = self::signedBody($common + $fields, $this->secret);
        $came = ['x-request-id' => '', 'retry-after' => ''];
        $curl = curl_init("$this->api/api/v1/merchant/$endpoint");
        curl_setopt_array($curl, [
            CURLOPT_POSTFIELDS => $body,
            CURLOPT_HTTPHEADER => [
                'Content-Type: application/json',
                'Accept: application/json',
                // Of messages; without it they are in Chinese, zh-TW.
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
        // A line for your log: support finds any request by its x-request-id.
        error_log("$endpoint: $outcome");
        $answer = $text === false ? null : self::decoded($text);
        $ok = $answer['ok'] ?? null;
        if ($ok === '1') {
            return $answer;
        }
        // 500 and 503 do not say whether anything was written.
        if ($ok !== '0' || $status >= 500) {
            throw new OutcomeUnknown("$endpoint: $outcome", (int) $came['retry-after']);
        }
        throw new Refused(
            $answer['error'],
            $answer['message'],
            $answer['errors'] ?? [],
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
    // docs:end

    /**
     * Sends a request again, up to four times in all, after no answer, 429, 500 or 503. It is for
     * what may be sent again: queries, lists, links, and creations, whose number is not taken
     * twice. A creation that is Refused with mayHaveHappened may have been made: query its number.
     *
     * Waits for 0.5, 1, 2 seconds, but never for less than Retry-After says, and up to a quarter
     * longer by chance, so that many servers do not come back at once. What is to wait for longer
     * than a minute is thrown.
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
     * Creates a collection. Where nobody knows what became of the request, it is sent again with
     * the SAME number. That is safe, because no number is taken twice; with a new number the member
     * might be asked to pay twice.
     */
    public function createCollection(array $order): array
    {
        try {
            return $this->callUntilAnswered('collections', $order)['data'];
        } catch (Refused $refused) {
            // Whoever has the number now is our own attempt before.
            $isOurs = $refused->mayHaveHappened;
            $found = $isOurs ? $this->findCollection($order['orderid']) : null;
            return $found === null ? throw $refused : $found['data'];
        }
    }
    // docs:end

    // docs:query
    /** The collection with your number, or null. `status` is PAID or MANUAL PAID once paid. */
    public function findCollection(string $orderid): ?array
    {
        try {
            return $this->callUntilAnswered('collections/status', ['orderid' => $orderid]);
        } catch (Refused $refused) {
            return $refused->error === 'order_not_found' ? null : throw $refused;
        }
    }
    // docs:end

    // docs:link
    /**
     * The address to send the member's browser to, for an amount that you chose: a whole number.
     * After OutcomeUnknown try again later: the same order gives the same link while it lives.
     */
    public function createLink(array $order): string
    {
        return $this->callUntilAnswered('payment-links/amount', $order)['redirect_url'];
    }
    // docs:end

    // docs:callback
    /**
     * What to answer to a callback: status and plain text. `$act` is run once for each event,
     * however often it comes; if it fails, answer 500 and it comes again. It is given the
     * callback's parameters as texts, and the event's id. The whole page that callbacks come to:
     *
     *     $pay = new Pay('https://...', 'your uid', 'your secret');
     *     $db = new PDO('mysql:host=...;dbname=shop', 'user', 'password');
     *     $act = fn (array $callback, string $id) => bookOrder($db, $callback, $id);
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
     * A callback tells how its order STANDS, it is no movement: an order that is paid, reversed and
     * paid again has the events cb_X, cb_X.2 and cb_X.3, and adding up would credit it twice. So
     * let `$act` SET what is credited for the order (`trade_no`) to `paid_amount`, of a payout
     * (`serial_no`) what is paid out to `actual_amount`: book the difference to what is booked so
     * far. 0, as of one that `failed`, takes it back. The newest event wins: pass over one with a
     * lower number than the one booked last.
     *
     *     select credited, event from orders where trade_no = ? for update
     *     -- where this event is newer: book paid_amount - credited, and
     *     update orders set credited = <paid_amount>, event = <its number> where trade_no = ?
     *
     * @param array<string, string> $headers names in any case, as of getallheaders()
     * @param string $raw the body as received: parsed and written again it would have another
     *     signature
     * @param callable(array<string, string>, string): void $act
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
        if ($callback === null) {
            return [401, 'wrong signature'];
        }
        $id = $headers['webhook-id'];
        $store->once($id, fn () => $act($callback, $id));
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

            public function once(string $webhookId, callable $act): void
            {
                $this->db->beginTransaction();
                try {
                    $known = $this->db->prepare('select 1 from acted where webhook_id = ?');
                    $known->execute([$webhookId]);
                    if ($known->fetchColumn() === false) {
                        $insert = $this->db->prepare('insert into acted (webhook_id) values (?)');
                        // Of two at the same moment one fails here: 500, and it comes again.
                        $insert->execute([$webhookId]);
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

    /** The callback, or null if it is forged, was changed on its way, or is over 5 minutes old. */
    private function verified(array $headers, string $raw): ?array
    {
        $id = $headers['webhook-id'] ?? '';
        $timestamp = $headers['webhook-timestamp'] ?? '';
        $isTime = preg_match('/^[0-9]{1,12}$/D', $timestamp) === 1;
        if (!$isTime || abs(time() - (int) $timestamp) > 300) {
            return null;
        }
        $digest = hash_hmac('sha256', "$id.$timestamp.$raw", $this->secret, true);
        $expected = 'v1,' . base64_encode($digest);
        // One signature for each of your secrets, while an older one is being replaced.
        $isSigned = false;
        foreach (explode(' ', $headers['webhook-signature'] ?? '') as $given) {
            // Takes equally long wherever they differ: nobody can guess one character at a time.
            $isSigned = hash_equals($expected, $given) || $isSigned;
        }
        $callback = $isSigned ? self::textsOf($raw) : null;
        if ($callback === null) {
            return null;
        }
        $sign = self::sign($callback, $this->secret);
        return hash_equals($sign, $callback['sign'] ?? '') ? $callback : null;
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

    /** What each payment costs you: the price that holds now, and the next one. */
    public function queryPricing(): array
    {
        return $this->callUntilAnswered('pricing', [])['data'];
    }

    /** Pays out to your own bank account; a whole amount. A lost answer is asked for again. */
    public function withdraw(string $serialNo, string $amount = 'all'): array
    {
        $number = ['serial_no' => $serialNo];
        try {
            return $this->callUntilAnswered('withdrawals', $number + ['amount' => $amount])['data'];
        } catch (Refused $refused) {
            if (!$refused->mayHaveHappened) {
                throw $refused;
            }
            try {
                // Whoever has the number now is our own attempt before.
                return $this->callUntilAnswered('payouts/status', $number)['data'];
            } catch (Refused) {
                throw $refused;
            }
        }
    }

    /** What came in, what it cost and what you were paid: the open statement, or that one. */
    public function queryStatement(?int $number = null): array
    {
        return $this->callUntilAnswered('statements', ['number' => $number])['data'];
    }

    // docs:ledger
    /**
     * Compares a day, "2026-01-31" in Taipei, with your own books. Of today, an entry may come in
     * before one that was read already: that is Refused with `errors['cursor']`, begin again.
     *
     * @param array<int> $yours for each trade_no what the day brought before fees, in hundredths;
     *     payouts are negative
     * @return array<array{int, int}> yours and theirs, for each number where they differ
     */
    public function reconcile(string $day, array $yours): array
    {
        $theirs = [];
        $stand = null;
        $cursor = null;
        do {
            $fields = ['from' => $day, 'to' => $day, 'limit' => 200, 'cursor' => $cursor];
            $page = $this->callUntilAnswered('ledger', $fields)['data'];
            // What stood when the day began, of the first page: all pages tell it.
            $stand ??= array_map(self::hundredths(...), $page['opening']);
            foreach ($page['items'] as $entry) {
                $amount = self::hundredths($entry['amount']);
                $fee = self::hundredths($entry['fee'] ?? '0');
                ['bucket_from' => $from, 'bucket_to' => $to] = $entry;
                // Nothing stands in "outside" and "fees".
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
                // An adjustment by the platform that is of no order has a number of its own.
                $number = $entry['trade_no'] ?: $entry['orderid'];
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
            $both = [$yours[$number] ?? 0, $theirs[$number] ?? 0];
            if ($both[0] !== $both[1]) {
                $differences[$number] = $both;
            }
        }
        return $differences;
    }

    /** An amount in whole hundredths, which add up: "100.5" is 10050. */
    public static function hundredths(string $amount): int
    {
        if (preg_match('/^(-?[0-9]+)(?:\.([0-9]{1,2}))?$/D', $amount, $parts) !== 1) {
            throw new UnexpectedValueException("$amount is no amount");
        }
        return (int) ($parts[1] . str_pad($parts[2] ?? '', 2, '0'));
    }
    // docs:end
}
