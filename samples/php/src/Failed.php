<?php

declare(strict_types=1);

namespace MerchantPayment;

use RuntimeException;

/** What callUntilAnswered decides by. */
abstract class Failed extends RuntimeException
{
    /** Whether this attempt, or one before it, may have been carried out. */
    public bool $mayHaveHappened = false;

    public function __construct(
        string $message,
        /** Seconds, as the answer's Retry-After says; 0 where it says nothing. */
        public readonly int $retryAfter,
    ) {
        parent::__construct($message);
    }
}
