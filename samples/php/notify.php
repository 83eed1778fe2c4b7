<?php

// The page that callbacks come to, run by `php program.php listen`. It prints what it acts on.

declare(strict_types=1);

use MerchantPayment\EventStore;
use MerchantPayment\Pay;

require __DIR__ . '/autoload.php';

/** For a try, where there is no database: a file, locked while an event is acted on. */
final class FileStore implements EventStore
{
    /** For each order: number of the event booked last, what stands booked in hundredths. */
    public array $books = [];

    public function __construct(private readonly string $path)
    {
    }

    public function once(string $webhookId, callable $act): void
    {
        $file = fopen($this->path, 'c+');
        flock($file, LOCK_EX);
        try {
            $kept = json_decode(stream_get_contents($file), true) ?? ['acted' => [], 'books' => []];
            if (isset($kept['acted'][$webhookId])) {
                return;
            }
            $this->books = $kept['books'];
            $act();
            $kept = ['acted' => [$webhookId => true] + $kept['acted'], 'books' => $this->books];
            ftruncate($file, 0);
            rewind($file);
            fwrite($file, json_encode($kept));
        } finally {
            fclose($file);
        }
    }
}

/**
 * SETS what is booked for the order, because a callback tells how it stands: an order is paid,
 * reversed, paid again, and each of that is an event of its own. Gives the difference: book that.
 */
function book(array &$books, array $callback, string $id): int
{
    // A payout has no trade_no.
    $number = $callback['trade_no'] ?? "payout {$callback['serial_no']}";
    $stands = Pay::hundredths($callback['paid_amount'] ?? $callback['actual_amount']);
    // cb_X is an order's first event, cb_X.2 its second. The newest wins.
    $event = (int) (explode('.', $id)[1] ?? 1);
    [$lastEvent, $booked] = $books[$number] ?? [0, 0];
    if ($event <= $lastEvent) {
        return 0;
    }
    $books[$number] = [$event, $stands];
    return $stands - $booked;
}

if ($_SERVER['REQUEST_METHOD'] !== 'POST' || $_SERVER['REQUEST_URI'] !== '/notify') {
    http_response_code(404);
    exit('not found');
}
$names = ['PAY_API', 'PAY_UID', 'PAY_SECRET', 'PAY_OTHER_SECRET'];
$pay = new Pay(...array_map(fn (string $name) => (string) getenv($name), $names));
$store = new FileStore(getenv('PAY_STORE'));
$act = function (array $callback, string $id) use ($store): void {
    $number = $callback['trade_no'] ?? $callback['serial_no'];
    $difference = number_format(book($store->books, $callback, $id) / 100, 2, '.', '');
    // event is there where the merchant is told of all events.
    $event = $callback['event'] ?? $callback['type'];
    $told = "acted $id $event $number\nbooked $number $difference\n";
    file_put_contents('php://stdout', $told);
};
try {
    $raw = file_get_contents('php://input');
    [$status, $text] = $pay->answerCallback($store, getallheaders(), $raw, $act);
} catch (Throwable $problem) {
    error_log((string) $problem);
    [$status, $text] = [500, 'try again'];
}
http_response_code($status);
header('Content-Type: text/plain');
echo $text;
