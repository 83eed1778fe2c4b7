<?php

declare(strict_types=1);

namespace MerchantPayment;

/** Nobody knows what became of the request. It may have been carried out. */
final class OutcomeUnknown extends Failed
{
}
