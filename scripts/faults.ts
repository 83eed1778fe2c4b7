import { runLongTest } from './checks/long-test.ts'

// `npm run test:faults [kills|events|queue|isolation|answers]`
const part = process.argv[2] ?? ''
await runLongTest(
  `Fault tests${part && `, ${part}`}: processes killed, messages lost and doubled, receivers that hang`,
  `test/faults/${part}`,
  { FAULT_TESTS: 'long' },
)
