import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Release } from '../../../../scripts/release/options.ts'
import { planOf, release } from '../../../../scripts/release/release.ts'
import { rollBack } from '../../../../scripts/release/roll-back.ts'
import { isGradual, targetOf } from '../../../../scripts/release/target.ts'
import type { SmokeReport } from '../../../../scripts/smoke/run.ts'
import { addVersion, divide, traffic, workerOf } from '../../../support/cloudflare/account.ts'
import { Rehearsal } from '../../../support/cloudflare/rehearsal.ts'
import { ReleaseRehearsal, report, tag } from '../../../support/cloudflare/release-rehearsal.ts'
import { root } from '../../../support/project-files.ts'

// Releases on an account in memory that is provisioned. `npm run long -- provision` makes one with the pinned wrangler.

const [pay, desk] = ['merchant-pay-production', 'merchant-pay-backoffice-production']

let one: ReleaseRehearsal

beforeEach(async () => {
  one = await ReleaseRehearsal.begin()
})

describe('a release to production', () => {
  test('migrates, then gives each Worker its traffic in steps, each with a smoke test, the public one first', async () => {
    await release(run())
    const shares = ['0 100', '10 90', '50 50', '100'].map(
      (percents) => `versions deploy ${percents}`,
    )
    const ofWorker = [`versions upload ${tag}`, ...shares, 'triggers deploy']
    expect(one.changes().map(shortened)).toEqual([
      'pay: d1 migrations apply DB',
      'pay: d1 migrations apply DB_SANDBOX',
      ...ofWorker.map((line) => `pay: ${line}`),
      ...ofWorker.map((line) => `desk: ${line}`),
    ])
    expect(one.running()).toEqual([`${tag} 100`, `${tag} 100`])
    expect(one.logged.join('\n')).toMatch(
      /time-travel restore merchant-pay-production --bookmark=0000/,
    )
  })

  test('looks at the new version alone while the older one has a share', async () => {
    await release(run())
    const [version] = workerOf(one.account, pay).versions
    const led = { 'cloudflare-workers-version-overrides': `${pay}="${version?.id}"` }
    expect(one.smokes.slice(0, 4)).toEqual([led, led, led, {}])
    expect(one.smokes).toHaveLength(8)
  })

  test('again, uploads nothing, divides nothing and looks again', async () => {
    await release(run())
    one.calls.length = 0
    await release(run())
    expect(one.changes().filter((line) => /upload|versions deploy/.test(line))).toEqual([])
    expect(one.smokes).toHaveLength(10)
  })

  test('gives all traffic at once to a Worker that was never deployed, and still goes back with the other', async () => {
    one.account.workers.delete(desk)
    await release(run())
    const ofDesk = one.changes().filter((line) => line.startsWith('desk'))
    expect(ofDesk.map(shortened)).toEqual([`desk: deploy ${tag}`])
    expect(one.running()).toEqual([`${tag} 100`, `${tag} 100`])
    one.account.workers.delete(desk)
    await expect(release({ ...run(wrongFrom(10)), commit: 'd'.repeat(40) })).rejects.toThrow(
      /THE BACK OFFICE .* ROLLBACK IS NOT CONFIRMED[\s\S]*no previous version/,
    )
    expect(one.running()[0]).toBe(`${tag} 100`)
  })

  test('leaves alone what another release has begun', async () => {
    await expect(release(run(endedAt(10)))).rejects.toThrow('by hand')
    const other = { ...run(), commit: 'd'.repeat(40) }
    await expect(release(other)).rejects.toThrow(`Another release of ${pay} is unfinished`)
    expect(one.running()[0]).toBe(`${tag} 10, untagged 90`)
  })

  test.each([
    ['begun', 0, /Another release of .* is unfinished/],
    ['ended', 100, /Another release or rollback has changed .* this release stops/],
  ])('stops where another one has %s meanwhile', async (_, percent, problem) => {
    const worker = workerOf(one.account, pay)
    const [older] = worker.versions
    const other = () => {
      if (one.smokes.length === 2) {
        const rest = percent === 0 ? [[older?.id ?? '', 100] as const] : []
        divide(worker, [[addVersion(worker, 'other'), percent], ...rest])
      }
      return report(true)
    }
    await expect(release(run(other))).rejects.toThrow(problem)
    expect(one.running()[0]).toMatch(`other ${percent}`)
  })

  test('stops where it was taken back meanwhile', async () => {
    const worker = workerOf(one.account, pay)
    const [older] = worker.versions
    const back = () => {
      if (one.smokes.length === 2) divide(worker, [[older?.id ?? '', 100]])
      return report(true)
    }
    await expect(release(run(back))).rejects.toThrow(/rollback has changed .* this release stops/)
    expect(one.running()[0]).toBe('untagged 100')
  })

  test('does not take a version again that was uploaded before a newer one', async () => {
    await expect(release(run(endedAt(0)))).rejects.toThrow('by hand')
    await rollBack(run())
    addVersion(workerOf(one.account, pay), 'secret')
    await release(run())
    const tags = workerOf(one.account, pay).versions.map((one) => one.annotations['workers/tag'])
    expect(tags).toEqual([tag, 'secret', tag, undefined])
  })
})

