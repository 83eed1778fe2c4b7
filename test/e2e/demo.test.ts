import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

test('npm run demo succeeds in every step (§1.3 payouts–resend, §4.11 effect, §6 payout, payout failure, resend)', async () => {
  const { stdout } = await promisify(execFile)('npm', ['run', 'demo'])
  expect(stdout).toContain('each with the expected result')
  // One link is paid without a person; what is in doubt goes to one, in words (matching §2–§4).
  expect(stdout).toMatch(/without a person, and.*\n.*succeeded, settled by auto, proof awaiting/)
  expect(stdout).toMatch(/callback reaches the merchant\n.*: collection success, paid 800/)
  expect(stdout).toMatch(/with the reason\n.*unclaimed: two_orders \(Several orders may fit/)
  expect(stdout).toMatch(/operator asks the payer.*\n.*settled by person/)
})
