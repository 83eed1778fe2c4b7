import { runLongTest } from './checks/long-test.ts'

// `npm run test:walk [operations]`
const operations = process.argv[2] ?? '10000'
await runLongTest(
  `A random walk of ${operations} operations over all that moves money, and races with reversals and claims`,
  [
    'test/workerd/accounts/money-walk.test.ts',
    'test/workerd/orders/reversal-races.test.ts',
    'test/workerd/orders/claim-races.test.ts',
    'test/workerd/sandbox/outcome-law.test.ts',
  ],
  { WALK_OPERATIONS: operations, REVERSAL_RACES: '100', CLAIM_ROUNDS: '50' },
)
