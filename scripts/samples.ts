import { runLongTest } from './checks/long-test.ts'

// `npm run test:samples [languages]`
const languages = process.argv.slice(2).join(',') || 'all'
await runLongTest(
  `The samples, ${languages}: vectors and any body signed, callbacks forged, tampered, old and doubled, the story`,
  'test/samples',
  { SAMPLES: languages, SAMPLE_BODIES: '3000', SAMPLE_CALLBACKS: '1000' },
  ['--project=e2e', '--reporter=verbose'],
)
