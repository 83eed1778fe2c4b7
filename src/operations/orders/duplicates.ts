import type { Context, MerchantContext } from '../../context.ts'
import type { CreatedKind, EarlierRequest } from '../../contract/orders/earlier-request.ts'
import { Refusal, type RefusalDetails } from '../../contract/refusals.ts'
import type { Merchant } from '../../rules/merchants/merchant.ts'
import { type OtherKinds, otherKinds } from '../../rules/orders/other-kinds.ts'
import { findOtherKind } from '../../store/orders/no-other-kind.ts'
import { orderTables } from '../../store/orders/tables-by-kind.ts'
import { toSeconds } from '../../units/clock.ts'
import { say } from '../../units/language.ts'
import { findOwn } from '../archive/find-own.ts'

/** The orders that must not exist beside a new one (see `otherKinds`); null for a request in current names. */
export function otherKindsOf(
  { now, settings }: Context,
  kind: CreatedKind,
  earlier: EarlierRequest | null,
): OtherKinds | null {
  if (earlier === null) return null
  const seconds = toSeconds(now())
  return otherKinds({
    kind,
    earlier,
    now: seconds,
    toleranceSeconds: settings.timestampToleranceSeconds,
  })
}

/**
 * The refusal of a number that the merchant has used, with the existing order's transaction number (decisions §3). For
 * a link it is the order that a status query finds: a paid one, else the newest.
 */
export async function numberTaken(
  context: MerchantContext,
  merchant: Merchant,
  { kind, number }: { readonly kind: CreatedKind; readonly number: string },
): Promise<Refusal> {
  const lookup = kind === 'link' ? { merchantOrderNo: number } : { ownNo: number }
  const owned = { merchant, lookup }
  const found =
    kind === 'payout'
      ? await findOwn(context, orderTables.payout, owned)
      : await findOwn(context, orderTables.collection, owned)
  return duplicate(kind, found?.order.tradeNo)
}

/**
 * The refusal of a request whose number and amount an order of another kind has (`otherKinds`), with that order's
 * transaction number; a link without a submitted amount has none.
 */
export async function usedByOtherKind(
  { db }: MerchantContext,
  { id: merchantId }: Merchant,
  { kind, others }: { readonly kind: CreatedKind; readonly others: OtherKinds | null },
): Promise<Refusal> {
  const found = others === null ? undefined : await findOtherKind(db, { merchantId, ...others })
  return duplicate(kind, found?.tradeNo, {
    message: say(
      '此單號與金額剛已用於另一種訂單（代收、代付或付款連結），請先查詢該訂單；確為不同的訂單時，請換單號或改用現行欄位名稱',
      'This number and amount were just used for another kind of order (collection, payout or ' +
        'payment link): look it up; for a different order use another number, or the current ' +
        'field names',
    ),
  })
}

/** The refusal of a second creation; `tradeNo` is the existing order's, if it has one. */
export function duplicate(
  kind: CreatedKind,
  tradeNo: string | null | undefined,
  details: Pick<RefusalDetails, 'message'> = {},
): Refusal {
  const order = tradeNo == null ? {} : { trade_no: tradeNo }
  return new Refusal(duplicates[kind], { ...details, ...order })
}

const duplicates = {
  collection: 'duplicate_orderid',
  payout: 'duplicate_serial_no',
  link: 'duplicate_merchant_order_no',
} as const satisfies Record<CreatedKind, string>
