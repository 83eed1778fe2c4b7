import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * What takes longest on a machine of two cores: the last file of a group keeps the machine waiting, if it is of these.
 * So do servers that are killed: they wait, and are to do so beside files that compute.
 */
export const longest = [
  'test/workerd/jobs/limited-minute.test.ts',
  'test/unit/scripts/provision/pinned-wrangler.test.ts',
  'test/desk/rivals.test.ts',
  'test/desk/doubts.test.ts',
  'test/desk/money-elsewhere.test.ts',
  'test/desk/outside-texts.test.ts',
  'test/desk/queue-sent.test.ts',
  'test/desk/reach.test.ts',
  'test/e2e/probe.test.ts',
  'test/e2e/restarts.test.ts',
  'test/browser/gallery.test.ts',
  'test/faults/recovery.test.ts',
  'test/desk/roles.test.ts',
  'test/desk/queue-payouts.test.ts',
  'test/desk/banking-statements.test.ts',
  'test/e2e/wrangler-dev.test.ts',
  'test/faults/events.test.ts',
  'test/faults/kills.test.ts',
  'test/e2e/local-server.test.ts',
  'test/desk/gallery.test.ts',
  'test/faults/auto-load.test.ts',
  'test/e2e/export/export.test.ts',
  'test/e2e/runbooks.test.ts',
  'test/faults/',
]

/** Begins with the files that take longest, as the first run of a clean checkout knows no durations. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const rank = ({ moduleId }: TestSpecification) => {
      const at = longest.findIndex((name) => moduleId.includes(name))
      return at < 0 ? longest.length : at
    }
    return sorted.toSorted((one, other) => rank(one) - rank(other))
  }
}
