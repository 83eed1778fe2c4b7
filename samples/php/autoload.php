<?php

// For programs without Composer: finds the classes in src, or beside this file.

declare(strict_types=1);

spl_autoload_register(function (string $class): void {
    if (str_starts_with($class, 'MerchantPayment\\')) {
        $name = substr($class, strlen('MerchantPayment\\')) . '.php';
        require is_dir(__DIR__ . '/src') ? __DIR__ . "/src/$name" : __DIR__ . "/$name";
    }
});