describe('the first release of an environment without merchants', () => {
  test('deploys each Worker at once, with the commit as its tag and a smoke test', async () => {
    one = await ReleaseRehearsal.provisioned()
    await release({ ...run(), isInUse: false })
    expect(
      one
        .changes()
        .filter((line) => /deploy/.test(line))
        .map(shortened),
    ).toEqual([`pay: deploy ${tag}`, `desk: deploy ${tag}`])
    expect(one.running()).toEqual([`${tag} 100`, `${tag} 100`])
    expect(one.smokes).toEqual([{}, {}])
  })

  test('stays where it is when something is wrong, and the next one replaces it', async () => {
    one = await ReleaseRehearsal.provisioned()
    const first = { ...run(wrongFrom(1)), isInUse: false }
    await expect(release(first)).rejects.toThrow(/there is no merchant yet[\s\S]*health: it is ill/)
    expect(one.running()).toEqual([`${tag} 100`, ''])
    await release({ ...run(), isInUse: false, commit: 'd'.repeat(40) })
    expect(one.running()).toEqual(['dddddddddddd 100', 'dddddddddddd 100'])
  })
})

test('each call that fails once stops the release, which goes on from there', async () => {
  await release(run())
  const count = one.calls.length
  for (let at = 1; at <= count; at += 1) {
    one = await ReleaseRehearsal.begin()
    one.fault = { at, after: at % 2 === 0, stops: false }
    const end = await release(run()).then(
      () => 'through',
      ({ message }) => message,
    )
    // What is looked at is looked at twice, but for the first time, before anything is changed.
    const isLook = at > 1 && one.calls[at - 1] === 'POST /graphql'
    expect(end, `call ${at}`).toContain(isLook ? 'through' : 'the network failed')
    await release(run())
    expect([at, ...one.running()]).toEqual([at, `${tag} 100`, `${tag} 100`])
    expect(workerOf(one.account, pay).versions, `call ${at}`).toHaveLength(2)
  }
})

describe('something is wrong', () => {
  test.each([
    [1, 'while no customer reaches it'],
    [2, 'with 10 %'],
    [3, 'with 50 %'],
    [4, 'with all traffic'],
  ])('with the public Worker (smoke test %i, %s): it goes back', async (smoke) => {
    await expect(release(run(wrongFrom(smoke)))).rejects.toThrow('health: it is ill')
    expect(one.running()).toEqual(['untagged 100', 'untagged 100'])
    expect(one.changes().some((line) => line.startsWith('desk: versions upload'))).toBe(false)
    expect(one.changes().at(-1)).toMatch(/^pay: rollback \S+ -y -m Back from c0ffee012345$/)
  })

  test('with the back office: both go back, the back office first', async () => {
    await expect(release(run(wrongFrom(6)))).rejects.toThrow('run their previous versions')
    expect(one.running()).toEqual(['untagged 100', 'untagged 100'])
    const back = one.changes().filter((line) => line.includes('rollback'))
    expect(back.map((line) => line.slice(0, 5))).toEqual(['desk:', 'pay: '])
  })

  test('once and not the second time: it goes on', async () => {
    await release(run(() => report(one.smokes.length !== 2)))
    expect(one.running()).toEqual([`${tag} 100`, `${tag} 100`])
  })
})

