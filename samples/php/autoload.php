<?php

// For programs without Composer: finds the classes in src.

declare(strict_types=1);

spl_autoload_register(function (string $class): void {
    if (str_starts_with($class, 'MerchantPayment\\')) {
        require __DIR__ . '/src/' . substr($class, strlen('MerchantPayment\\')) . '.php';
    }
});
