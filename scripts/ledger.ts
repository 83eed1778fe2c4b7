import { runLongTest } from './checks/long-test.ts'

// `npm run test:ledger [orders]`
const orders = process.argv[2] ?? '10000'
await runLongTest(
  `A day's ledger against ${orders} orders of every kind, and while they are made`,
  'test/workerd/accounts/ledger-of-a-day.test.ts',
  { LEDGER_ORDERS: orders },
)
