"""Orders and handled callbacks in SQLite, a file that survives a restart.

Copy it; in your own database, run the same statements, each method in one transaction.
"""

import sqlite3
from decimal import Decimal

import pay

# number is "collection" or "payout" and yours; without a trade_no it may not have been created.
# event is the number of the event booked last, credited what stands booked since.
ORDERS = """create table if not exists orders (
    number text primary key, trade_no text, event integer not null default 0,
    credited text not null default '0')"""


class OrderStore(pay.EventStore):
    def __init__(self, path: str) -> None:
        super().__init__(path)
        self._db.execute(ORDERS)

    def place(self, number: str) -> None:
        """Keeps a number before its order is created: after a crash, create it by the SAME one."""
        with self._lock, self._db:
            self._db.execute("insert or ignore into orders (number) values (?)", (number,))

    def created(self, number: str, trade_no: str) -> None:
        with self._lock, self._db:
            self._db.execute("update orders set trade_no = ? where number = ?", (trade_no, number))


def book(db: sqlite3.Connection, callback: pay.Callback) -> Decimal:
    """SETS what is booked for the order, because a callback reports its current state.

    An order can be paid, reversed and paid again, and each is an event of its own. Returns the
    difference to book. Call it in `act`, with that connection.
    """
    number = f"{callback.type} {callback.number}"
    db.execute("insert or ignore into orders (number) values (?)", (number,))
    select = "select event, credited from orders where number = ?"
    last, credited = db.execute(select, (number,)).fetchone()
    # The newest wins; without an event's number `amount` asks how the order stands now.
    if callback.event is not None and callback.event <= last:
        return Decimal(0)
    stands = callback.amount()
    update = "update orders set event = ?, credited = ? where number = ?"
    db.execute(update, (callback.event or last, str(stands), number))
    return stands - Decimal(credited)
