import { runLongTest } from './checks/long-test.ts'

// `npm run test:statements [lines]`
const lines = process.argv[2] ?? '20000'
await runLongTest(
  `Statements of ${lines} lines: beside payments, killed twenty times, mixed with feeds in any order; deposits told by several; 25,000 lines of a feed`,
  [
    'test/workerd/banking/import-law.test.ts',
    'test/workerd/banking/import-cost.test.ts',
    'test/workerd/banking/one-deposit.test.ts',
    'test/workerd/banking/feed-flood.test.ts',
    'test/e2e/statements.test.ts',
  ],
  {
    STATEMENT_LINES: lines,
    STATEMENT_KILLS: '20',
    STATEMENT_RUNS: '200',
    DEPOSIT_CASES: '500',
    FEED_LINES: '25000',
  },
)
