import { processorMs } from './accounting.ts'
import { type Load, quantile, sendAll } from './load.ts'
import type { Runtime } from './platform.ts'
import type { Kind } from './requests.ts'
import type { Turns } from './turns.ts'

/** How much is sent, and how often. */
export type Effort = {
  readonly pairs: number
  /** Requests to each Worker of a pair, in slices that alternate. */
  readonly requests: number
  readonly slices: number
  readonly warmUp: number
}

/** One run of one Worker, with the processor milliseconds of a request. */
export type Run = Load & { readonly processorMs: number }

/** The runs of both Workers, which alternate: `ours[n]` and `bare[n]` are neighbours in time. */
export type Comparison = {
  readonly kind: string
  readonly ours: readonly Run[]
  readonly bare: readonly Run[]
}

/** Two Workers on the same machine. */
export type Pair = { readonly ours: Runtime; readonly bare: Runtime }

/** Measures one kind of request on both Workers in turn, after a warm-up that is not counted. */
export async function compare(
  kind: Kind,
  pair: Pair,
  effort: Effort,
  turns: Turns,
  tell: (line: string) => void,
): Promise<Comparison> {
  const { needs } = kind
  let sent = needs?.count ?? 0
  // No number is used twice, because a failed turn has written rows.
  const send = (side: keyof Pair, count: number) => {
    const from = sent
    sent += count
    return run(pair[side], kind, from, count)
  }
  const warmUp = (side: keyof Pair) => send(side, effort.warmUp)
  for (const side of sides) {
    if (needs !== undefined) await run(pair[side], needs.kind(), 0, needs.count)
  }
  for (const side of sides) {
    const take = () => warmUp(side)
    await turns.take(`${kind.name}, ${side}, warm-up`, pair[side], take, async () => {})
  }
  const runs: Record<keyof Pair, Run[]> = { ours: [], bare: [] }
  for (let turn = 0; turn < effort.pairs; turn += 1) {
    const slices: Record<keyof Pair, Run[]> = { ours: [], bare: [] }
    // A shared machine changes its speed within seconds: short turns keep that out of the ratios.
    for (let slice = 0; slice < effort.slices; slice += 1) {
      for (const side of slice % 2 === 0 ? sides : sides.toReversed()) {
        const count = effort.requests / effort.slices
        const take = () => send(side, count)
        const name = `${kind.name}, ${side}`
        slices[side].push(await turns.take(name, pair[side], take, () => warmUp(side)))
      }
    }
    for (const side of sides) runs[side].push(together(slices[side]))
    const [one, other] = sides.map((side) => (runs[side].at(-1)?.perSecond ?? 0).toFixed(0))
    tell(`  ${turn + 1}/${effort.pairs}  ${one} /s, bare ${other} /s`)
  }
  return { kind: kind.name, ...runs }
}

const sides = ['ours', 'bare'] as const

async function run(running: Runtime, kind: Kind, from: number, count: number): Promise<Run> {
  const calls = await kind.calls(running, from, count)
  const before = processorMs(running.pid)
  const load = await sendAll(running.url, calls, kind.begins)
  const used = processorMs(running.pid) - before
  return { ...load, processorMs: used / count }
}

// The slices as one run: the rate over all of them, and the medians of their answer times.
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

/** The median of some values, and their range. */
export type Spread = { readonly median: number; readonly min: number; readonly max: number }

/** The median and the range of values; NaN when there are none. */
export function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b)
  return { median: quantile(sorted, 0.5), min: quantile(sorted, 0), max: quantile(sorted, 1) }
}

/** One figure of ours divided by the bare one's, pair by pair, because a slow machine slows both of a pair. */
export function ratiosOf({ ours, bare }: Comparison, figure: keyof Run): Spread {
  return spreadOf(ours.map((run, turn) => run[figure] / (bare[turn]?.[figure] ?? Number.NaN)))
}
