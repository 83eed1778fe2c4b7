import type { Child } from 'hono/jsx'
import type { Meaning } from '../../../../units/language.ts'
import { useDesk } from '../../desk.ts'
import { channelLabel } from '../../labels/merchant-labels.ts'
import { confirmationLabels } from '../../labels/order-labels.ts'
import { LongText } from '../../parts/long-text.tsx'
import { Fact, Facts } from '../../parts/values.tsx'
import type { CollectionDetails, OrderDetail, PayoutDetails } from '../order-details.ts'
import { shownPayeeAccount } from './payee-facts.tsx'

export function CollectionFacts({ order }: { order: CollectionDetails }) {
  const { say } = useDesk()
  return (
    <RequestFacts order={order}>
      <Texts
        rows={[
          [{ zh: '代收編號', en: 'Order id' }, order.orderid],
          [{ zh: '商戶訂單編號', en: "Merchant's order number" }, order.merchant_order_no],
          [
            { zh: '通道', en: 'Channel' },
            `${say(channelLabel(order.channel))} ${order.gateway_code}`.trim(),
          ],
          [{ zh: '幣別', en: 'Currency' }, order.currency],
          [{ zh: '會員編號', en: "Member's number" }, order.user_id],
          [{ zh: '會員姓名', en: "Member's name" }, order.user_name],
          [{ zh: '會員登入帳號', en: "Member's login" }, order.member_account],
          [{ zh: '會員電話', en: 'Phone' }, order.member_phone],
          [{ zh: '會員電子郵件', en: 'E-mail' }, order.member_email],
          [{ zh: '會員銀行', en: "Member's bank" }, order.member_bank_name],
          [{ zh: '會員帳號', en: "Member's account" }, order.counterparty_account],
          [{ zh: '付款人', en: 'Payer' }, order.payer_name],
          [
            { zh: '付款銀行', en: "Payer's bank" },
            `${order.payer_bank_code} ${order.payer_bank_name}`.trim(),
          ],
          [{ zh: '付款帳號', en: "Payer's account" }, order.payer_account_no],
          [{ zh: '收款銀行', en: 'Receiving bank' }, order.collection_bank_name],
          [{ zh: '收款戶名', en: 'Receiving name' }, order.collection_account_name],
          [{ zh: '收款帳號', en: 'Receiving account' }, order.collection_account_no],
          [{ zh: '返回網址', en: 'Return address' }, order.return_url],
          [
            { zh: '申報款項', en: 'Declared money' },
            order.confirmation === 'none' ? '' : say(confirmationLabels[order.confirmation]),
          ],
        ]}
      />
    </RequestFacts>
  )
}

export function PayoutFacts({ order }: { order: PayoutDetails }) {
  const { identity } = useDesk()
  return (
    <RequestFacts order={order}>
      <Texts
        rows={[
          [{ zh: '代付序號', en: 'Serial number' }, order.serial_no],
          [{ zh: '商戶訂單編號', en: "Merchant's order number" }, order.merchant_order_no],
          [{ zh: '通道', en: 'Channel' }, order.channel],
          [{ zh: '收款人', en: 'Payee' }, order.payee_name],
          [{ zh: '收款銀行', en: "Payee's bank" }, order.payee_bank],
          [{ zh: '收款帳號', en: "Payee's account" }, shownPayeeAccount(order, identity)],
          [{ zh: '受益人', en: 'Beneficiary' }, order.beneficiary_name],
          [{ zh: '付款標記', en: 'Payment tag' }, order.payment_tag],
          [{ zh: '憑證號碼', en: 'Voucher' }, order.voucher_no],
          [{ zh: '備註', en: 'Note' }, order.note],
          [{ zh: '沖正網址', en: 'Reversal address' }, order.reverse_url],
        ]}
      />
      <Fact name={{ zh: '要求時間', en: 'Requested at' }} at={order.requested_at} />
    </RequestFacts>
  )
}

function RequestFacts({ order, children }: { order: OrderDetail; children: Child }) {
  const { say } = useDesk()
  return (
    <details class="more" id="asked">
      <summary>{say({ zh: '商戶的原始要求', en: "The merchant's request" })}</summary>
      <Facts>
        <Fact name={{ zh: '金額', en: 'Amount' }} dollars={order.amount} />
        <Fact name={{ zh: '建立', en: 'Created' }} at={order.created_at} />
        {children}
        <Texts
          rows={[
            [{ zh: '通知網址', en: 'Callback address' }, order.notify_url],
            [{ zh: '自訂資料', en: 'Custom data' }, customText(order.extra)],
          ]}
        />
      </Facts>
    </details>
  )
}

// Empty values are left out.
function Texts({ rows }: { rows: readonly (readonly [name: Meaning, text: string])[] }) {
  return (
    <>
      {rows
        .filter(([, text]) => text !== '')
        .map(([name, text]) => (
          <Fact name={name}>
            <LongText text={text} />
          </Fact>
        ))}
    </>
  )
}

function customText(extra: OrderDetail['extra']): string {
  return typeof extra === 'string' ? extra : JSON.stringify(extra)
}
