import * as z from 'zod'
import { waitStates } from '../../../links/member-page-views.ts'
import { meaning, money, named, time } from '../answer.ts'

/** What the member's page of a collection shows. */
export const memberPage = named(
  'MemberPage',
  z.strictObject({
    state: meaning(z.enum(waitStates), '頁面的狀態', 'The state of the page'),
    amount: meaning(money, '請款金額', 'What was asked for'),
    payee: meaning(
      z.strictObject({ name: z.string(), support_url: z.string() }).nullable(),
      '頁面上的收款商家',
      'Whom the page says that the member pays',
    ),
    receipt: meaning(
      z
        .strictObject({ trade_no: z.string(), paid_amount: money, paid_at: time.nullable() })
        .nullable(),
      '付款後的收據，之前為 null',
      'What was paid; null before',
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
      'The account that it shows; null while it shows none',
    ),
    merchant_order_no: z.string(),
    payer_account_last5: z.string(),
    return_url: z.string(),
    ends_at: meaning(time, '付款期限', 'When the time for a transfer is over'),
    now: meaning(time, '讀取時間', 'When it was read'),
  }),
)
