import * as z from 'zod'
import { waitStates } from '../../links/member-page-views.ts'
import { candidatesView } from '../banking/transactions.ts'
import { listOf, meaning, money, shape, time } from '../shapes.ts'
import { collectionFields, memberFields, payerFields } from './collection-fields.ts'
import { collectionMarks, payoutMarks } from './list-marks.ts'
import { moveFields } from './order-fields.ts'
import { orderHistoryFields } from './order-history.ts'
import { payoutFields } from './payout-fields.ts'

// The OpenAPI document lists schemas in the order in which they are named: all of these in one file keep it.

/** A collection in a list, by itself, and after a move. */
export const collectionViews = {
  listed: shape(
    'CollectionItem',
    z.strictObject({ ...collectionFields.shape, ...payerFields, ...collectionMarks }),
  ),
  shown: shape(
    'Collection',
    z.strictObject({
      ...collectionFields.shape,
      ...payerFields,
      ...memberFields,
      ...orderHistoryFields,
      if_paid: meaning(
        z.strictObject({ fee: money, net: money }).nullable(),
        '以訂單金額入帳時的平台手續費與商戶實得；已入帳或沒有費率為 null',
        'Fee and net amount if the full amount is paid; null once settled or without a price',
      ),
    }),
  ),
  moved: shape('MovedCollection', z.strictObject({ ...collectionFields.shape, ...moveFields })),
}

/** A payout in a list, by itself, and after a move. */
export const payoutViews = {
  listed: shape('PayoutItem', z.strictObject({ ...payoutFields.shape, ...payoutMarks })),
  shown: shape('Payout', z.strictObject({ ...payoutFields.shape, ...orderHistoryFields })),
  moved: shape('MovedPayout', z.strictObject({ ...payoutFields.shape, ...moveFields })),
}

export const memberPageView = shape(
  'MemberPage',
  z.strictObject({
    state: z.enum(waitStates),
    amount: meaning(money, '應付金額', 'The amount due'),
    payee: meaning(
      z.strictObject({ name: z.string(), support_url: z.string() }).nullable(),
      '頁面上的收款商家',
      'The payee shown on the page',
    ),
    receipt: meaning(
      z
        .strictObject({ trade_no: z.string(), paid_amount: money, paid_at: time.nullable() })
        .nullable(),
      '付款後的收據，之前為 null',
      'The receipt; null before payment',
    ),
    account: meaning(
      z
        .strictObject({
          bank_name: z.string(),
          bank_code: z.string(),
          account_no: z.string(),
          account_name: z.string(),
        })
        .nullable(),
      '頁面上的收款帳戶；不顯示時為 null',
      'The receiving account on the page; null while none is shown',
    ),
    merchant_order_no: z.string(),
    payer_account_last5: z.string(),
    return_url: z.string(),
    had_account: meaning(z.boolean(), '是否曾顯示收款帳號', 'Whether it ever showed an account'),
    ends_at: meaning(
      time,
      '付款期限；`checking` 時為核對結束的時間',
      'Deadline of the transfer; in `checking`, when checking ends',
    ),
    now: time,
  }),
)

/** Lists of orders of either kind, and of the transactions that may pay one. */
export const orderLists = {
  collections: listOf('CollectionList', collectionViews.listed),
  payouts: listOf('PayoutList', payoutViews.listed),
  candidates: candidatesView,
}
