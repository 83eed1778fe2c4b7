<?php

// Orders and handled callbacks in SQLite, a file that survives a restart. Copy it; for your own
// database, change the DSN, and `insert or ignore into`: in MySQL to `insert ignore into`, in
// PostgreSQL to `insert into … on conflict do nothing`.

declare(strict_types=1);

use MerchantPayment\Callback;
use MerchantPayment\Pay;

/**
 * The database; `Pay::pdoStore` makes the store of events of it. The number of an order is
 * "collection" or "payout" and yours, or "link" and its merchant_order_no; without a trade_no it
 * may not have been created. `event` is the number of the event booked last, `credited` what stands
 * booked since, in hundredths.
 */
function openOrders(string $path): PDO
{
    $db = new PDO("sqlite:$path");
    $db->exec('create table if not exists acted (webhook_id varchar(64) primary key)');
    $db->exec('create table if not exists orders (number varchar(100) primary key,
        trade_no varchar(40), event integer not null default 0, credited bigint not null default 0)');
    // What each day in Taipei brought, in hundredths; a payout's is negative.
    $db->exec('create table if not exists days (day varchar(10), number varchar(100),
        brought bigint)');
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
 * in hundredths. Call it in `act`: the store has begun the transaction. Throws for an order that
 * was not placed: nothing is recorded, and the callback comes again.
 */
function bookOrder(PDO $db, Callback $callback): int
{
    $number = "$callback->type $callback->number";
    $texts = $callback->texts + ['merchant_order_no' => '', 'trade_no' => null];
    if ($callback->type === 'collection') { // the platform numbers those of a link itself
        $ofLink = $db->prepare('insert or ignore into orders (number, trade_no)
            select ?, ? from orders where number = ?');
        $link = 'link ' . $texts['merchant_order_no'];
        $ofLink->execute([$number, $texts['trade_no'], $link]);
    }
    // Two callbacks of one order may come at once. SQLite has no rows to lock: it locks the file.
    $lock = $db->getAttribute(PDO::ATTR_DRIVER_NAME) === 'sqlite' ? '' : ' for update';
    $select = $db->prepare("select event, credited from orders where number = ?$lock");
    $select->execute([$number]);
    $placed = $select->fetch(PDO::FETCH_NUM);
    $select->closeCursor();
    // The test callback has an order of its own: nothing is booked.
    if ($placed === false && str_starts_with($callback->number, 'TEST-')) {
        return 0;
    }
    if ($placed === false) {
        throw new UnexpectedValueException("$number was not placed");
    }
    [$last, $credited] = $placed;
    // The newest wins; without an event's number `amount` queries the order.
    if ($callback->event !== null && $callback->event <= $last) {
        return 0;
    }
    $stands = Pay::hundredths($callback->amount());
    // A collection's callback has the platform's number, where `orderCreated` did not come to keep it.
    $update = $db->prepare('update orders set event = ?, credited = ?,
        trade_no = coalesce(trade_no, ?) where number = ?');
    $update->execute([$callback->event ?? $last, $stands, $texts['trade_no'], $number]);
    $difference = $stands - $credited;
    $brought = $callback->type === 'payout' ? -$difference : $difference;
    $db->prepare('insert into days values (?, ?, ?)')->execute([taipeiDay(), $number, $brought]);
    return $difference;
}

/** What a day brought for each trade_no, as `reconcile` takes it. */
function bookedOn(PDO $db, string $day): array
{
    $select = $db->prepare('select coalesce(trade_no, number), sum(brought)
        from days join orders using (number) where day = ? group by number');
    $select->execute([$day]);
    return array_map(Pay::dollars(...), $select->fetchAll(PDO::FETCH_KEY_PAIR));
}

/** The present day in Taipei, under which a callback that comes now is booked. */
function taipeiDay(): string
{
    return (new DateTimeImmutable('now', new DateTimeZone('Asia/Taipei')))->format('Y-m-d');
}
