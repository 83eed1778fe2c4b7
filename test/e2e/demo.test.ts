import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

test('npm run demo succeeds in every step (§1.3 payouts–resend, §4.11 effect, §6 payout, payout failure, resend)', async () => {
  const { stdout } = await promisify(execFile)('npm', ['run', 'demo'])
  expect(stdout).toContain('each as it should be')
})
