<?php

declare(strict_types=1);

namespace MerchantPayment;

use RuntimeException;

/** The failure that callUntilAnswered acts on. */
abstract class Failed extends RuntimeException
{
    /** Whether this attempt or an earlier one may have been carried out. */
    public bool $mayHaveHappened = false;

    public function __construct(
        string $message,
        /** Seconds, from the Retry-After header; 0 without it. */
        public readonly int $retryAfter,
    ) {
        parent::__construct($message);
    }
}
