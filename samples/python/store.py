"""Orders and handled callbacks in SQLite, a file that survives a restart.

Copy it; in your own database, run the same statements, each method in one transaction, and let
`book` select its order `for update`: two callbacks of it may come at once.
"""

import sqlite3
from datetime import datetime, timedelta, timezone
from decimal import Decimal
from typing import Dict

import pay

# number is "collection" or "payout" and yours, or "link" and its merchant_order_no; without a
# trade_no it may not have been created.
# event is the number of the event booked last, credited what stands booked since.
ORDERS = """create table if not exists orders (
    number varchar(100) primary key, trade_no varchar(40), event integer not null default 0,
    credited varchar(20) not null default '0')"""
# What each day in Taipei brought; a payout's is negative.
DAYS = """create table if not exists days (
    day varchar(10), number varchar(100), brought varchar(20))"""


class OrderStore(pay.EventStore):
    def __init__(self, path: str) -> None:
        super().__init__(path)
        self._db.execute(ORDERS)
        self._db.execute(DAYS)

    def place(self, number: str) -> None:
        """Keeps a number before its order is created: after a crash, create it by the SAME one."""
        with self._lock, self._db:
            self._db.execute("insert or ignore into orders (number) values (?)", (number,))

    def created(self, number: str, trade_no: str) -> None:
        with self._lock, self._db:
            self._db.execute("update orders set trade_no = ? where number = ?", (trade_no, number))

    def books(self, day: str) -> Dict[str, Decimal]:
        """What a day brought for each trade_no, as `reconcile` takes it."""
        select = "select coalesce(trade_no, number), brought from days join orders using (number)"
        books: Dict[str, Decimal] = {}
        with self._lock:
            rows = self._db.execute(f"{select} where day = ?", (day,)).fetchall()
        for number, brought in rows:
            books[number] = books.get(number, Decimal(0)) + Decimal(brought)
        return books


def book(db: sqlite3.Connection, callback: pay.Callback) -> Decimal:
    """SETS what is booked for the order, because a callback reports its current state.

    An order can be paid, reversed and paid again, and each is an event of its own. Returns the
    difference to book. Call it in `act`, with that connection. Raises for an order that was not
    placed: nothing is recorded, and the callback comes again.
    """
    number = f"{callback.type} {callback.number}"
    trade_no = callback.texts.get("trade_no")
    if callback.type == "collection":  # the platform numbers those of a link itself
        of_link = "insert or ignore into orders (number, trade_no) select ?, ? from orders"
        link = f"link {callback.texts.get('merchant_order_no')}"
        db.execute(f"{of_link} where number = ?", (number, trade_no, link))
    select = "select event, credited from orders where number = ?"
    placed = db.execute(select, (number,)).fetchone()
    # The test callback has an order of its own: nothing is booked.
    if placed is None and callback.number.startswith("TEST-"):
        return Decimal(0)
    if placed is None:
        raise LookupError(f"{number} was not placed")
    last, credited = placed
    # The newest wins; without an event's number `amount` queries the order.
    if callback.event is not None and callback.event <= last:
        return Decimal(0)
    stands = callback.amount()
    # A collection's callback has the platform's number, where `created` did not come to keep it.
    update = """update orders set event = ?, credited = ?, trade_no = coalesce(trade_no, ?)
        where number = ?"""
    db.execute(update, (callback.event or last, str(stands), trade_no, number))
    difference = stands - Decimal(credited)
    brought = -difference if callback.type == "payout" else difference
    db.execute("insert into days values (?, ?, ?)", (taipei_day(), number, str(brought)))
    return difference


def taipei_day() -> str:
    """The present day in Taipei, under which a callback that comes now is booked."""
    return datetime.now(timezone(timedelta(hours=8))).strftime("%Y-%m-%d")
