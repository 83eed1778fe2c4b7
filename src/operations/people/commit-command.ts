import type { Context, MerchantContext } from '../../context.ts'
import { oldestWaiting } from '../../rules/people/approvals.ts'
import type { JournalChange, Principal } from '../../rules/people/principal.ts'
import type { Concern } from '../../rules/people/second-person.ts'
import { type CommitOutcome, commit, type Statement } from '../../store/database.ts'
import {
  type AloneAddition,
  addAlone,
  refuseAlone,
  refuseWhileWaiting,
} from '../../store/people/carried-out-alone.ts'
import { toSeconds } from '../../units/clock.ts'
import { taipeiDay } from '../../units/taipei-time.ts'
import type { MerchantCommand } from '../command.ts'
import { isSandbox } from '../merchant-contexts.ts'
import { writeJournal } from './journal-rows.ts'
import { peopleContext } from './known-roles.ts'

/** A person's call: its journal row, and its concern for a second person. */
export type JournaledCall = {
  readonly written: JournalChange
  /** Null if it never needs a second person. */
  readonly concern: Concern | null
  /** The order that it moves: the number of its moves, and its view in the back office. */
  readonly order?: { readonly seq: number; readonly view: Readonly<Record<string, unknown>> }
  /** Shared by all tries of a call; absent for a call with one try. */
  readonly counted?: AloneCount
}

/**
 * The amount that the tries of one call have counted as carried out alone, in hundredths: a try after a lost race adds
 * only the difference.
 */
type AloneCount = { amount: number }

/**
 * Thrown instead of a call's effect when the call passes every check and needs a second person. The dispatcher stores
 * the call and answers with the approval (back office §5).
 */
export class SecondPersonNeeded extends Error {
  readonly context: MerchantContext
  readonly call: JournaledCall

  constructor(context: MerchantContext, on: JournaledCall) {
    super('the call waits for a second person')
    this.name = 'SecondPersonNeeded'
    this.context = context
    this.call = on
  }
}

/**
 * Commits the effect of a person's call, with its row in the journal and the end of its approval. If the call needs a
 * second person (back office §5), nothing is written and `SecondPersonNeeded` is thrown, after the database has checked
 * every statement. An approved call, and a call about test merchants, needs nobody else. `id_taken` refers to ids of
 * the statements: the journal's is drawn again.
 *
 * An amount that its actor may carry out alone is counted in the first database before the effect, so that simultaneous
 * calls in several databases cannot pass the limit together. It stays counted if the call fails after that.
 */
export async function commitCommand({
  context,
  principal,
  call,
  statements,
}: MerchantCommand & {
  readonly call: JournaledCall
  readonly statements: readonly [Statement, ...Statement[]]
}): Promise<Exclude<CommitOutcome, 'second_person_needed'>> {
  const guard = await requireSecondPerson(context, principal, call)
  for (let tries = 1; ; tries += 1) {
    const row = writeJournal(context, principal, call.written)
    const outcome = await commit(context.db, [...statements, ...row, ...guard])
    if (outcome === 'second_person_needed') throw new SecondPersonNeeded(context, call)
    if (outcome !== 'id_taken' || tries === triesMax) return outcome
  }
}

const triesMax = 3

/** Whether that principal's call may have to wait at all: approvals are on, and nobody has approved it. */
export function mayWait({ settings }: Context, principal: Principal): boolean {
  return settings.approvals.on && principal.approval === null
}

// The refusing statement comes last, so that all others are checked first.
async function requireSecondPerson(
  context: MerchantContext,
  principal: Principal,
  { concern, counted }: JournaledCall,
): Promise<readonly Statement[]> {
  if (concern === null || isSandbox(context) || !mayWait(context, principal)) return []
  const now = toSeconds(context.now())
  const key = { actor: principal.name, day: taipeiDay(now) }
  if (concern.amount === null) return [refuseAlone(key)]
  const { from } = context.settings.approvals
  if (from === null) return []
  const isAlone = await countAlone(
    context,
    { ...key, amount: concern.amount, below: from },
    counted,
  )
  if (!isAlone) return [refuseAlone(key)]
  const { digest = '' } = principal
  return [refuseWhileWaiting({ ...key, digest, oldestWaiting: oldestWaiting(now) })]
}

// Whether the amount could be added to the actor's sum of that day.
async function countAlone(
  context: MerchantContext,
  addition: AloneAddition,
  counted: AloneCount = { amount: 0 },
): Promise<boolean> {
  const amount = addition.amount - counted.amount
  if (counted.amount > 0 && amount <= 0) return true
  const { db } = peopleContext(context)
  if ((await commit(db, [addAlone({ ...addition, amount })])) !== 'committed') return false
  counted.amount += amount
  return true
}
