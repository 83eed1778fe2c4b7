import type { MerchantContext } from '../../context.ts'
import type { WithdrawalCall } from '../../contract/back-office/settlement/withdrawals.ts'
import type { RequestOf, ResponseOf } from '../../contract/endpoint.ts'
import { invalid, Refusal } from '../../contract/refusals.ts'
import type { withdrawalCreation } from '../../contract/settlement/withdrawal-endpoint.ts'
import type { Merchant } from '../../rules/merchants/merchant.ts'
import type { Payout } from '../../rules/orders/orders.ts'
import type { Step } from '../../rules/orders/steps.ts'
import type { Actor } from '../../rules/people/principal.ts'
import { standingConcern } from '../../rules/people/second-person.ts'
import { firstUnsettledDayOf } from '../../rules/settlement/withdrawable.ts'
import {
  decideWithdrawal,
  placeWithdrawal,
  type WithdrawalRefusal,
  type WithdrawalRequest,
} from '../../rules/settlement/withdrawal.ts'
import { createdPayoutView, payoutView } from '../../rules/views/orders/payout-view.ts'
import type { CommitOutcome, Statement } from '../../store/database.ts'
import { payoutTable } from '../../store/orders/payouts.ts'
import { closeStatement } from '../../store/settlement/statements.ts'
import { readWithdrawalState } from '../../store/settlement/withdrawals.ts'
import { toSeconds } from '../../units/clock.ts'
import { say } from '../../units/language.ts'
import { toAmount } from '../../units/money.ts'
import { retry } from '../../units/retry.ts'
import type { Command, MerchantRequest } from '../command.ts'
import { MerchantChanged } from '../merchants/merchant-changed.ts'
import { requireMerchant } from '../merchants/read-merchant.ts'
import { numberTaken } from '../orders/duplicates.ts'
import { approvedStep } from '../orders/move-order.ts'
import { placeOrder, refuseHeldMerchant, refusePrivateAddresses } from '../orders/place-order.ts'
import { commitCommand } from '../people/commit-command.ts'

type Endpoint = typeof withdrawalCreation

/** Endpoint 15 (fees §3): pays the merchant its withdrawable money, or a part of it. Throws `MerchantChanged`. */
export async function createWithdrawal({
  context,
  merchant,
  request,
}: MerchantRequest<RequestOf<Endpoint>>): Promise<ResponseOf<Endpoint>> {
  const { notify_url, reverse_url } = request
  refusePrivateAddresses(context, { notify_url, reverse_url })
  const withdrawal = {
    serialNo: request.serial_no,
    amount: request.amount,
    accountId: request.settlement_account,
    notifyUrl: notify_url,
    reverseUrl: reverse_url,
  }
  const actor = { name: merchant.uid, role: 'merchant' } as const
  const placed = await withdraw({ context, merchant, actor, request: withdrawal })
  return {
    ok: 1,
    message: 'success',
    data: { ...createdPayoutView(placed), fee: toAmount(placed.fee ?? 0) },
  }
}

/** A withdrawal by the platform for any merchant, with a second person. */
export async function withdrawFor({
  context,
  principal,
  uid,
  call,
}: Command & { readonly uid: string; readonly call: WithdrawalCall }): Promise<
  ReturnType<typeof payoutView>
> {
  const { notify_url: notifyUrl, reverse_url: reverseUrl } = call
  refusePrivateAddresses(context, { notify_url: notifyUrl, reverse_url: reverseUrl })
  const { serial_no: serialNo, amount, settlement_account: accountId = null } = call
  const request = { serialNo, amount, accountId, notifyUrl, reverseUrl }
  return retry(`withdrawal of ${uid}: lost a race`, 5, async () => {
    const { merchant, merchantContext } = await requireMerchant(context, uid)
    const commit: Commit = (statements, { order }) => {
      const after = payoutView({ uid, order })
      const subject = { kind: 'merchant', name: uid } as const
      const written = { action: 'withdraw', subject, before: null, after, reason: '' }
      const journaled = { written, concern: standingConcern('withdrawal') }
      return commitCommand({ context: merchantContext, principal, call: journaled, statements })
    }
    try {
      const by = { context: merchantContext, merchant, actor: principal, request, commit }
      const order = await withdraw({ ...by, amend: (step) => approvedStep(step, principal) })
      return payoutView({ uid, order })
    } catch (error) {
      if (error instanceof MerchantChanged) return null
      throw error
    }
  })
}

