import { beforeEach, describe, expect, test } from 'vitest'
import { Problem } from '../../../../scripts/provision/problem.ts'
import { typed } from '../../../../scripts/release/commands.ts'
import { goBack, type Release, release } from '../../../../scripts/release/release.ts'
import type { SmokeReport } from '../../../../scripts/smoke/run.ts'
import type { Account } from '../../../support/wrangler/account.ts'
import { traffic } from '../../../support/wrangler/versions.ts'
import { accountOf, answered, migrations } from './made-up.ts'

// Releases on an account that a stand-in for wrangler keeps. The process itself is tried in release-process.test.ts.

const commit = 'c0ffee0123456789abcdef0123456789abcdef01'
const tag = 'c0ffee012345'
const [pay, desk] = ['merchant-pay-production', 'merchant-pay-backoffice-production']

let account: Account
let told: string[]
let looks: Record<string, string>[]
// Each command that begins so fails the next time.
let failing: string[]

beforeEach(() => {
  account = accountOf('production')
  told = []
  looks = []
  failing = []
})

describe('a release to production', () => {
  test('migrates, then gives each Worker its traffic in steps that are looked at, the public one first', async () => {
    await release(production())
    const does = ran().filter((line) => !/(?:deployments|versions) list/.test(line))
    expect(does.map(shortened)).toEqual([
      'pay: d1 migrations list DB --remote',
      'pay: d1 migrations list DB_1 --remote',
      'pay: d1 time-travel info DB --json',
      'pay: d1 migrations apply DB --remote',
      `pay: versions upload --tag ${tag} --message Release of ${tag}`,
      ...['0 100', '10 90', '50 50', '100'].map((shares) => `pay: versions deploy ${shares}`),
      'pay: triggers deploy',
      `desk: versions upload --tag ${tag} --message Release of ${tag}`,
      ...['0 100', '10 90', '50 50', '100'].map((shares) => `desk: versions deploy ${shares}`),
      'desk: triggers deploy',
    ])
    expect(stands()).toEqual([`${tag} 100`, `${tag} 100`])
    expect(told.join('\n')).toMatch(/time-travel restore merchant-pay --bookmark=0000/)
  })

  test('looks at the new version alone while the older one has a share', async () => {
    await release(production())
    const [first] = account.workers[pay]?.versions?.slice(-1) ?? []
    const led = { 'cloudflare-workers-version-overrides': `${pay}="${first?.id}"` }
    expect(looks.slice(0, 4)).toEqual([led, led, led, {}])
    expect(looks).toHaveLength(8)
  })

  test('again, changes nothing and looks again', async () => {
    await release(production())
    const versions = account.workers[pay]?.versions?.length
    account.calls.length = 0
    await release(production())
    expect(ran().filter((line) => /upload|versions deploy|apply/.test(line))).toEqual([])
    expect(account.workers[pay]?.versions?.length).toBe(versions)
    expect(looks).toHaveLength(10)
  })

  test('stops where a migration fails, before any code, and goes on the next time', async () => {
    failing.push('d1 migrations apply')
    await expect(release(production())).rejects.toThrow(Problem)
    expect(stands()).toEqual(['older 100', 'older 100'])
    expect(looks).toEqual([])
    await release(production())
    expect(stands()).toEqual([`${tag} 100`, `${tag} 100`])
    expect(lacking()).toEqual([0, 0])
  })

  test('stops before it migrates where a Worker was never deployed', async () => {
    delete account.workers[desk]
    await expect(release(production())).rejects.toThrow('does not exist')
    expect(lacking()).toEqual([2, 0])
  })

  test('leaves alone what another release has begun', async () => {
    await expect(release(production(looking('at 10')))).rejects.toThrow('by hand')
    const other = { ...production(), commit: 'd'.repeat(40) }
    await expect(release(other)).rejects.toThrow(
      'Another release of merchant-pay-production is half-way',
    )
    expect(stands()[0]).toMatch(/10, older 90$/)
  })
})

describe('something is wrong', () => {
  test.each([
    [1, 'while no customer reaches it'],
    [2, 'with 10 %'],
    [3, 'with 50 %'],
    [4, 'with all traffic'],
  ])('with the public Worker (look %i, %s): it goes back', async (look) => {
    await expect(release(production(wrongFrom(look)))).rejects.toThrow('health: it is ill')
    expect(stands()).toEqual(['older 100', 'older 100'])
    expect(ran().some((line) => line.startsWith('desk: versions upload'))).toBe(false)
    expect(ran().at(-1)).toMatch(/^pay: rollback \S+ -y -m Back from c0ffee012345$/)
  })

  test('with the back office: both go back, the back office first', async () => {
    await expect(release(production(wrongFrom(6)))).rejects.toThrow('run what they ran before')
    expect(stands()).toEqual(['older 100', 'older 100'])
    const back = ran().filter((line) => line.includes('rollback'))
    expect(back.map((line) => line.slice(0, 5))).toEqual(['desk:', 'pay: '])
  })

  test('once and not the second time: it goes on', async () => {
    let look = 0
    const smoke = () => {
      look += 1
      return report(look !== 2)
    }
    await release(production(smoke))
    expect(stands()).toEqual([`${tag} 100`, `${tag} 100`])
  })

  test('and going back fails: it says what to type', async () => {
    failing.push('rollback')
    await expect(release(production(wrongFrom(2)))).rejects.toThrow(
      /public Worker is NOT back [\s\S]*By hand: npx wrangler rollback \S+ -y -m "Back from c0ffee012345" -c wrangler.toml/,
    )
    await goBack(production())
    expect(stands()).toEqual(['older 100', 'older 100'])
  })

  test('and later everywhere: a person can go back', async () => {
    await release(production())
    await goBack(production())
    expect(stands()).toEqual(['older 100', 'older 100'])
    await goBack(production())
    expect(told.at(-1)).toBe(`The public Worker does not run ${tag}.`)
  })
})

