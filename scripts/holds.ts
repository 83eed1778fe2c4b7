import { runLongTest } from './checks/long-test.ts'

// `npm run test:holds [accounts]`
const accounts = process.argv[2] ?? '200'
await runLongTest(
  `Twenty spellings of each of ${accounts} held accounts, and ten times as many that are not held`,
  'test/workerd/merchants/held-accounts.test.ts',
  { HELD_ACCOUNTS: accounts },
)
