import { runLongTest } from './checks/long-test.ts'

// `npm run test:fuzz [requests]`
const requests = process.argv[2] ?? '20000'
await runLongTest(
  `${requests} generated requests to every endpoint`,
  'test/workerd/http/fuzz.test.ts',
  {
    FUZZ_REQUESTS: requests,
  },
)
