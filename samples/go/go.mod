module example.com/pay-sample

go 1.21