type Commit = (
  statements: readonly [Statement, ...Statement[]],
  step: Step<Payout>,
) => Promise<CommitOutcome>

/** The merchant, the actor and the request of a withdrawal, and further statements of its batch. */
type WithdrawalCommand = {
  readonly context: MerchantContext
  readonly merchant: Merchant
  readonly actor: Actor
  readonly request: WithdrawalRequest
  /** Absent if no second person is needed. */
  readonly commit?: Commit
  readonly amend?: (step: Step<Payout>) => Step<Payout>
  readonly also?: readonly Statement[]
}

/**
 * Places a withdrawal. The records decide, in the order of fees §3, and the batch checks again: of simultaneous ones
 * one is placed, and never more than is withdrawable over all channels. Throws `MerchantChanged`.
 */
export async function withdraw({
  context,
  merchant,
  actor,
  request,
  commit,
  amend = (step) => step,
  also = [],
}: WithdrawalCommand): Promise<Payout> {
  refuseHeldMerchant(merchant)
  return retry(`${request.serialNo}: lost a race`, racesMax, async (earlierTries) => {
    const readAt = toSeconds(context.now())
    const { id: merchantId } = merchant
    const { serialNo } = request
    const unsettledFrom = firstUnsettledDayOf(merchant, readAt)
    const state = await readWithdrawalState(context.db, { merchantId, serialNo, unsettledFrom })
    // Its accounts and prices decide, so the merchant must be unchanged.
    if (state.version !== merchant.version) throw new MerchantChanged()
    const decided = decideWithdrawal({ merchant, request, state, now: readAt })
    if (decided.kind === 'refused')
      throw await refusalOf({ context, merchant, serialNo, ...decided })
    const { amount, account } = decided
    try {
      return await placeOrder(context, merchant, {
        table: payoutTable,
        others: null,
        request,
        place: (identity, now) => {
          const maker = { actor, now }
          return amend(placeWithdrawal({ merchant, request, amount, account, identity, maker }))
        },
        // After its own entry, which is the last of the statement that it closes (fees §4).
        after: ({ order: { id: orderId }, event: { at } }) => [
          ...closeStatement({ merchantId, orderId, at }),
          ...also,
        ],
        ...(commit === undefined ? {} : { commit }),
      })
    } catch (error) {
      // After a lost race the records are read again, for the refusal or for another amount.
      if (isRace(error) && earlierTries < racesMax - 1) return null
      throw error
    }
  })
}

const racesMax = 5

function isRace(error: unknown): boolean {
  const raced = ['duplicate_serial_no', 'withdrawal_waiting', 'insufficient_withdrawable']
  return error instanceof Refusal && raced.includes(error.code)
}

async function refusalOf({
  context,
  merchant,
  serialNo: number,
  refusal,
}: {
  readonly context: MerchantContext
  readonly merchant: Merchant
  readonly serialNo: string
  readonly refusal: WithdrawalRefusal
}): Promise<Refusal> {
  if (refusal === 'duplicate_serial_no') {
    return numberTaken(context, merchant, { kind: 'payout', number })
  }
  if (refusal !== 'unknown_settlement_account') return new Refusal(refusal)
  return invalid(
    'settlement_account',
    say('查無此結算帳戶，請確認編號', 'There is no such settlement account; check its id'),
  )
}
