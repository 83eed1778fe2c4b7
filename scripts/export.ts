import { runLongTest } from './checks/long-test.ts'

// `npm run test:export [orders]`
const orders = process.argv[2] ?? '100000'
await runLongTest(
  `An export of ${orders} orders beside new ones: each once, safe for a spreadsheet, in bounded memory`,
  'test/e2e/export/export.test.ts',
  { EXPORT_ORDERS: orders },
)
