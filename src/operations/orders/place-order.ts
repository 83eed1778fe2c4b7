import type { Context, MerchantContext } from '../../context.ts'
import { invalid, Refusal } from '../../contract/refusals.ts'
import { callbackAddressProblem } from '../../rules/callbacks/callback-address.ts'
import type { Merchant } from '../../rules/merchants/merchant.ts'
import { type OrderType, orderId, tradeNo } from '../../rules/orders/order-identity.ts'
import { bytesOfTexts } from '../../rules/orders/order-text-bytes.ts'
import type { Collection, Payout } from '../../rules/orders/orders.ts'
import type { OtherKinds } from '../../rules/orders/other-kinds.ts'
import type { Step } from '../../rules/orders/steps.ts'
import { type CommitOutcome, commit, type Statement } from '../../store/database.ts'
import type { OrderTable } from '../../store/orders/order-table.ts'
import { toSeconds } from '../../units/clock.ts'
import { say } from '../../units/language.ts'
import { retry } from '../../units/retry.ts'
import { wakeCallbacks } from '../callbacks/wake-callbacks.ts'
import { MerchantChanged } from '../merchants/merchant-changed.ts'
import { numberTaken, usedByOtherKind } from './duplicates.ts'
import { overQuota, withinQuota } from './limit-order-texts.ts'
import { consequencesOf } from './step-statements.ts'

type NewIdentity = { readonly id: number; readonly tradeNo: string }

/** The parts of an order's creation. */
type Creation<O extends Collection | Payout> = {
  readonly table: Pick<OrderTable<OrderType, O>, 'kind' | 'insert' | 'numberOf'>
  /** Orders of another kind that the same request may have created. */
  readonly others: OtherKinds | null
  /** Its request, whose text bytes count for the merchant's day. */
  readonly request: object
  /** The first step of the order with that identity, at that time (UTC seconds). */
  readonly place: (identity: NewIdentity, now: number) => Step<O>
  /** Statements after those of the step, in the same batch. */
  readonly after?: (step: Step<O>) => readonly Statement[]
  /** Commits the batch; the default is a plain commit. */
  readonly commit?: (
    statements: readonly [Statement, ...Statement[]],
    step: Step<O>,
  ) => Promise<CommitOutcome>
}

/**
 * Places an order: draws its id, and commits the order, its event unless its row implies it, its bookings and the
 * callback it owes in one batch. Refuses with `insufficient_balance` more than the merchant's balance; a number that
 * the merchant has used, or a possible copy of a request for another kind of order, with the existing order's number
 * (decisions §3); more than the merchant's quota; a held merchant with `merchant_not_enabled`; a withdrawal with
 * `withdrawal_waiting` or `insufficient_withdrawable` (fees §3). Throws `MerchantChanged`.
 */
export async function placeOrder<O extends Collection | Payout>(
  context: MerchantContext,
  merchant: Merchant,
  { table, others, request, place, after = () => [], commit = committing(context) }: Creation<O>,
): Promise<O> {
  refuseHeldMerchant(merchant)
  const { kind } = table
  const bytes = bytesOfTexts(request)
  return retry('drew an id that was taken', 5, async () => {
    const nowMs = context.now()
    const id = orderId({ kind, nowMs, random: context.random(), database: context.databaseNumber })
    const identity = { id, tradeNo: tradeNo(id, context.random) }
    const step = place(identity, toSeconds(nowMs))
    const statements = [
      table.insert(step.order, merchant, others),
      ...withinQuota(context, merchant, bytes),
      ...consequencesOf({ context, merchant, step, keptBytes: bytes }),
      ...after(step),
    ] as const
    const outcome = await commit(statements, step)
    if (outcome === 'merchant_changed') throw new MerchantChanged()
    if (outcome === 'not_covered') throw new Refusal(uncovered(step))
    if (outcome === 'withdrawal_waiting') throw new Refusal('withdrawal_waiting')
    if (outcome === 'number_taken') {
      throw await numberTaken(context, merchant, { kind, number: table.numberOf(step.order) })
    }
    if (outcome === 'other_kind') throw await usedByOtherKind(context, merchant, { kind, others })
    if (outcome === 'over_quota') throw overQuota(context)
    if (outcome !== 'committed') return null
    if (step.callback?.kind === 'owed') await wakeCallbacks(context, [id])
    return step.order
  })
}

function committing({ db }: MerchantContext) {
  return (statements: readonly [Statement, ...Statement[]]) => commit(db, statements)
}

function uncovered<O extends Collection | Payout>({ coverage }: Step<O>) {
  return coverage?.of === 'withdrawable' ? 'insufficient_withdrawable' : 'insufficient_balance'
}

/** Refuses creations of a held merchant (back office §6). */
export function refuseHeldMerchant({ held }: Pick<Merchant, 'held'>): void {
  if (held) throw new Refusal('merchant_not_enabled')
}

/** The refusal of a field with an address that no callback may use. */
export function notPublic(field: string): Refusal {
  return invalid(
    field,
    say(
      '必須是可由外部網路連線的公開網址',
      'Must be a public URL that can be reached from the internet',
    ),
  )
}

/** Refuses addresses that no callback may use (decisions §6, "Addresses"); absent ones are "". */
export function refusePrivateAddresses(
  context: Context,
  addresses: Readonly<Record<string, string>>,
): void {
  for (const [field, address] of Object.entries(addresses)) {
    if (address === '') continue
    if (callbackAddressProblem(address, context.settings.callbackAddresses) === null) continue
    throw notPublic(field)
  }
}
