/** Does the work for each item, four at a time, and returns all results: the Worker has other tests to serve. */
export async function eachOf<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = []
  const rest = [...items.entries()]
  const next = async () => {
    for (let one = rest.shift(); one !== undefined; one = rest.shift()) {
      const [n, item] = one
      results[n] = await work(item)
    }
  }
  await Promise.all([next(), next(), next(), next()])
  return results
}
