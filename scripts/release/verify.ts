import { setTimeout as sleep } from 'node:timers/promises'
import { Problem, reasonOf } from '../command/problem.ts'
import { compareVersions } from './compare-versions.ts'
import type { Release } from './options.ts'
import { rollBack } from './roll-back.ts'
import type { Worker } from './target.ts'

// A new share takes seconds to reach every location.
const attemptsMax = 2

/** The input of the verification after a change of the traffic. */
type Verification = {
  /** Route a request to the new version. */
  readonly headers: Readonly<Record<string, string>>
  readonly alarmsBefore: readonly string[]
  /** The versions whose figures are compared; null if all traffic changed at once. */
  readonly split: {
    readonly worker: Worker
    readonly version: string
    readonly other: string | null
  } | null
}

/** Checks smoke test, alarms and figures; if they fail twice, rolls both Workers back and throws a problem. */
export async function verify(run: Release, input: Verification): Promise<void> {
  let faults = ''
  for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
    if (run.pauseMs > 0) run.log(`Verification in ${run.pauseMs / 1000} s.`)
    await sleep(run.pauseMs)
    const found = [
      ...(await smokeFaults(run, input)),
      ...(await readFaults('alarms', () => newAlarms(run, input))),
      ...(await readFaults('figures', () => worseFigures(run, input))),
    ]
    if (found.length === 0) return
    faults = found.map((line) => `  ${line}`).join('\n')
    run.log(`Verification, attempt ${attempt} of ${attemptsMax}, failed:\n${faults}`)
  }
  if (!run.isInUse) {
    throw new Problem(
      `The new version stays, because there is no merchant yet. Correct these faults and release again:\n${faults}`,
    )
  }
  run.log('Rolling back.')
  const success =
    'Both Workers run their previous versions. The databases keep their migrations, which these versions support.'
  const result = await rollBack(run).then(() => success, reasonOf)
  throw new Problem(`${result}\nFaults of the new version:\n${faults}`)
}

async function smokeFaults(
  { smoke, log }: Release,
  { headers }: Verification,
): Promise<readonly string[]> {
  const { ok, checks, leftBehind } = await smoke(headers)
  for (const order of leftBehind) log(`Left behind: ${order}.`)
  for (const { name, outcome, detail } of checks) {
    if (outcome === 'skipped') log(`Smoke test, ${name}: skipped, ${detail}.`)
  }
  if (ok) log(`Smoke test: ${checks.length} checks, no faults.`)
  const failed = checks.filter(({ outcome }) => outcome === 'failed')
  return failed.map(({ name, detail }) => `${name}: ${detail}`)
}

async function newAlarms(
  { alarms }: Release,
  { alarmsBefore }: Verification,
): Promise<readonly string[]> {
  const standing = (await alarms?.()) ?? []
  const raised = standing.filter((alarm) => !alarmsBefore.includes(alarm))
  return raised.map((alarm) => `alarm: ${alarm} was raised during the release`)
}

async function worseFigures(
  { figures, log }: Release,
  { split }: Verification,
): Promise<readonly string[]> {
  if (split === null) return []
  const { worker, version, other } = split
  const byVersion = await figures(worker.name)
  const previous = other === null ? null : (byVersion.get(other) ?? null)
  const comparison = compareVersions(byVersion.get(version) ?? null, previous)
  if (comparison.kind === 'compared') return comparison.worse
  log(comparison.message)
  return []
}

// Unreadable figures count as a fault: otherwise a release would continue unverified.
function readFaults(
  source: string,
  read: () => Promise<readonly string[]>,
): Promise<readonly string[]> {
  return read().catch((error: unknown) => [`${source}: cannot be read: ${reasonOf(error)}`])
}
