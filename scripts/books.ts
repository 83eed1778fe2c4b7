import { runLongTest } from './checks/long-test.ts'

// `npm run test:books [orders]`
const orders = process.argv[2] ?? '1000000'
await runLongTest(
  `The check of the books over ${orders} orders, sound and with one row wrong by one hundredth`,
  'test/workerd/books/many-books.test.ts',
  { BOOKS_ORDERS: orders },
  ['--silent=false', '--disable-console-intercept=true'],
)