test('a release to staging deploys each Worker at once, and both go back together', async () => {
  one = await ReleaseRehearsal.begin('staging')
  const names = ['merchant-pay-staging', 'merchant-pay-backoffice-staging']
  const staging = { ...run(), stages: null }
  const whole = [`${tag} 100`, `${tag} 100`]
  await release(staging)
  expect(names.map((name) => traffic(one.account, name))).toEqual(whole)
  expect(one.smokes).toEqual([{}, {}])
  one.calls.length = 0
  await release(staging)
  const deployed = one.changes().filter((line) => /deploy/.test(line))
  expect(deployed.map(shortened)).toEqual(['pay: triggers deploy', 'desk: triggers deploy'])
  one.smokes.length = 0
  const next = { ...run(wrongFrom(2)), stages: null, commit: 'd'.repeat(40) }
  await expect(release(next)).rejects.toThrow('it is ill')
  expect(names.map((name) => traffic(one.account, name))).toEqual(whole)
})

test('a desk that does not answer stops it before anything is done, with what releases its repair', async () => {
  const alarms = () => Promise.reject(new Error('nothing answers'))
  await expect(release({ ...run(), alarms })).rejects.toThrow(/nothing answers.*--without-desk/)
  expect(one.calls).toEqual([])
})

test('a dry run prints the commands that a release gives, in their order', async () => {
  const planned = planOf(run()).filter((line) => line.startsWith('npx wrangler '))
  await release(run())
  const version = /(?:<\w+>|[0-9a-f-]{36})@/g
  const given = one.calls.filter((call) => !/^(?:GET|POST) /.test(call))
  const plain = (line: string) => line.replaceAll('"', '').replaceAll(version, '@')
  expect(planned.map((line) => plain(line.slice('npx wrangler '.length)))).toEqual(given.map(plain))
})

test('variables that the Worker would refuse are not deployed, but gone back from', async () => {
  one.write('wrangler.toml', (text) => {
    const [before, after = ''] = text.split('[env.production.vars]')
    return `${before}[env.production.vars]${after.replace('QUIET_HOURS = ""', 'QUIET_HOURS = "23-7"')}`
  })
  await expect(release(run())).rejects.toThrow(/nothing was done: .* as 23:00-07:00/)
  expect(one.calls).toEqual([])
  await expect(rollBack(run())).rejects.toThrow('Neither Worker runs')
})

test('the command prints them', async () => {
  const command = [join(root, 'scripts/release.ts'), '--env', 'production', '--dry-run']
  const { stdout } = await promisify(execFile)(process.execPath, command)
  expect(stdout).toContain('npx wrangler versions deploy <new>@10% <old>@90% -y -c wrangler.toml')
  for (const missing of targetOf(root, 'production').missing) expect(stdout).toContain(missing)
  const { missing } = targetOf(new Rehearsal().folder, 'production')
  expect(missing).toContain('the id of DB, which `npm run provision` fills in')
})

test('the command takes any environment of wrangler.toml, and names them for an unknown one', async () => {
  const command = [join(root, 'scripts/release.ts'), '--env', 'nowhere', '--dry-run']
  const ended = promisify(execFile)(process.execPath, command)
  await expect(ended).rejects.toThrow('--env must be staging or production')
  expect(['staging', 'production', 'production-2'].map(isGradual)).toEqual([false, true, true])
})

function run(smoke?: () => SmokeReport): Release {
  return one.release(smoke)
}

// From a certain smoke test on; each that finds something is made twice.
function wrongFrom(smoke: number): () => SmokeReport {
  return () => report(one.smokes.length < smoke)
}

// A release that somebody ends while its first Worker has a certain share.
function endedAt(percent: number): () => SmokeReport {
  return () => {
    if (one.logged.some((line) => line.endsWith(`has ${percent} % of ${pay}.`))) {
      throw new Error('by hand')
    }
    return report(true)
  }
}

// With the shares of versions alone, and the tag of an upload.
function shortened(line: string): string {
  const shares = [...line.matchAll(/@(\d+)%/g)].map(([, percent]) => percent)
  if (shares.length > 0) return `${line.split(' ').slice(0, 3).join(' ')} ${shares.join(' ')}`
  return line.replace(/ --tag (\S+) .*/, ' $1').replace(' --remote', '')
}
