import { describe, expect, test } from 'vitest'
import type { Release } from '../../../../scripts/release/options.ts'
import { release } from '../../../../scripts/release/release.ts'
import { rollBack, rollbackPlanOf } from '../../../../scripts/release/roll-back.ts'
import { addVersion, divide, traffic, workerOf } from '../../../support/cloudflare/account.ts'
import { ReleaseRehearsal, report, tag } from '../../../support/cloudflare/release-rehearsal.ts'

// Faults during a rollback: both Workers are rolled back, or the message names in capitals the one that may not be.

const older = ['untagged 100', 'untagged 100']

test('a release that is everywhere goes back, the back office first', async () => {
  const one = await released()
  await rollBack(one.release())
  expect(one.running()).toEqual(older)
  const back = one.changes().filter((line) => line.includes('rollback'))
  expect(back.map((line) => line.slice(0, 5))).toEqual(['desk:', 'pay: '])
  const plan = rollbackPlanOf(one.release().workers, one.release().commit)
  const given = one.calls.filter((call) => call.startsWith('rollback'))
  const plain = (line: string) =>
    line.replace(/^npx wrangler |"/g, '').replace(/<before>|[0-9a-f-]{36}/, '')
  expect(plan.map(plain)).toEqual(given.map(plain))
})

test('where neither Worker runs the commit, going back says so and fails', async () => {
  const one = await ReleaseRehearsal.begin()
  const nothing =
    /Neither Worker runs c0ffee012345: nothing was rolled back[\s\S]*wrangler deployments status/
  await expect(rollBack(one.release())).rejects.toThrow(nothing)
  await release(one.release())
  await rollBack(one.release())
  await expect(rollBack(one.release())).rejects.toThrow(nothing)
  expect(one.running()).toEqual(older)
})

test('a Worker whose secret has changed since is named: the version before has the old one', async () => {
  const one = await released()
  const [pay] = one.release().workers
  const worker = workerOf(one.account, pay.name)
  divide(worker, [[addVersion(worker), 100]])
  await expect(rollBack(one.release())).rejects.toThrow(
    /^THE PUBLIC WORKER .* MAY STILL SERVE c0ffee012345: .*\n {2}A secret was changed after the release/,
  )
  expect(one.changes().some((line) => line.startsWith('pay: rollback'))).toBe(false)
  expect(traffic(one.account, one.release().workers[1].name)).toBe('untagged 100')
  const earlier = { ...one.release(), commit: 'd'.repeat(40) }
  await release(earlier)
  expect(one.running()).toEqual(['dddddddddddd 100', 'dddddddddddd 100'])
})

test('a Worker without an earlier version is named, and the other goes back', async () => {
  const one = await released()
  const [, desk] = one.release().workers
  one.account.workers.get(desk.name)?.deployments.splice(1)
  await expect(rollBack(one.release())).rejects.toThrow(
    /THE BACK OFFICE .* ROLLBACK IS NOT CONFIRMED[\s\S]*It has no previous version/,
  )
  expect(one.running()).toEqual(['untagged 100', `${tag} 100`])
})

test('a rollback that wrangler reports and Cloudflare does not have is not taken for one', async () => {
  const one = await released()
  const { wrangler, ...rest } = one.release()
  const idle: Release['wrangler'] = async (args) => {
    if (args[0] !== 'rollback' || !args.includes('wrangler.toml')) await wrangler(args)
  }
  await expect(rollBack({ ...rest, wrangler: idle })).rejects.toThrow(
    /^THE PUBLIC WORKER .* MAY STILL SERVE c0ffee012345: ITS ROLLBACK IS NOT CONFIRMED\.\n.*\n {2}By hand: npx wrangler rollback \S+ -y -m "Back from c0ffee012345" -c wrangler.toml -e production\nDO NOT RELEASE BEFORE BOTH/,
  )
  expect(one.running()).toEqual([`${tag} 100`, 'untagged 100'])
})

// As many as going back has at most; the test below holds it to that.
const calls = 10
const each = Array.from({ length: calls }, (_, n) => n + 1)
const moments = [false, true].flatMap((after) => [false, true].map((lasts) => ({ after, lasts })))
const faults = each.flatMap((at) => moments.map((moment) => ({ at, ...moment })))

test('these are all calls of going back', async () => {
  const one = await released()
  await rollBack(one.release())
  expect(one.calls).toHaveLength(calls)
})

describe('the network fails', () => {
  test.each(faults)(
    'at call $at of going back (after its effect: $after, for good: $lasts)',
    async ({ at, after, lasts }) => {
      const one = await released()
      one.fault = { at, after, lasts, stops: false }
      const end = await rollBack(one.release()).then(() => '', messageOf)
      const isBack = one.running().join() === older.join()
      expect(isBack || !lasts ? isBack : namesThoseLeft(one, end), end).toBe(true)
      expect(lasts || end === '', end).toBe(true)
    },
  )

  test.each(faults)(
    'at call $at of going back by a smoke test with half of the traffic (after its effect: $after, for good: $lasts)',
    async ({ at, after, lasts }) => {
      const one = await ReleaseRehearsal.begin()
      const halfBad = () => {
        const isBad = one.running().includes(`${tag} 50, untagged 50`)
        if (isBad) one.fault ??= { at: one.calls.length + at, after, lasts, stops: false }
        return report(!isBad)
      }
      const end = await release(one.release(halfBad)).then(() => '', messageOf)
      expect(end).toContain('health: it is ill')
      expect(end).not.toContain('it skips completed steps')
      const isBack = one.running().join() === older.join()
      expect(isBack || namesThoseLeft(one, end), end).toBe(true)
    },
  )
})

async function released(): Promise<ReleaseRehearsal> {
  const one = await ReleaseRehearsal.begin()
  await release(one.release())
  one.calls.length = 0
  return one
}

function messageOf(error: Error): string {
  return error.message
}

// Each Worker that has traffic of the bad version is named in capitals, with what to type.
function namesThoseLeft(one: ReleaseRehearsal, end: string): boolean {
  return one.release().workers.every(({ title, name, args }) => {
    const isBack = !traffic(one.account, name).includes(tag)
    const isNamed = end.includes(`THE ${title.toUpperCase()} (${name}) MAY STILL SERVE`)
    const command = new RegExp(`wrangler rollback .*${args.join(' ')}`)
    return isBack || (isNamed && command.test(end))
  })
}