test('each command that fails once stops the release, which goes on from there', async () => {
  await release(production())
  const commands = ran().map((line) => withoutIds(line.replace(/^\w+: /, '')))
  for (const [index, command] of commands.entries()) {
    account = accountOf('production')
    const before = commands.slice(0, index).filter((one) => one === command).length
    const run = production()
    let seen = 0
    const once: Release = {
      ...run,
      wrangler: (args) => {
        const asked = withoutIds(args.slice(0, args.indexOf('-c')).join(' '))
        if (asked === command) seen += 1
        if (asked === command && seen === before + 1) throw new Problem('once')
        return run.wrangler(args)
      },
    }
    await expect(release(once), command).rejects.toThrow('once')
    await release(run)
    expect([command, ...stands(), lacking()[0]]).toEqual([command, `${tag} 100`, `${tag} 100`, 0])
    expect(account.workers[pay]?.versions?.length, command).toBe(2)
  }
})

test('a release to staging deploys each Worker at once, and both go back together', async () => {
  account = accountOf('staging')
  const staging: Release = {
    ...production(),
    ...{ stages: null, databases: [{ binding: 'DB', name: 'merchant-pay' }] },
    workers: production().workers.map((worker) => {
      return { ...worker, env: 'staging', name: worker.name.replace('production', 'staging') }
    }),
  }
  await release(staging)
  const names = staging.workers.map(({ name }) => name)
  expect(names.map((name) => traffic(account.workers[name] ?? {}))).toEqual([
    `${tag} 100`,
    `${tag} 100`,
  ])
  expect(looks).toEqual([{}, {}])
  const next = { ...staging, commit: 'd'.repeat(40), smoke: async () => report(looks.push({}) < 4) }
  await expect(release(next)).rejects.toThrow('it is ill')
  expect(names.map((name) => traffic(account.workers[name] ?? {}))).toEqual([
    `${tag} 100`,
    `${tag} 100`,
  ])
})

test('a version that was uploaded before a newer one is not taken again', async () => {
  await expect(release(production(looking('at 0')))).rejects.toThrow('by hand')
  await goBack(production())
  answered(account, 'production', [
    'versions',
    'upload',
    '--tag',
    'secret',
    '-c',
    'wrangler.toml',
    '-e',
    'production',
  ])
  await release(production())
  const tags = account.workers[pay]?.versions?.map((version) => version.annotations['workers/tag'])
  expect(tags).toEqual(['older', tag, 'secret', tag])
})

function production(smoke: () => SmokeReport = () => report(true)): Release {
  const workers = [
    { title: 'public Worker', name: pay, config: 'wrangler.toml', env: 'production' },
    { title: 'back office', name: desk, config: 'wrangler.backoffice.toml', env: 'production' },
  ] as const
  return {
    workers,
    databases: [
      { binding: 'DB', name: 'merchant-pay' },
      { binding: 'DB_1', name: 'merchant-pay-1' },
    ],
    commit,
    stages: [0, 10, 50, 100],
    wrangler: async (args) => {
      const fails = failing.findIndex((begin) => args.join(' ').startsWith(begin))
      if (fails >= 0) throw new Problem(`${failing.splice(fails, 1)} failed`)
      const env = args[args.indexOf('-e') + 1] ?? ''
      const { code, stdout, stderr, record } = answered(account, env, args)
      if (code !== 0) throw new Problem(`${typed(args)} failed (${code}):\n${stderr}`)
      return { args, output: stdout, records: record === undefined ? [] : [record as never] }
    },
    smoke: async (headers) => {
      looks.push(headers)
      return smoke()
    },
    tell: (line) => told.push(line),
    pauseMs: 0,
  }
}

function report(ok: boolean): SmokeReport {
  const outcome = ok ? 'passed' : 'failed'
  const said = ok ? 'it is well' : 'it is ill'
  const checks = [{ name: 'health', outcome, ms: 1, said }] as const
  return { ok, baseUrl: 'https://pay.example', checks, leftBehind: [] }
}

// From a certain look on, whatever it looks at; each look that finds something is made twice.
function wrongFrom(look: number): () => SmokeReport {
  let made = 0
  return () => {
    made += 1
    return report(made < look)
  }
}

// A release that somebody ends while its first Worker has a certain share.
function looking(share: string): () => SmokeReport {
  return () => {
    if (told.some((line) => line.includes(`has ${share.slice('at '.length)} % of ${pay}`))) {
      throw new Error('by hand')
    }
    return report(true)
  }
}

// What was asked, without the wrangler file and the environment.
function ran(): string[] {
  return account.calls.map((call) => {
    const [asked = '', file = ''] = call.split(' -c ')
    return `${file.startsWith('wrangler.toml') ? 'pay' : 'desk'}: ${asked}`
  })
}

function lacking(): number[] {
  return account.databases.map(({ applied }) => migrations - applied)
}

function stands(): string[] {
  return [pay, desk].map((name) => traffic(account.workers[name] ?? {}))
}

function withoutIds(line: string): string {
  return line.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '<id>')
}

// With the shares of versions alone.
function shortened(line: string): string {
  const shares = [...line.matchAll(/@(\d+)%/g)].map(([, percent]) => percent)
  return shares.length === 0 ? line : `${line.split(' ').slice(0, 3).join(' ')} ${shares.join(' ')}`
}
