<?php

// Tries the sample: sign, story, payout, settlement, listen <port>. Takes PAY_API, PAY_UID,
// PAY_SECRET, PAY_OTHER_SECRET, PAY_PORT, PAY_NOTIFY and PAY_STORE.

declare(strict_types=1);

use MerchantPayment\Failed;
use MerchantPayment\Pay;
use MerchantPayment\Refused;

require __DIR__ . '/autoload.php';
require __DIR__ . '/store.php';

$settings = [
    'PAY_API' => getenv('PAY_API') ?: 'http://127.0.0.1:8787',
    'PAY_UID' => getenv('PAY_UID') ?: 'TEST0001',
    'PAY_SECRET' => getenv('PAY_SECRET') ?: 'test-secret-for-local-use-only',
    'PAY_OTHER_SECRET' => getenv('PAY_OTHER_SECRET') ?: '',
    'PAY_STORE' => getenv('PAY_STORE') ?: getcwd() . '/orders.db',
];
$ownPort = getenv('PAY_PORT') ?: '8799';
$port = $argv[2] ?? $ownPort;
// Where callbacks of payouts go: to `listen`, which a service elsewhere does not reach.
$isLocal = preg_match('~^http://(127\.0\.0\.1|localhost)\b~', $settings['PAY_API']) === 1;
$listening = $isLocal ? "http://127.0.0.1:$ownPort/notify" : '';
$settings['PAY_NOTIFY'] = getenv('PAY_NOTIFY') ?: $listening;
// A line says what to do about a refusal; a trace would not.
set_exception_handler(fn (Throwable $problem) => wrong(
    $problem instanceof Failed ? $problem->getMessage() : (string) $problem,
));
match ($argv[1] ?? '') {
    'sign' => signLines(),
    'story' => story($settings, $port),
    'payout' => payout(
        $settings,
        $argv[2] ?? 'P-' . bin2hex(random_bytes(16)),
        $argv[3] ?? '100.50',
    ),
    'settlement' => settlement($settings),
    'listen' => listen($settings, $port),
    default => wrong('php program.php sign | story | payout | settlement | listen <port>'),
};

/** PHP's own web server, whose POST /notify takes callbacks, in this process where that can be. */
function listen(array $settings, string $port): void
{
    $server = serverAt($port);
    if (function_exists('pcntl_exec')) {
        pcntl_exec(array_shift($server), $server, $settings + getenv());
    }
    proc_close(proc_open($server, [STDIN, STDOUT, STDERR], $pipes, null, $settings + getenv()));
}

function serverAt(string $port): array
{
    // With -q it would be quiet about what error_log says, too.
    return [PHP_BINARY, '-S', "127.0.0.1:$port", __DIR__ . '/notify.php'];
}

/** From creating an order to finding its money in the ledger, against the sandbox. */
function story(array $settings, string $port): void
{
    $pay = new Pay($settings['PAY_API'], $settings['PAY_UID'], $settings['PAY_SECRET']);
    $free = @stream_socket_server("tcp://127.0.0.1:$port", $code, $why);
    fclose($free ?: wrong("port $port: $why"));
    $streams = [STDIN, ['pipe', 'w'], ['file', '/dev/null', 'w']];
    $server = proc_open(serverAt($port), $streams, $pipes, null, $settings + getenv());
    register_shutdown_function(fn () => proc_terminate($server));

    $notifyUrl = "http://127.0.0.1:$port/notify";
    $orderid = 'PHP-' . bin2hex(random_bytes(12));
    $order = [
        'orderid' => $orderid,
        'amount' => '100.50',
        'notify_url' => $notifyUrl,
        'user_name' => '王小明',
        'extra' => ['備註' => 'a/b'],
    ];
    $db = openOrders($settings['PAY_STORE']);
    placeOrder($db, "collection $orderid");
    $created = $pay->createCollection($order);
    $tradeNo = $created['trade_no'];
    orderCreated($db, "collection $orderid", $tradeNo);
    tell('create', ['orderid' => $orderid, 'trade_no' => $tradeNo, 'amount' => $created['amount']]);
    expect('amount', Pay::hundredths($created['amount']), 10050);
    try {
        $pay->call('collections', $order);
        wrong('a number was taken twice');
    } catch (Refused $refused) {
        expect('the refusal', $refused->error, 'duplicate_orderid');
    }

    $found = $pay->findCollection($orderid);
    tell('query', ['status' => $found['status'] ?? null, 'trade_no' => $found['tradeNo'] ?? null]);
    expect('status', $found['status'] ?? null, 'PENDING');
    expect('an unknown order', $pay->findCollection("$orderid-0"), null);

    $member = ['member_no' => 'M1', 'member_name' => '王小明', 'payer_account_last5' => '12345'];
    $linkOrder = ['merchant_order_no' => "$orderid-L", 'amount' => '500'] + $member;
    $linkOrder['notify_url'] = $notifyUrl;
    placeOrder($db, "link $orderid-L");
    $link = $pay->createLink($linkOrder);
    tell('link', ['url' => $link]);
    expect('the same link again', $pay->createLink($linkOrder), $link);

    $data = $pay->call('sandbox/outcome', ['orderid' => $orderid, 'outcome' => 'paid'])['data'];
    tell('outcome', array_intersect_key($data, ['outcome' => 1, 'status' => 1, 'events' => 1]));

    [, $id, , $acted] = explode(' ', actedWithin($pipes[1], 60));
    tell('callback', ['webhook_id' => $id, 'number' => $acted]);
    expect('number', $acted, $orderid);
    [, $number, $difference] = explode(' ', actedWithin($pipes[1], 60));
    expect('what is to book', [$number, $difference], [$orderid, '100.50']);

    // The day of the callback, not of its paid_at.
    $day = taipeiDay();
    $differences = $pay->reconcile($day, bookedOn($db, $day));
    $compared = ['balanced' => true, 'found' => !isset($differences[$tradeNo])];
    tell('ledger', ['day' => $day, 'differences' => count($differences)] + $compared);
    expect('the difference', $differences[$tradeNo] ?? null, null);

    $resent = $pay->resendCallback(['orderid' => $orderid]);
    tell('resend', ['type' => $resent['type'], 'webhook_id' => $resent['callback_id']]);
    expect('what is sent again', $resent['callback_id'], $id);
}

