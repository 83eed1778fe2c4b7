import { runLongTest } from './checks/long-test.ts'

// `npm run test:start [rounds]`
const rounds = process.argv[2] ?? '200'
await runLongTest(
  `What ordinary clients do, ${rounds} times to each Worker: pauses of 5 s, hanging up, bodies that are too large`,
  'test/e2e/ordinary-clients.test.ts',
  { START_ROUNDS: rounds },
)
