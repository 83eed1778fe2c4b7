import { runLongTest } from './checks/long-test.ts'

// `npm run test:walk [operations]`
const operations = process.argv[2] ?? '10000'
await runLongTest(
  `A random walk of ${operations} operations over all that moves money, then the books are recomputed`,
  'test/workerd/accounts/money-walk.test.ts',
  { WALK_OPERATIONS: operations },
)
