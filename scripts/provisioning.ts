import { runLongTest } from './checks/long-test.ts'

await runLongTest(
  'Provisioning by the pinned wrangler, and killed at each of its calls',
  [
    'test/unit/scripts/provision/real-wrangler.test.ts',
    'test/unit/scripts/provision/processes.test.ts',
  ],
  { PROVISION_STOPS: 'all' },
)
