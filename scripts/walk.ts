import { runLongTest } from './checks/long-test.ts'

// `npm run test:walk [operations]`, `npm run test:walk -- sandbox [operations]`, or
// `npm run test:walk -- insiders [steps] [seed]`
const [first = '10000', second = '5000', third = ''] = process.argv.slice(2)
if (first === 'sandbox') {
  // A walk is one invocation of a Worker, which may have 10,000 timeouts that run: a callback's attempt has one.
  const atOnceMax = 2500
  let isSound = true
  for (let left = Number(second); left > 0; left -= atOnceMax) {
    const operations = String(Math.min(left, atOnceMax))
    await runLongTest(
      `A random walk of ${operations} operations of real and test merchants, of ${left} that are left`,
      'test/workerd/sandbox/sandbox-walk.test.ts',
      { SANDBOX_OPERATIONS: operations },
    )
    isSound &&= process.exitCode === 0
  }
  process.exitCode = isSound ? 0 : 1
} else if (first === 'insiders') {
  await runLongTest(
    `Walks of ${second} steps of every pair of insiders among honest people`,
    'test/workerd/insiders/insiders-walk.test.ts',
    { INSIDER_STEPS: second, INSIDER_SEED: third },
    ['--silent=false'],
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
