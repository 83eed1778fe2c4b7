<?php

// docs:story
use MerchantPayment\Callback;
use MerchantPayment\Pay;

require __DIR__ . '/autoload.php';
require __DIR__ . '/store.php';

$pay = new Pay(getenv('PAY_API'), getenv('PAY_UID'), getenv('PAY_SECRET'));
$db = openOrders('orders.db'); // or your database

// A callback has the order's total so far: `bookOrder` SETS it and returns the difference.
if (PHP_SAPI === 'cli-server') {
    header('Content-Type: text/plain');
    if ($_SERVER['REQUEST_METHOD'] . $_SERVER['REQUEST_URI'] !== 'POST/notify') {
        http_response_code(404);
        exit('not found');
    }
    $raw = file_get_contents('php://input', length: 65_536);
    $side = fn (Callback $it) => $it->type === 'payout' ? 'debit' : 'credit';
    $act = fn ($it) => error_log("{$side($it)} $it->number: " . bookOrder($db, $it) / 100);
    try {
        [$status, $text] = $pay->answerCallback(Pay::pdoStore($db), getallheaders(), $raw, $act);
    } catch (Throwable $problem) {
        error_log((string) $problem);
        [$status, $text] = [500, 'try again'];
    }
    http_response_code($status);
    exit($text);
}

// Create: store your number first. If no response comes, call again with the SAME number.
$orderid = 'PHP-' . hrtime(true);
$port = getenv('PAY_PORT') ?: '8799';
$notify = getenv('NOTIFY') ?: "http://127.0.0.1:$port/notify";
placeOrder($db, "collection $orderid");
$order = ['orderid' => $orderid, 'amount' => '100', 'notify_url' => $notify];
$created = $pay->createCollection($order);
orderCreated($db, "collection $orderid", $created['trade_no']); // for `reconcile`
$pay->call('sandbox/outcome', ['orderid' => $orderid, 'outcome' => 'paid']); // in the sandbox only

// Query: if in doubt, or if no callback came.
$found = $pay->findCollection($orderid);
echo "$orderid {$found['status']} {$found['paid']}\n";

// A payout. The sandbox loses the first response; `createPayout` retries with the SAME number.
$serialNo = 'P-' . hrtime(true);
placeOrder($db, "payout $serialNo");
$payout = ['serial_no' => $serialNo, 'amount' => '50', 'notify_url' => $notify];
$payee = ['payee_name' => '王小明', 'payee_bank' => '004', 'payee_account' => '012345678901'];
$made = $pay->createPayout($payout + $payee + ['sandbox_fault' => 'lost']);
orderCreated($db, "payout $serialNo", $made['trade_no']); // payout callbacks do not have it
$pay->call('sandbox/outcome', ['serial_no' => $serialNo, 'outcome' => 'paid']); // sandbox only
$found = $pay->findPayout($serialNo);
echo "$serialNo {$found['status']} {$found['paid']}\n";
// docs:end
