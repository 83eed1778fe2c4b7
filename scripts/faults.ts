import { runLongTest } from './checks/long-test.ts'

// `npm run test:faults [kills|queue|isolation|answers]`
const part = process.argv[2] ?? ''
await runLongTest(
  `The fault lab${part && `, ${part}`}: processes killed, messages lost and doubled, servers that hang`,
  `test/faults/${part}`,
  { FAULT_LAB: 'full' },
)
