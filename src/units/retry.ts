/**
 * The first non-null result of `attempt`, for example of drawing an id or of a race. Throws after this many tries,
 * which is a fault of ours.
 *
 * @param what names the work in the error's message
 */
export async function retry<T>(
  what: string,
  triesMax: number,
  attempt: (earlierTries: number) => Promise<T | null>,
): Promise<T> {
  for (let tries = 0; tries < triesMax; tries += 1) {
    const result = await attempt(tries)
    if (result !== null) return result
  }
  throw new Error(`${what}: in vain ${triesMax} times`)
}
