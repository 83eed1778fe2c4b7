<?php

// docs:story
use MerchantPayment\Callback;
use MerchantPayment\Pay;

require __DIR__ . '/autoload.php';

$pay = new Pay(getenv('PAY_API'), getenv('PAY_UID'), getenv('PAY_SECRET'));

// The callback: it says how the order stands, so SET what you credit, never add.
if (PHP_SAPI === 'cli-server') {
    $db = new PDO('sqlite:events.db'); // yours: your database
    $db->exec('create table if not exists acted (webhook_id varchar(64) primary key)');
    $raw = file_get_contents('php://input');
    $act = fn (Callback $it) => error_log("credit $it->number: {$it->amount()}");
    [$status, $text] = $pay->answerCallback(Pay::pdoStore($db), getallheaders(), $raw, $act);
    http_response_code($status);
    exit($text);
}

// Create: store your number first. After a lost answer, call again with the SAME number.
$orderid = 'PHP-' . hrtime(true);
$notify = getenv('NOTIFY') ?: 'http://127.0.0.1:8799/notify';
$pay->createCollection(['orderid' => $orderid, 'amount' => '100', 'notify_url' => $notify]);
$pay->call('sandbox/outcome', ['orderid' => $orderid, 'outcome' => 'paid']); // in the sandbox only

// Look up: when in doubt, and when no callback came.
$order = $pay->findCollection($orderid);
echo "$orderid {$order['status']} {$order['paid']}\n";
// docs:end
