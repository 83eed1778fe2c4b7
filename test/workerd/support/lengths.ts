/**
 * How much the long tests of this project do in `npm test`, by the environment variable in which
 * `npm run long` (`scripts/long/tests.ts`) asks for more.
 */
export const shortLengths = {
  MINUTE_DATABASES: '6',
  MINUTE_ORDERS: '30',
  D1_ERROR_REQUESTS: '30',
  FUZZ_REQUESTS: '1000',
  WALK_OPERATIONS: '240',
  /** Of the walks of money and of test merchants; empty draws one. */
  WALK_SEED: '',
  BOOKS_ORDERS: '400',
  COPIES_ORDERS: '2500',
  COPIES_MINUTES: '30',
  AUTO_WITHDRAWALS: '12',
  FEE_ORDERS: '2000',
  ERASURE_ORDERS: '2500',
  HELD_ACCOUNTS: '5',
  LEDGER_ORDERS: '300',
  SANDBOX_OPERATIONS: '60',
  CLAIM_ROUNDS: '1',
  INSIDER_STEPS: '40',
  /** Empty draws one. */
  INSIDER_SEED: '611200',
  REVERSAL_RACES: '8',
  STATEMENT_LINES: '3000',
  STATEMENT_KILLS: '3',
  STATEMENT_RUNS: '8',
  DEPOSIT_CASES: '25',
  FEED_LINES: '500',
  WEEK_MINUTES: '34',
  AUTO_ORDERS: '120',
  AUTO_RACES: '3',
  YEAR_MERCHANTS: '3',
  YEAR_DAYS: '60',
  WITHDRAWAL_RACES: '4',
  JUDGED_ORDERS: '10000',
  AUTO_SEED: '20261127',
  /** The doubts that are taken out, one at a time; `all` takes each. */
  AUTO_DOUBTS: 'one_person,two_orders,twin',
}
