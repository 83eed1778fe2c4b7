import { parseYaml } from '@redocly/openapi-core'
import { describe, expect, test } from 'vitest'
import { filesIn, readProject } from '../../support/project-files.ts'

// The logic of a release is in scripts/release. The workflows start it, with no more than they need.

type Step = {
  readonly uses?: string
  readonly run?: string
  readonly with?: Readonly<Record<string, unknown>>
  readonly env?: Readonly<Record<string, string>>
}
type Job = {
  readonly needs?: string
  readonly environment?: string
  readonly permissions?: unknown
  readonly env?: unknown
  readonly 'timeout-minutes'?: number
  readonly steps: readonly Step[]
}
type Workflow = {
  readonly on: Readonly<Record<string, unknown>>
  readonly permissions: unknown
  readonly concurrency: unknown
  readonly jobs: Readonly<Record<string, Job>>
}

const { scripts }: { scripts: Record<string, string> } = JSON.parse(readProject('package.json'))
const files = filesIn('.github/workflows')

test('there is a workflow for checks, releases and the way back', () => {
  expect([...files].sort()).toEqual(
    ['checks', 'release', 'roll-back'].map((name) => `.github/workflows/${name}.yml`),
  )
})

describe.each(files)('%s', (file) => {
  const text = readProject(file)
  const workflow = parseYaml(text) as Workflow
  const jobs = Object.values(workflow.jobs)
  const steps = jobs.flatMap((job) => job.steps)

  test('may read the repository and nothing else, one at a time', () => {
    expect(workflow.permissions).toEqual({ contents: 'read' })
    expect(jobs.filter((job) => job.permissions !== undefined)).toEqual([])
    expect(workflow.concurrency).toMatchObject({ group: expect.any(String) })
    for (const job of jobs) expect(job['timeout-minutes']).toBeGreaterThan(0)
  })

  test('uses actions by their commit, with the version beside it, and always the same', () => {
    const used = [...text.matchAll(/uses: (.*)$/gm)].map(([, action = '']) => action)
    expect(used.length).toBe(steps.filter((step) => step.uses !== undefined).length)
    expect(
      used.filter((one) => !/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(one)),
    ).toEqual([])
    const everywhere = files.flatMap((one) => [...readProject(one).matchAll(/uses: (.*)$/gm)])
    expect(new Set(everywhere.map(([, action]) => action)).size).toBe(2)
  })

  test('runs scripts of package.json, with the whole history and no credentials left', () => {
    const runs = steps.flatMap(({ run }) => (run === undefined ? [] : [run]))
    expect(runs.length).toBe(jobs.length)
    const names = runs.map(
      (run) => /^npm (?:run )?([\w:-]+)(?: -- [\w $"-]+)?$/.exec(run)?.[1] ?? run,
    )
    expect(names.filter((name) => !Object.hasOwn(scripts, name))).toEqual([])
    for (const step of steps.filter(({ uses = '' }) => uses.startsWith('actions/checkout@'))) {
      expect(step.with).toEqual({ 'fetch-depth': 0, 'persist-credentials': false })
    }
  })

  test('gives secrets to steps of an environment alone, and none to a fork', () => {
    expect(Object.keys(workflow.on)).not.toContain('pull_request_target')
    for (const job of jobs) {
      const given = job.steps.filter((step) => JSON.stringify(step).includes('secrets.'))
      if (job.environment === undefined) expect(given).toEqual([])
      expect(given.filter((step) => step.run === undefined)).toEqual([])
      expect(job.env).toBeUndefined()
    }
    if ('pull_request' in workflow.on) expect(text).not.toContain('secrets.')
  })

  test('puts nothing that somebody has typed into a command', () => {
    expect(steps.filter(({ run = '' }) => run.includes('${{'))).toEqual([])
  })
})

test('production comes after staging, and staging after the previous release’s tests', () => {
  const { jobs } = parseYaml(readProject('.github/workflows/release.yml')) as Workflow
  expect(jobs.production).toMatchObject({ needs: 'staging', environment: 'production' })
  expect(jobs.staging).toMatchObject({ needs: 'previous-release', environment: 'staging' })
  const runs = (name: string) => jobs[name]?.steps.at(-1)?.run
  expect(runs('production')).toBe('npm run release -- --env production')
  expect(runs('staging')).toBe('npm run release -- --env staging')
})
