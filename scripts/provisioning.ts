import { runLongTest } from './checks/long-test.ts'

await runLongTest(
  'Provisioning by the pinned wrangler, and killed at each of its changes',
  'test/unit/scripts/provision/pinned-wrangler.test.ts',
  { PROVISION_STOPS: 'all' },
)
