import { runLongTest } from './checks/long-test.ts'

// `npm run test:keys`
await runLongTest(
  'Both keys rotated under load: each pair of versions that follow one another serves at once',
  'test/faults/keys.test.ts',
  { KEYS_TEST: 'long', FAULT_TESTS: 'long' },
)
