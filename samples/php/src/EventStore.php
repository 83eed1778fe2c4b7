<?php

declare(strict_types=1);

namespace MerchantPayment;

/** Remembers which events were acted on. */
interface EventStore
{
    /** Runs `$act` and remembers the id, both or neither; does nothing for a known id. */
    public function once(string $webhookId, callable $act): void;
}
