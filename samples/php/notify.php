<?php

// The page that callbacks come to, run by `php program.php listen`. It prints what it acts on.

declare(strict_types=1);

require __DIR__ . '/Pay.php';

/**
 * For a try: a file, locked while an event is acted on. Yours is a table with webhook_id as its
 * key, written in the SAME transaction as the credit: a crash then neither loses nor doubles money.
 */
final class FileStore implements EventStore
{
    public function __construct(private readonly string $path)
    {
    }

    public function once(string $webhookId, callable $act): void
    {
        $file = fopen($this->path, 'a+');
        flock($file, LOCK_EX);
        try {
            while (($line = fgets($file)) !== false) {
                if (rtrim($line, "\n") === $webhookId) {
                    return;
                }
            }
            $act();
            fwrite($file, "$webhookId\n");
        } finally {
            fclose($file);
        }
    }
}

if ($_SERVER['REQUEST_METHOD'] !== 'POST' || $_SERVER['REQUEST_URI'] !== '/notify') {
    http_response_code(404);
    exit('not found');
}
$pay = new Pay(getenv('PAY_API'), getenv('PAY_UID'), getenv('PAY_SECRET'));
$store = new FileStore(getenv('PAY_STORE'));
$headers = array_change_key_case(getallheaders(), CASE_LOWER);
$act = function (array $callback, string $id): void {
    // A payout has no trade_no. event is there where the merchant is told of all events.
    $number = $callback['trade_no'] ?? $callback['serial_no'];
    $event = $callback['event'] ?? $callback['type'];
    file_put_contents('php://stdout', "acted $id $event $number\n");
};
try {
    $raw = file_get_contents('php://input');
    [$status, $text] = $pay->answerCallback($store, $headers, $raw, $act);
} catch (Throwable $problem) {
    error_log((string) $problem);
    [$status, $text] = [500, 'try again'];
}
http_response_code($status);
header('Content-Type: text/plain');
echo $text;
