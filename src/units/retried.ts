/**
 * What `attempt` gives, the first time that it gives other than null: it drew an id that was free, or lost no race.
 * Throws where none of so many tries gives anything, which is a fault of ours.
 *
 * @param what names the work in the error's message
 */
export async function retry<T>(
  what: string,
  triesMax: number,
  attempt: (earlierTries: number) => Promise<T | null>,
): Promise<T> {
  for (let tries = 0; tries < triesMax; tries += 1) {
    const given = await attempt(tries)
    if (given !== null) return given
  }
  throw new Error(`${what}: in vain ${triesMax} times`)
}
