// The processor time of work, compared with other work of the same run. It does not include the waits of a process on a
// busy machine.

const parts = 8
const runs = 15

// Shorter times cannot be measured.
const resolutionMs = 0.1

/**
 * The cost of one input by the cost of eight inputs of an eighth of its size: about 1 for linear time, about 8 for
 * quadratic. `make` makes the input of a size for `read`.
 */
export function growthOf<Input>(
  size: number,
  make: (size: number) => Input,
  read: (input: Input) => void,
): number {
  const whole = make(size)
  const eighths = Array.from({ length: parts }, () => make(Math.floor(size / parts)))
  return costRatio(
    () => read(whole),
    () => eighths.forEach(read),
  )
}

/** The maximum of `growthOf` for linear time: half way to quadratic, in powers. */
export const linearGrowthMax = 3

/** The cost of one piece of work by that of another, of their best runs in turns. */
export function costRatio(one: () => void, other: () => void): number {
  const best = { one: Number.POSITIVE_INFINITY, other: Number.POSITIVE_INFINITY }
  for (let run = 0; run < runs; run += 1) {
    best.other = Math.min(best.other, processorMs(other))
    best.one = Math.min(best.one, processorMs(one))
  }
  return best.one / Math.max(best.other, resolutionMs)
}

function processorMs(work: () => void): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
