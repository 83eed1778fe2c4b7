import { runLongTest } from './checks/long-test.ts'

// `npm run test:desk:races [races]`
const races = process.argv[2] ?? '100'
await runLongTest(
  `${races} races of two agents for one order, each in a browser of their own`,
  ['test/desk/queue-races.test.ts'],
  { DESK_RACES: races },
)
