// The processor time of work, compared with other work of the same run. It does not include the waits of a process on a
// busy machine.

const parts = 8
const runs = 5
const runsMax = 60

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
    linearGrowthMax,
  )
}

/** The maximum of `growthOf` for linear time: half way to quadratic, in powers. */
export const linearGrowthMax = 3

/**
 * The cost of one piece of work by that of another, of their best runs in turns. A busy machine makes runs dearer, never
 * cheaper: more of them are made while the ratio is not below `enough`.
 */
export function costRatio(one: () => void, other: () => void, enough = Number.POSITIVE_INFINITY) {
  const best = { one: Number.POSITIVE_INFINITY, other: Number.POSITIVE_INFINITY }
  const ratio = () => best.one / Math.max(best.other, resolutionMs)
  for (let run = 0; run < runs || (run < runsMax && ratio() >= enough); run += 1) {
    best.other = Math.min(best.other, processorMs(other))
    best.one = Math.min(best.one, processorMs(one))
  }
  return ratio()
}

function processorMs(work: () => void): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
