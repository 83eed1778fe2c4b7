<?php

// The page that callbacks come to, run by `php program.php listen`. It prints what it acts on.

declare(strict_types=1);

use MerchantPayment\Callback;
use MerchantPayment\Pay;

require __DIR__ . '/autoload.php';
require __DIR__ . '/store.php';

if ($_SERVER['REQUEST_METHOD'] !== 'POST' || $_SERVER['REQUEST_URI'] !== '/notify') {
    http_response_code(404);
    exit('not found');
}
$names = ['PAY_API', 'PAY_UID', 'PAY_SECRET', 'PAY_OTHER_SECRET'];
$pay = new Pay(...array_map(fn (string $name) => (string) getenv($name), $names));
$db = openOrders(getenv('PAY_STORE'));
$told = '';
$act = function (Callback $callback) use ($db, &$told): void {
    $difference = Pay::dollars(bookOrder($db, $callback));
    $id = $callback->id ?? '-';
    // event is present if the merchant receives all events.
    $event = $callback->texts['event'] ?? $callback->type;
    $told = "acted $id $event $callback->number\nbooked $callback->number $difference\n";
};
try {
    $raw = file_get_contents('php://input', length: 65_536); // a callback is much shorter
    [$status, $text] = $pay->answerCallback(Pay::pdoStore($db), getallheaders(), $raw, $act);
    file_put_contents('php://stdout', $told); // it is in the store now
} catch (Throwable $problem) {
    error_log((string) $problem);
    [$status, $text] = [500, 'try again'];
}
http_response_code($status);
header('Content-Type: text/plain');
echo $text;
