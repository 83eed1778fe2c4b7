import type { LongTest } from './run-tests.ts'

const visible = ['--silent=false', '--disable-console-intercept=true']

/** The tests of `npm run long`, by name, in the length that its arguments give. */
export const longTests: Readonly<Record<string, (...given: string[]) => LongTest>> = {
  archive: (orders = '100000', kills = '10') => ({
    title: `${orders} orders leave for the bucket while others are paid, through ${kills} kills`,
    files: ['test/faults/archive.test.ts', 'test/workerd/archive/archive-cost.test.ts'],
    settings: { FAULT_TESTS: 'long', ARCHIVE_ORDERS: orders, ARCHIVE_KILLS: kills },
    options: visible,
  }),
  auto: (orders = '80000', seed = '') => ({
    title: `${orders} orders paid in every way in 30 days: what the service settles alone is true`,
    files: ['test/workerd/certainty/certainty-walk.test.ts'],
    settings: { AUTO_ORDERS: orders, ...(seed === '' ? {} : { AUTO_SEED: seed }) },
    options: visible,
  }),
  'auto-growth': (orders = '1000000') => ({
    title: `A transaction is judged among ${orders} orders by as many rows as among ten`,
    files: ['test/workerd/matcher/judged-rows.test.ts'],
    settings: { JUDGED_ORDERS: orders },
    options: visible,
  }),
  'auto-load': (seconds = '60', kills = '50') => ({
    title: `Ten payments a second settled by themselves for ${seconds} s, and through ${kills} kills`,
    files: ['test/faults/auto-load.test.ts'],
    settings: { FAULT_TESTS: 'long', AUTO_LOAD_SECONDS: seconds, AUTO_LOAD_KILLS: kills },
  }),
  'auto-mutations': (doubts = 'all', seed = '') => ({
    title:
      'Each doubt taken out, one at a time: something is settled that it forbids, or that is false',
    files: ['test/workerd/certainty/doubts.test.ts'],
    settings: { AUTO_DOUBTS: doubts, ...(seed === '' ? {} : { AUTO_SEED: seed }) },
    options: visible,
  }),
  'auto-races': (races = '100') => ({
    title: `${races} races each of the matcher with people, switches, reversals and other lines`,
    files: ['test/workerd/matcher/races.test.ts', 'test/workerd/matcher/posted-once.test.ts'],
    settings: { AUTO_RACES: races },
  }),
  'auto-withdrawals': (merchants = '1000') => ({
    title: `${merchants} merchants are paid by themselves, each once, with the job killed 20 times`,
    files: ['test/workerd/settlement/auto-withdrawals.test.ts'],
    settings: { AUTO_WITHDRAWALS: merchants },
    options: visible,
  }),
  books: (orders = '1000000') => ({
    title: `The check of the books over ${orders} orders, sound and with one row wrong by one hundredth`,
    files: ['test/workerd/books/many-books.test.ts'],
    settings: { BOOKS_ORDERS: orders },
    options: visible,
  }),
  'broken-migration': () => ({
    title: 'The tests of the previous release find a migration that renames what it writes',
    files: ['test/e2e/previous-release.test.ts'],
    settings: { PREVIOUS_RELEASE: 'on a broken migration' },
  }),
  client: () => ({
    title:
      'The packed client in an empty project, on each runtime: calls, refusals, callbacks, the ledger',
    files: ['test/e2e/client-package.test.ts'],
    settings: {},
  }),
  copies: (orders = '100000', minutes = '1440') => ({
    title: `The first copy of ${orders} orders and ${minutes} minutes of changes, under the platform's limits`,
    files: ['test/workerd/copies/copies-under-limits.test.ts'],
    settings: { COPIES_ORDERS: orders, COPIES_MINUTES: minutes },
    options: visible,
  }),
  'd1-errors': (requests = '2000') => ({
    title: `${requests} requests that each meet an error of D1: none is 500, lost, doubled or its own duplicate`,
    files: ['test/workerd/store/database-failures.test.ts'],
    settings: { D1_ERROR_REQUESTS: requests },
  }),
  documents: () => ({
    title: 'Every command of the run books, the README and /docs, as it is written there',
    files: [
      'test/e2e/runbooks.test.ts',
      'test/e2e/approvals.test.ts',
      'test/e2e/documentation.test.ts',
      'test/e2e/readme.test.ts',
      'test/e2e/wrangler-dev.test.ts',
      'test/faults/restore-page.test.ts',
      'test/faults/rotate-keys-page.test.ts',
      'test/unit/documents.test.ts',
    ],
    settings: { DOCUMENTS: 'each' },
  }),
  'fee-check': (orders = '100000') => ({
    title: `The fees of ${orders} orders added up again, and one that is off by one hundredth`,
    files: ['test/workerd/settlement/fee-check.test.ts'],
    settings: { FEE_ORDERS: orders },
    options: visible,
  }),
  erasure: (orders = '100000') => ({
    title: `A thousand members of ${orders} orders masked, killed five times, and again after a restore`,
    files: ['test/workerd/privacy/erasure.test.ts'],
    settings: { ERASURE_ORDERS: orders },
    options: visible,
  }),
  export: (orders = '100000') => ({
    title: `An export of ${orders} orders beside new ones: each once, safe for a spreadsheet, in bounded memory`,
    files: ['test/e2e/export/export.test.ts'],
    settings: { EXPORT_ORDERS: orders },
  }),
  fees: (cases = '1000000') => ({
    title: `The fees of ${cases} bases and prices, as a library for decimals has them`,
    files: ['test/unit/rules/pricing/price.test.ts'],
    settings: { FEE_CASES: cases, PROPERTY_RUNS: 'all' },
  }),
  faults: (part = '') => ({
    title: `Processes killed, messages lost and doubled, receivers that hang${part && `: ${part}`}`,
    files: [`test/faults/${part}`],
    settings: { FAULT_TESTS: 'long' },
  }),
  fuzz: (requests = '20000') => ({
    title: `${requests} generated requests to every endpoint`,
    files: ['test/workerd/http/fuzz.test.ts'],
    settings: { FUZZ_REQUESTS: requests },
  }),
  holds: (accounts = '200') => ({
    title: `Twenty spellings of each of ${accounts} held accounts, and ten times as many that are not held`,
    files: ['test/workerd/merchants/held-accounts.test.ts'],
    settings: { HELD_ACCOUNTS: accounts },
  }),
  insiders: (steps = '5000', seed = '') => ({
    title: `Walks of ${steps} steps of every pair of insiders among honest people`,
    files: ['test/workerd/insiders/insiders-walk.test.ts'],
    settings: { INSIDER_STEPS: steps, INSIDER_SEED: seed },
    options: ['--silent=false'],
  }),
  keys: () => ({
    title:
      'Both keys rotated under load: each pair of versions that follow one another serves at once',
    files: ['test/faults/keys.test.ts'],
    settings: { KEYS_TEST: 'long', FAULT_TESTS: 'long' },
  }),
  kills: (kills = '200') => ({
    title: `${kills} kills of a runtime or of all processes, under load: nothing lost, doubled or off`,
    files: ['test/faults/kills.test.ts'],
    settings: { FAULT_TESTS: 'long', FAULT_KILLS: kills },
  }),
  ledger: (orders = '10000') => ({
    title: `A day's ledger against ${orders} orders of every kind, and while they are made`,
    files: ['test/workerd/accounts/ledger-of-a-day.test.ts'],
    settings: { LEDGER_ORDERS: orders },
  }),
  minute: (orders = '400') => ({
    title: `A minute's run over 16 databases under the platform's limits: idle, ${orders} orders, some out of order`,
    files: ['test/workerd/jobs/limited-minute.test.ts'],
    settings: { MINUTE_DATABASES: '16', MINUTE_ORDERS: orders },
    options: visible,
  }),
  pages: () => ({
    title: 'Every state of every page in every look, with pictures, and all tests of pages',
    files: ['test/browser', 'test/desk'],
    settings: { GALLERY: 'full' },
  }),
  properties: () => ({
    title: 'The laws of single modules, each on twice as many values as `npm test` draws',
    files: ['test/unit'],
    settings: { PROPERTY_RUNS: 'all' },
  }),
  provision: () => ({
    title: 'Provisioning by the pinned wrangler, and killed at each of its calls',
    files: ['test/unit/scripts/provision/pinned-wrangler.test.ts'],
    settings: { PROVISION_STOPS: 'all' },
  }),
  races: (races = '100') => ({
    title: `${races} races of two agents for one order, each in a browser of their own`,
    files: ['test/desk/queue-races.test.ts'],
    settings: { DESK_RACES: races },
  }),
  taps: (orders = '90') => ({
    title: `The taps of a day on a phone, ${orders} orders waiting`,
    files: [
      'test/desk/taps.test.ts',
      'test/desk/taps-of-operators.test.ts',
      'test/desk/keys.test.ts',
    ],
    settings: { DESK_ORDERS: orders },
    options: visible,
  }),
  'open-pages': (pages = '2000') => ({
    title: `${pages} open wait pages beside creations and settlements: what creations take, and when pages show it`,
    files: ['test/faults/open-pages.test.ts'],
    settings: { FAULT_TESTS: 'long', OPEN_PAGES: pages },
    options: visible,
  }),
  recovery: (orders = '1000') => ({
    title: `A database of ${orders} orders lost under load, and restored from its copies`,
    files: ['test/faults/recovery.test.ts'],
    settings: { FAULT_TESTS: 'long', RECOVERY_ORDERS: orders },
  }),
  samples: (...languages) => ({
    title:
      'The samples: vectors and any body signed, callbacks forged, tampered, old and doubled, payouts, rotations, the story',
    files: ['test/samples'],
    settings: {
      SAMPLES: languages.join(',') || 'all',
      SAMPLE_BODIES: '3000',
      SAMPLE_CALLBACKS: '1000',
    },
    options: ['--project=e2e', '--reporter=verbose'],
  }),
  // A walk is one invocation of a Worker, which may have 10,000 timeouts that run: a callback's attempt has one.
  sandbox: (operations = '2500', seed = '') => ({
    title: `A random walk of ${operations} operations of real and test merchants`,
    files: ['test/workerd/sandbox/sandbox-walk.test.ts'],
    settings: { SANDBOX_OPERATIONS: operations, WALK_SEED: seed },
  }),
  start: (rounds = '200') => ({
    title: `What ordinary clients do, ${rounds} times to each Worker: pauses, hanging up, bodies that are too large`,
    files: ['test/e2e/ordinary-clients.test.ts'],
    settings: { START_ROUNDS: rounds },
  }),
  statements: (lines = '20000') => ({
    title: `Statements of ${lines} lines beside payments, killed, mixed with feeds, taken back; deposits told twice; a feed's day`,
    files: [
      'test/workerd/banking/import-duplicates.test.ts',
      'test/workerd/banking/import-cost.test.ts',
      'test/workerd/banking/import-undo.test.ts',
      'test/workerd/banking/one-deposit.test.ts',
      'test/workerd/matcher/awaiting-sums.test.ts',
      'test/workerd/banking/feed-flood.test.ts',
      'test/e2e/statements.test.ts',
    ],
    settings: {
      STATEMENT_LINES: lines,
      STATEMENT_KILLS: '20',
      STATEMENT_RUNS: '200',
      DEPOSIT_CASES: '500',
      FEED_LINES: '25000',
    },
  }),
  walk: (operations = '10000', seed = '') => ({
    title: `A random walk of ${operations} operations over all that moves money, and races for orders and deposits`,
    files: [
      'test/workerd/accounts/money-walk.test.ts',
      'test/workerd/orders/reversal-races.test.ts',
      'test/workerd/orders/claim-races.test.ts',
      'test/workerd/banking/many-orders.test.ts',
      'test/workerd/sandbox/outcome-sequences.test.ts',
      'test/workerd/orders/possible-actions.test.ts',
      'test/workerd/merchants/rotate-keys.test.ts',
      'test/workerd/accounts/own-ledger.test.ts',
    ],
    settings: {
      WALK_OPERATIONS: operations,
      WALK_SEED: seed,
      REVERSAL_RACES: '100',
      CLAIM_ROUNDS: '50',
    },
  }),
  week: (minutes = '10080') => ({
    title: `${minutes} minutes of operations in which things go bad: each alarm in time, each mended by its run book`,
    files: ['test/workerd/week/week.test.ts'],
    settings: { WEEK_MINUTES: minutes },
    options: visible,
  }),
  'statements-year': (merchants = '200', days = '365') => ({
    title: `The statements of ${merchants} merchants over ${days} days, against their entries`,
    files: ['test/workerd/settlement/statements-year.test.ts'],
    settings: { YEAR_MERCHANTS: merchants, YEAR_DAYS: days },
  }),
  'withdrawal-races': (races = '100') => ({
    title: `${races} races of withdrawals with payouts, reversals, prices, rotations and holds`,
    files: ['test/workerd/settlement/withdrawals.test.ts'],
    settings: { WITHDRAWAL_RACES: races },
  }),
}

/** A program that judges by itself, with arguments of its own. */
type Judge = { readonly title: string; run(): Promise<unknown> }

/** The other commands of `npm run long`. */
export const judges: Readonly<Record<string, Judge>> = {
  'desk-cost': {
    title: 'The processor time of each list page of the back office among a million orders',
    run: () => import('../../bench/growth/desk-cost.ts'),
  },
  growth: {
    title: 'Each request reads as many rows among a million orders as among a thousand',
    run: () => import('../../bench/growth/run.ts'),
  },
  openapi: {
    title: 'Public judges of /openapi.json, clients generated from it, 10,000 signed requests',
    run: () => import('./openapi.ts'),
  },
  probe: {
    title: 'What the batches of a payment take on Cloudflare (--env <name>), or here (--env local)',
    run: () => import('./probe.ts'),
  },
  'previous-release': {
    title: 'The previous release’s tests on the migrations of today',
    run: () => import('./previous-release.ts'),
  },
  weigh: {
    title: 'What a row of each kind takes in a database, with all its indexes',
    run: () => import('../../bench/growth/weigh.ts'),
  },
}
