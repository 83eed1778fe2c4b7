import fc from 'fast-check'
import { randomFrom } from '../../../support/random-from.ts'
import { setClock } from '../service.ts'

/** What a walk draws: the same for the same random numbers. */
export class Draw {
  readonly random: () => number
  private numbers = 0

  constructor(random: () => number) {
    this.random = random
  }

  between(least: number, most: number): number {
    return least + Math.floor(this.random() * (most - least + 1))
  }

  chance(share: number): boolean {
    return this.random() < share
  }

  one<Item>(items: readonly Item[]): Item {
    const found = items[Math.floor(this.random() * items.length)]
    if (found === undefined) throw new Error('nothing to choose from')
    return found
  }

  /** One of several, each as often as its weight says. */
  weighted<Item>(items: readonly (readonly [weight: number, item: Item])[]): Item {
    let left = this.random() * items.reduce((sum, [weight]) => sum + weight, 0)
    const found = items.find(([weight]) => {
      left -= weight
      return left < 0
    })
    if (found === undefined) throw new Error('nothing to choose from')
    return found[1]
  }

  /** A number that nothing else of this walk has. */
  number(): number {
    this.numbers += 1
    return this.numbers
  }

  memberName(): string {
    return this.one(['王小明', '林美麗', '陳大文', '張志豪', '黃淑芬', '李家豪'])
  }
}

/** A random walk. A failure of it names its seed and the last steps that led there. */
export class Walk extends Draw {
  readonly seed: number
  private readonly steps: string[] = []

  /** Each walk of one seed, named by its place, draws other numbers. */
  constructor(seed: number, place = 0) {
    super(randomFrom(seed * 31 + place))
    this.seed = seed
  }

  note(step: string): void {
    this.steps.push(step)
  }

  /** The steps that tell of something, for a report of what became of it. */
  stepsAbout(text: string): string[] {
    return this.steps.filter((step) => step.includes(text))
  }

  sample<Item>(items: fc.Arbitrary<Item>, count: number): Item[] {
    return fc.sample(items, { numRuns: count, seed: this.between(0, 2 ** 31 - 1) })
  }

  /** Does the work of the walk; what it throws tells of the walk, too. */
  async reporting<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work()
    } catch (error) {
      if (error instanceof Error) {
        const last = this.steps.slice(-lastSteps).join('\n  ')
        error.message += `\nseed ${this.seed}, after ${this.steps.length} steps, the last:\n  ${last}`
      }
      throw error
    }
  }
}

const lastSteps = 24

/** The seed that a setting gives; where it is empty a new one. */
export function seedOf(setting: string): number {
  return setting === '' ? Date.now() % 1_000_000 : Number(setting)
}

/** The clock of a walk, which stands still until it is moved. */
export class Clock {
  private ms: number

  constructor(ms: number) {
    this.ms = ms
    setClock(ms)
  }

  get nowMs(): number {
    return this.ms
  }

  /** UTC seconds. */
  get now(): number {
    return Math.floor(this.ms / 1000)
  }

  to(ms: number): void {
    this.ms = ms
    setClock(ms)
  }

  pass(seconds: number): void {
    this.to(this.ms + seconds * 1000)
  }
}
