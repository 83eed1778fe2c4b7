/** Thrown by `inTime`. The work continues, and may still have its effect. */
export class TimeLimitError extends Error {}

/** Awaits `work`, and throws `TimeLimitError` after `milliseconds`. The work continues. */
export async function inTime<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_resolve, reject) => {
    const refuse = () => reject(new TimeLimitError(`took longer than ${milliseconds} ms`))
    timer = setTimeout(refuse, milliseconds)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

/** Does work under a signal that is aborted after this many milliseconds; the timer ends with the work. */
export async function underDeadline<T>(
  milliseconds: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController()
  const abort = () => controller.abort(new DOMException('took too long', 'TimeoutError'))
  const timer = setTimeout(abort, milliseconds)
  try {
    return await work(controller.signal)
  } finally {
    clearTimeout(timer)
  }
}

/** Resolves after this many milliseconds. */
export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds)
  })
}

/** Runs work that yields between its parts, and lets others run in between. */
export async function runYielding<T>(work: Generator<void, T>): Promise<T> {
  for (;;) {
    const step = work.next()
    if (step.done === true) return step.value
    await pause(1)
  }
}
