<?php

declare(strict_types=1);

namespace MerchantPayment;

/** The outcome is unknown: the request may have been carried out. */
final class OutcomeUnknown extends Failed
{
}
