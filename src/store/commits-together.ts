import { type Committed, commit, type MerchantDatabase, type Statement } from './database.ts'

/** Writes all statements or none, see `commit`. */
export type Commit = (statements: readonly [Statement, ...Statement[]]) => Promise<Committed>

type Waiting = {
  readonly statements: Parameters<Commit>[0]
  readonly settle: (outcome: Promise<Committed>) => void
}

/**
 * A `commit` that several writers share, to write with one call to the database what they have at about the same time.
 * The first of them waits a moment for the others; what comes while a call is under way goes into the next one. When
 * one writer breaks a constraint, each is committed alone. Any other error is given to all of them, for each to try
 * again with a `commit` of its own.
 *
 * @param expected how many writers there are; a single one waits for nobody
 */
export function commitsTogether(db: MerchantDatabase, expected: number): Commit {
  let isFirst = expected > 1
  let waiting: Waiting[] = []
  let isUnderWay = false
  const write = async () => {
    isUnderWay = true
    if (isFirst) await new Promise((resolve) => setTimeout(resolve, gatheringMs))
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
