// What work costs, for tests of how it grows. Costs are compared with other costs of the same run, never with a clock:
// processor time leaves out what a busy machine makes a process wait for.

const parts = 8
const runs = 5

// What the processor's own account cannot tell apart.
const resolutionMs = 0.1

/**
 * How many times as much one input costs as eight of an eighth of its size do: about 1 where the cost grows with the
 * size, about 8 where it grows with its square. `read` is given what `make` makes of a size.
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

/** The most that `growthOf` gives for what is read in linear time: half of the way to a square, as powers go. */
export const linearGrowthMax = 3

/** How many times as much one piece of work costs as another; the two are run by turns, and the best runs compared. */
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
