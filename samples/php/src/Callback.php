<?php

declare(strict_types=1);

namespace MerchantPayment;

use Closure;

/** A callback that is genuine. */
final class Callback
{
    public function __construct(
        /** webhook-id, the same however often the event is sent; null where `event` is. */
        public readonly ?string $id,
        /**
         * 1 of the order's first event, cb_X, and 2 of cb_X.2. Null where `webhook-signature`,
         * which the service always sends, was dropped on the way: `sign` does not vouch for the
         * id, and the body may be an old one that somebody sends again.
         */
        public readonly ?int $event,
        /** collection or payout. */
        public readonly string $type,
        /** Your number: orderid, or a payout's serial_no. */
        public readonly string $number,
        /** What the body has: anything but a string is its JSON as sent. */
        public readonly array $texts,
        private readonly Closure $stands,
    ) {
    }

    /**
     * What should be credited, or for a payout, paid out. Where `event` is null it is looked
     * up: lock your row before you ask, so that no newer event is booked in between.
     */
    public function amount(): string
    {
        return ($this->stands)();
    }
}
