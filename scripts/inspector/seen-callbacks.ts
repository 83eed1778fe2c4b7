import type { AnswerKind } from './answers.ts'
import { type CallbackCheck, checkCallback, type Delivery, memberOf } from './check-callback.ts'

/** A callback that was received, as the page shows it. */
export type SeenCallback = Delivery & {
  /** Its number since the start, from 1. */
  readonly number: number
  readonly path: string
  /** Whether its body was longer than is kept. */
  readonly cut: boolean
  /** The `uid` of its body, whose secret it was checked with; '' for none. */
  readonly uid: string
  readonly check: CallbackCheck
  /** The number of the first one with the same `webhook-id`, where it came before. */
  readonly repeats: number | null
  readonly answered: AnswerKind
}

export type SeenCallbacks = {
  /** Returns the answer: a forged callback is refused. */
  add(arrived: Delivery & Pick<SeenCallback, 'path' | 'cut' | 'answered'>): Promise<AnswerKind>
  /** Those after a number, oldest first. */
  after(number: number): readonly SeenCallback[]
  clear(): void
}

export const keptMax = 200

/** Keeps the newest callbacks; `secrets` has the API secrets of merchants by their uid. */
export function keepCallbacks(secrets: ReadonlyMap<string, string>): SeenCallbacks {
  let seen: SeenCallback[] = []
  let last = 0
  // Ids are remembered for longer than their callbacks are kept.
  const firsts = new Map<string, number>()
  return {
    async add(arrived) {
      last += 1
      const number = last
      const id = arrived.headers['webhook-id']
      const uid = memberOf(arrived.body, 'uid') ?? ''
      const check = await checkCallback(arrived, secrets.get(uid) ?? null)
      const repeats = id === undefined ? null : (firsts.get(id) ?? null)
      const answered = isForged(check) ? 'refused' : arrived.answered
      // A forged one does not make the genuine one a repeat.
      if (id !== undefined && answered !== 'refused' && !firsts.has(id)) firsts.set(id, number)
      if (firsts.size > idsMax) firsts.delete(firsts.keys().next().value ?? '')
      seen = [...seen, { ...arrived, answered, number, uid, check, repeats }]
        .sort((one, other) => one.number - other.number)
        .slice(-keptMax)
      return answered
    },
    after: (number) => seen.filter((callback) => callback.number > number),
    clear: () => {
      seen = []
      firsts.clear()
    },
  }
}

const idsMax = 10_000

// `webhook-signature` decides where it is there, as in a receiver.
function isForged({ sign, webhook }: CallbackCheck): boolean {
  return webhook === 'missing' ? sign === 'wrong' : webhook === 'wrong'
}
