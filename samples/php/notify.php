<?php

// The page that callbacks come to, run by `php program.php listen`. It prints what it acts on.

declare(strict_types=1);

use MerchantPayment\Callback;
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

    public function once(?string $webhookId, callable $act): void
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
            $acted = $webhookId === null ? [] : [$webhookId => true];
            $kept = ['acted' => $acted + $kept['acted'], 'books' => $this->books];
            ftruncate($file, 0);
            rewind($file);
            fwrite($file, json_encode($kept));
        } finally {
            fclose($file);
        }
    }
}

/**
 * SETS what is booked for the order, because a callback reports its current state: an order can be
 * paid, reversed and paid again, and each is an event of its own. Returns the difference to book.
 */
function book(array &$books, Callback $callback): int
{
    $order = "$callback->type $callback->number";
    [$lastEvent, $booked] = $books[$order] ?? [0, 0];
    // The newest wins; without an event's number `amount` asks how the order stands now.
    if ($callback->event !== null && $callback->event <= $lastEvent) {
        return 0;
    }
    $stands = Pay::hundredths($callback->amount());
    $books[$order] = [$callback->event ?? $lastEvent, $stands];
    return $stands - $booked;
}

if ($_SERVER['REQUEST_METHOD'] !== 'POST' || $_SERVER['REQUEST_URI'] !== '/notify') {
    http_response_code(404);
    exit('not found');
}
$names = ['PAY_API', 'PAY_UID', 'PAY_SECRET', 'PAY_OTHER_SECRET'];
$pay = new Pay(...array_map(fn (string $name) => (string) getenv($name), $names));
$store = new FileStore(getenv('PAY_STORE'));
$act = function (Callback $callback) use ($store): void {
    $difference = Pay::dollars(book($store->books, $callback));
    $id = $callback->id ?? '-';
    // event is present if the merchant receives all events.
    $event = $callback->texts['event'] ?? $callback->type;
    $told = "acted $id $event $callback->number\nbooked $callback->number $difference\n";
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
