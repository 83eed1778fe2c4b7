import { runLongTest } from './checks/long-test.ts'

// `npm run test:walk [operations]`, or `npm run test:walk -- sandbox [operations]`
const [first = '10000', second = '5000'] = process.argv.slice(2)
if (first === 'sandbox') {
  await runLongTest(
    `A random walk of ${second} operations of real and test merchants`,
    'test/workerd/sandbox/sandbox-walk.test.ts',
    { SANDBOX_OPERATIONS: second },
  )
} else {
  await runLongTest(
    `A random walk of ${first} operations over all that moves money, and races with reversals and claims`,
    [
      'test/workerd/accounts/money-walk.test.ts',
      'test/workerd/orders/reversal-races.test.ts',
      'test/workerd/orders/claim-races.test.ts',
      'test/workerd/sandbox/outcome-law.test.ts',
    ],
    { WALK_OPERATIONS: first, REVERSAL_RACES: '100', CLAIM_ROUNDS: '50' },
  )
}
