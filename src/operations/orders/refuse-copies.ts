import type { Context } from '../../context.ts'
import type { CreatedKind, EarlierRequest } from '../../contract/orders/earlier-request.ts'
import { Refusal } from '../../contract/refusals.ts'
import { type OtherKinds, otherKinds } from '../../rules/orders/other-kinds.ts'

/** The orders that must not exist when a request creates one (see `otherKinds`); null for one in current names. */
export function othersOf(
  { now, settings }: Context,
  kind: CreatedKind,
  earlier: EarlierRequest | null,
): OtherKinds | null {
  if (earlier === null) return null
  const seconds = Math.floor(now() / 1000)
  return otherKinds(kind, earlier, seconds, settings.timestampToleranceSeconds)
}

/** The refusal of a request whose number and amount an order of another kind has, see `otherKinds`. */
export function usedByOtherKind(kind: CreatedKind): Refusal {
  return new Refusal(duplicates[kind], {
    message:
      '此單號與金額剛已用於另一種訂單（代收、代付或付款連結），請使用新的單號，或改用現行欄位名稱',
  })
}

const duplicates = {
  collection: 'duplicate_orderid',
  payout: 'duplicate_serial_no',
  link: 'duplicate_merchant_order_no',
} as const satisfies Record<CreatedKind, string>
