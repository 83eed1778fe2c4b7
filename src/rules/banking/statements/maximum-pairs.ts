/**
 * Pairs as many items as possible, each at most once, with one that matches it. Equal items are handled as one class,
 * so many of them cost no more than one.
 *
 * @param fits pairs of classes whose items all match; earlier ones are paired first
 * @returns the pairs
 */
export function maximumPairs<One, Other>(
  fits: readonly (readonly [readonly One[], readonly Other[]])[],
): ReadonlyMap<One, Other> {
  const flow = new Flow<readonly One[], readonly Other[]>(fits)
  for (const [ones, others] of fits) flow.push(ones, others)
  for (const ones of new Set(fits.map(([ones]) => ones))) flow.free(ones)
  return pairsOf(flow.pairs())
}

function pairsOf<One, Other>(
  counted: Iterable<readonly [readonly One[], readonly Other[], number]>,
): ReadonlyMap<One, Other> {
  const pairs = new Map<One, Other>()
  const used = new Map<object, number>()
  for (const [ones, others, count] of counted) {
    const [one, other] = [used.get(ones) ?? 0, used.get(others) ?? 0]
    for (let n = 0; n < count; n += 1) {
      pairs.set(ones[one + n] as One, others[other + n] as Other)
    }
    used.set(ones, one + count)
    used.set(others, other + count)
  }
  return pairs
}

type ItemClass = { readonly length: number }

// The number of pairs between each two classes, and the unpaired rest of each class.
class Flow<Ones extends ItemClass, Others extends ItemClass> {
  readonly #fitting: ReadonlyMap<Ones, readonly Others[]>
  readonly #left = new Map<ItemClass, number>()
  readonly #paired = new Map<Others, Map<Ones, number>>()
  // Classes reached by a failed search: they never lead to a free item.
  readonly #hopeless = new Set<Others>()

  constructor(fits: readonly (readonly [Ones, Others])[]) {
    const fitting = new Map<Ones, Others[]>()
    for (const [ones, others] of fits) {
      const list = fitting.get(ones)
      if (list === undefined) fitting.set(ones, [others])
      else list.push(others)
      this.#left.set(ones, ones.length)
      this.#left.set(others, others.length)
    }
    this.#fitting = fitting
  }

  /** Pairs as many of both classes as are unpaired. */
  push(ones: Ones, others: Others): void {
    const count = Math.min(this.#leftOf(ones), this.#leftOf(others))
    if (count > 0) this.#move(ones, others, count)
  }

  /** Pairs the rest of a class by moving others' partners to other classes (Kuhn's algorithm). */
  free(ones: Ones): void {
    while (this.#leftOf(ones) > 0 && this.#freeOnce(ones));
  }

  *pairs(): Generator<readonly [Ones, Others, number]> {
    for (const [others, byOnes] of this.#paired) {
      for (const [ones, count] of byOnes) yield [ones, others, count]
    }
  }

  #freeOnce(first: Ones): boolean {
    const reachedFrom = new Map<Others, Ones>()
    const heldBefore = new Map<Ones, Others>()
    const waiting = [first]
    for (const ones of waiting) {
      for (const others of this.#fitting.get(ones) ?? []) {
        if (this.#hopeless.has(others) || reachedFrom.has(others)) continue
        reachedFrom.set(others, ones)
        if (this.#leftOf(others) > 0) {
          this.#giveBack({ first, last: others, reachedFrom, heldBefore })
          return true
        }
        for (const [holders, count] of this.#paired.get(others) ?? []) {
          if (count === 0 || holders === first || heldBefore.has(holders)) continue
          heldBefore.set(holders, others)
          waiting.push(holders)
        }
      }
    }
    for (const others of reachedFrom.keys()) this.#hopeless.add(others)
    return false
  }

  // Moves the largest number that every step of the path allows.
  #giveBack({
    first,
    last,
    reachedFrom,
    heldBefore,
  }: {
    readonly first: Ones
    readonly last: Others
    readonly reachedFrom: ReadonlyMap<Others, Ones>
    readonly heldBefore: ReadonlyMap<Ones, Others>
  }): void {
    const steps: { readonly ones: Ones; readonly to: Others; readonly from: Others | undefined }[] =
      []
    for (let to: Others | undefined = last; to !== undefined; to = steps.at(-1)?.from) {
      const ones = reachedFrom.get(to)
      if (ones === undefined) break
      steps.push({ ones, to, from: heldBefore.get(ones) })
    }
    const bounds = steps.map(({ ones, from }) => {
      return from === undefined ? this.#leftOf(first) : (this.#paired.get(from)?.get(ones) ?? 0)
    })
    const count = Math.min(this.#leftOf(last), ...bounds)
    for (const { ones, to, from } of steps) {
      if (from !== undefined) this.#move(ones, from, -count)
      this.#move(ones, to, count)
    }
  }

  #leftOf(itemClass: ItemClass): number {
    return this.#left.get(itemClass) ?? 0
  }

  #move(ones: Ones, others: Others, count: number): void {
    const byOnes = this.#paired.get(others) ?? new Map<Ones, number>()
    byOnes.set(ones, (byOnes.get(ones) ?? 0) + count)
    this.#paired.set(others, byOnes)
    this.#left.set(ones, this.#leftOf(ones) - count)
    this.#left.set(others, this.#leftOf(others) - count)
  }
}
