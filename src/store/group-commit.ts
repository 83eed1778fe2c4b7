import { pause } from '../units/time-limit.ts'
import { type CommitOutcome, commit, type MerchantDatabase, type Statement } from './database.ts'

/** Writes all statements or none, see `commit`. */
export type Commit = (statements: readonly [Statement, ...Statement[]]) => Promise<CommitOutcome>

type Waiting = {
  readonly statements: Parameters<Commit>[0]
  readonly settle: (outcome: Promise<CommitOutcome>) => void
}

/**
 * A group commit: the commits of several writers at about the same time go to the database in one call. The first
 * writer waits a moment for the others; commits during a call go into the next one. If one breaks a constraint, each is
 * committed alone. Any other error goes to all of them, and each retries on its own.
 *
 * @param expected the number of writers; a single one does not wait
 */
export function commitsTogether(db: MerchantDatabase, expected: number): Commit {
  let isFirst = expected > 1
  let waiting: Waiting[] = []
  let isUnderWay = false
  const write = async () => {
    isUnderWay = true
    if (isFirst) await pause(gatheringMs)
    isFirst = false
    while (waiting.length > 0) {
      const group = waiting
      waiting = []
      await commitGroup(db, group)
    }
    isUnderWay = false
  }
  return (statements) =>
    new Promise((settle) => {
      waiting.push({ statements, settle })
      if (!isUnderWay) void write()
    })
}

const gatheringMs = 4

async function commitGroup(db: MerchantDatabase, group: readonly Waiting[]): Promise<void> {
  const [first, ...more] = group.flatMap(({ statements }) => statements)
  if (first === undefined) return
  const outcome = commit(db, [first, ...more])
  const isSettled = await outcome.then(
    (one) => one === 'committed' || group.length === 1,
    () => true,
  )
  for (const { statements, settle } of group) settle(isSettled ? outcome : commit(db, statements))
}
