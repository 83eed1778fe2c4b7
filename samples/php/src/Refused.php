<?php

declare(strict_types=1);

namespace MerchantPayment;

/** A refused request. Decide by `error`, whose codes never change; the message is for people. */
final class Refused extends Failed
{
    public function __construct(
        public readonly string $error,
        string $message,
        /** What is wrong with each field, if `error` is validation_error. */
        public readonly array $errors,
        /** Such as the trade_no of the order that has your number, and a string_to_sign. */
        public readonly array $data,
        /** Where the documentation says what to do. */
        public readonly string $docUrl,
        /** Quote it to the platform's support. */
        public readonly string $requestId,
        int $retryAfter,
    ) {
        $wrong = $errors === [] ? '' : ' ' . json_encode($errors, JSON_UNESCAPED_UNICODE);
        parent::__construct("$error: $message$wrong ($docUrl)", $retryAfter);
    }
}
