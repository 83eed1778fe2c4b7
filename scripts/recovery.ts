import { runLongTest } from './checks/long-test.ts'

// `npm run test:recovery`
await runLongTest(
  'Recovery: the database lost under load twenty times, and restored from its copies',
  'test/faults/recovery.test.ts',
  { FAULT_TESTS: 'long' },
)
