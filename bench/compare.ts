import { processorMs } from './accounting.ts'
import { type Load, quantile, sendAll } from './load.ts'
import type { Running } from './platform.ts'
import type { Kind } from './requests.ts'

/** How much is sent, and how often. */
export type Effort = {
  readonly pairs: number
  /** Requests that each of a pair gets, in slices by turns. */
  readonly requests: number
  readonly slices: number
  readonly warmUp: number
}

/** One run of one Worker, with what each of its requests cost the processor, in milliseconds. */
export type Run = Load & { readonly processorMs: number }

/** Ours and the bare one's, run by turns: `ours[n]` and `bare[n]` are neighbours in time. */
export type Comparison = {
  readonly kind: string
  readonly ours: readonly Run[]
  readonly bare: readonly Run[]
}

/** Two Workers on the same machine. */
export type Pair = { readonly ours: Running; readonly bare: Running }

/** Measures one kind of request on both, by turns, after a warm-up that is not counted. */
export async function compare(
  kind: Kind,
  pair: Pair,
  effort: Effort,
  tell: (line: string) => void,
): Promise<Comparison> {
  const both = [pair.ours, pair.bare]
  let sent = 0
  const { needs } = kind
  if (needs !== undefined) {
    for (const one of both) await run(one, needs.kind(), 0, needs.count)
    sent = needs.count
  }
  for (const one of both) {
    await run(one, kind, sent, effort.warmUp)
    sent += effort.warmUp
  }
  const ours: Run[] = []
  const bare: Run[] = []
  for (let turn = 0; turn < effort.pairs; turn += 1) {
    const slices: Record<keyof Pair, Run[]> = { ours: [], bare: [] }
    // A machine that is not alone changes its speed within seconds: the shorter the turns, the less that decides.
    for (let slice = 0; slice < effort.slices; slice += 1) {
      const order = slice % 2 === 0 ? (['ours', 'bare'] as const) : (['bare', 'ours'] as const)
      for (const side of order) {
        const count = effort.requests / effort.slices
        slices[side].push(await run(pair[side], kind, sent, count))
        sent += count
      }
    }
    ours.push(together(slices.ours))
    bare.push(together(slices.bare))
    const [one, other] = [ours, bare].map((runs) => (runs.at(-1)?.perSecond ?? 0).toFixed(0))
    tell(`  ${turn + 1}/${effort.pairs}  ${one} /s, bare ${other} /s`)
  }
  return { kind: kind.name, ours, bare }
}

async function run(running: Running, kind: Kind, from: number, count: number): Promise<Run> {
  const calls = await kind.calls(running, from, count)
  const before = processorMs(running.pid)
  const load = await sendAll(running.url, calls, kind.begins)
  const used = processorMs(running.pid) - before
  return { ...load, processorMs: used / count }
}

// One run of several slices: what they did in all the time they took, and the middle slice's answer times.
function together(slices: readonly Run[]): Run {
  const requests = slices.reduce((sum, slice) => sum + slice.requests, 0)
  const seconds = slices.reduce((sum, slice) => sum + slice.requests / slice.perSecond, 0)
  const middle = (figure: keyof Run) => spreadOf(slices.map((slice) => slice[figure])).median
  const spent = slices.reduce((sum, slice) => sum + slice.processorMs * slice.requests, 0)
  return {
    requests,
    perSecond: requests / seconds,
    p50: middle('p50'),
    p99: middle('p99'),
    processorMs: spent / requests,
  }
}

/** The middle of some values, and how far they spread. */
export type Spread = { readonly median: number; readonly min: number; readonly max: number }

/** The middle and the ends. */
export function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b)
  return { median: quantile(sorted, 0.5), min: quantile(sorted, 0), max: quantile(sorted, 1) }
}

/** One figure of ours over the bare one's, pair by pair: what slows the machine slows both of a pair. */
export function ratiosOf({ ours, bare }: Comparison, figure: keyof Run): Spread {
  return spreadOf(ours.map((run, turn) => run[figure] / (bare[turn]?.[figure] ?? Number.NaN)))
}
