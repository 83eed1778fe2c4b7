<?php

declare(strict_types=1);

namespace MerchantPayment;

/** Remembers which events were handled. */
interface EventStore
{
    /** Runs `$act` and remembers the id, if there is one, both or neither; nothing if known. */
    public function once(?string $webhookId, callable $act): void;
}