/** Creates a payout, or finds the one that has that number, and looks it up. */
function payout(array $settings, string $serialNo, string $amount): void
{
    $pay = new Pay($settings['PAY_API'], $settings['PAY_UID'], $settings['PAY_SECRET']);
    $number = ['serial_no' => $serialNo];
    $payee = ['payee_name' => '王小明', 'payee_bank' => '004', 'payee_account' => '012345678901'];
    $order = ['amount' => $amount, 'notify_url' => $settings['PAY_NOTIFY']];
    $db = openOrders($settings['PAY_STORE']);
    placeOrder($db, "payout $serialNo");
    $created = $pay->createPayout($number + $order + $payee);
    orderCreated($db, "payout $serialNo", $created['trade_no']);
    tell('payout', $number + array_intersect_key($created, ['trade_no' => 1, 'status' => 1]));

    $found = $pay->findPayout($serialNo);
    tell('query', ['status' => $found['status'] ?? null]);
    expect('trade_no', $found['tradeNo'] ?? null, $created['trade_no']);
}

/** From the price to the statement that a withdrawal closes. */
function settlement(array $settings): void
{
    $pay = new Pay($settings['PAY_API'], $settings['PAY_UID'], $settings['PAY_SECRET']);
    tell('pricing', ['version' => $pay->queryPricing()['version']]);

    $number = ['serial_no' => 'W-' . bin2hex(random_bytes(16))];
    $db = openOrders($settings['PAY_STORE']);
    placeOrder($db, "payout {$number['serial_no']}");
    $placed = $pay->withdraw($number['serial_no']);
    orderCreated($db, "payout {$number['serial_no']}", $placed['trade_no']);
    tell('withdrawal', $number + array_intersect_key($placed, ['amount' => 1, 'status' => 1]));

    // The open statement starts where the closed one ends.
    $open = $pay->queryStatement();
    $closed = $pay->queryStatement($open['number'] - 1);
    $told = ['number' => 1, 'state' => 1, 'withdrawal' => 1];
    tell('statement', array_intersect_key($closed, $told));
    expect('state', $closed['state'], 'closed');
    expect('withdrawal', $closed['withdrawal'], $number['serial_no']);
    expect('the next opening', $open['opening'], $closed['closing']);
}

function actedWithin(mixed $output, int $seconds): string
{
    $read = [$output];
    $none = [];
    $ready = stream_select($read, $none, $none, $seconds);
    return $ready === 1 ? trim((string) fgets($output)) : wrong("no callback within $seconds s");
}

function tell(string $step, array $values): void
{
    $plain = JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES;
    echo json_encode(['step' => $step] + $values, $plain), "\n";
}

function expect(string $what, mixed $came, mixed $expected): void
{
    if ($came !== $expected) {
        wrong("$what is " . json_encode($came) . ', not ' . json_encode($expected));
    }
}

function wrong(string $sentence): never
{
    fwrite(STDERR, "$sentence\n");
    exit(1);
}

/** Signs each line of standard input: {"fields": {...}, "secret": "..."}. */
function signLines(): void
{
    while (($line = fgets(STDIN)) !== false) {
        try {
            $given = json_decode($line, true, 512, JSON_THROW_ON_ERROR);
            $texts = Pay::textsOf(Pay::textsOf($line)['fields'] ?? '');
            if ($texts === null || !is_string($given['secret'] ?? null)) {
                throw new UnexpectedValueException('fields is no object, or secret is no text');
            }
            echo Pay::sign($texts, $given['secret']), "\n";
        } catch (JsonException | UnexpectedValueException $problem) {
            echo "error: {$problem->getMessage()}\n";
        }
    }
}
