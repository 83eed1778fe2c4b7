<?php

// Orders and handled callbacks in SQLite, a file that survives a restart. Copy it; for your own
// database, change the DSN, and `insert or ignore` to its spelling.

declare(strict_types=1);

use MerchantPayment\Callback;
use MerchantPayment\Pay;

/**
 * The database; `Pay::pdoStore` makes the store of events of it. The number of an order is
 * "collection" or "payout" and yours; without a trade_no it may not have been created. `event` is
 * the number of the event booked last, `credited` what stands booked since, in hundredths.
 */
function openOrders(string $path): PDO
{
    $db = new PDO("sqlite:$path");
    $db->exec('create table if not exists acted (webhook_id text primary key)');
    $db->exec('create table if not exists orders (number text primary key, trade_no text,
        event integer not null default 0, credited integer not null default 0)');
    return $db;
}

/** Keeps a number before its order is created: after a crash, create it by the SAME number. */
function placeOrder(PDO $db, string $number): void
{
    $db->prepare('insert or ignore into orders (number) values (?)')->execute([$number]);
}

function orderCreated(PDO $db, string $number, string $tradeNo): void
{
    $update = $db->prepare('update orders set trade_no = ? where number = ?');
    $update->execute([$tradeNo, $number]);
}

/**
 * SETS what is booked for the order, because a callback reports its current state: an order can be
 * paid, reversed and paid again, and each is an event of its own. Returns the difference to book,
 * in hundredths. Call it in `act`: the store has begun the transaction.
 */
function bookOrder(PDO $db, Callback $callback): int
{
    $number = "$callback->type $callback->number";
    placeOrder($db, $number);
    $select = $db->prepare('select event, credited from orders where number = ?');
    $select->execute([$number]);
    [$last, $credited] = $select->fetch(PDO::FETCH_NUM);
    $select->closeCursor();
    // The newest wins; without an event's number `amount` asks how the order stands now.
    if ($callback->event !== null && $callback->event <= $last) {
        return 0;
    }
    $stands = Pay::hundredths($callback->amount());
    $update = $db->prepare('update orders set event = ?, credited = ? where number = ?');
    $update->execute([$callback->event ?? $last, $stands, $number]);
    return $stands - $credited;
}
