import type { Child } from 'hono/jsx'
import type { OverrideName } from '../../../../contract/back-office/orders/overrides.ts'
import type { Meaning } from '../../../../units/language.ts'
import { dollarSum, moneyText } from '../../../../units/money.ts'
import { type Attempt, useDesk } from '../../desk.ts'
import { overrideLabels } from '../../labels/order-labels.ts'
import { ChecksField, TextField } from '../../parts/fields.tsx'
import { useField } from '../../parts/form.tsx'
import { isCollection, type OrderDetail, type OrderPageData } from '../order-details.ts'

/** The rarely used fields of a form, folded unless the form was refused. */
export function MoreFields({ title = moreTitle, children }: { title?: Meaning; children: Child }) {
  const { say } = useDesk()
  const { isAgain } = useField('', undefined)
  return (
    <details class="more" open={isAgain}>
      <summary>{say(title)}</summary>
      <div class="fields">{children}</div>
    </details>
  )
}

const moreTitle = { zh: '其他欄位', en: 'More fields' }

type Overridden = {
  readonly names: readonly OverrideName[]
  /** The input of the form, if a refusal may have several causes. */
  readonly data?: OrderPageData<OrderDetail>
  readonly children?: Child
}

/** The overrides of a form, by name, apart from its other fields, which change no check. */
export function OverrideField({ names, data, children }: Overridden) {
  const { say, attempt } = useDesk()
  const failed = data === undefined ? null : failedCheck(data, attempt)
  return (
    <MoreFields title={{ zh: '略過檢查', en: 'Override a check' }}>
      {failed === null ? null : (
        <p class="problem" id="failed-check">
          {say(failed)}
        </p>
      )}
      <ChecksField
        name="override"
        label={{
          zh: '以營運人員身分略過（視金額可能須另一位核准）',
          en: 'Override as operator (large amounts need a second approval)',
        }}
        options={names.map((value) => ({ value, label: say(overrideLabels[value]) }))}
      />
      {children}
    </MoreFields>
  )
}

/** The hint of the field for the time of a payment. */
export const bookingOrNow: Meaning = {
  zh: '空白即為所選交易的時間，未選時為現在',
  en: 'If empty: when the chosen transaction was booked, else now',
}

/**
 * The first check, in the service's order, that a refused form failed, with its figures; null for any other refusal,
 * and if the page lacks the figures. A payout's overridden checks are left out; a collection paid with less needs
 * `manual`, whatever it overrides.
 */
export function failedCheck(
  { order, candidates, funds, isDisabled }: OrderPageData<OrderDetail>,
  attempt: Attempt | null,
): Meaning | null {
  if (attempt?.refused?.error !== 'override_required') return null
  const paid = paidIn(order, candidates, attempt)
  if (paid === null) return null
  const overridden = isCollection(order) ? [] : (attempt.sent.override ?? [])
  if (paid !== order.amount && !overridden.includes('amount')) {
    return {
      zh: `金額與訂單不同：實付 ${moneyText(paid)}，訂單 ${moneyText(order.amount)}`,
      en: `Amount differs from the order: ${moneyText(paid)} paid, ${moneyText(order.amount)} ordered`,
    }
  }
  if (isDisabled && !overridden.includes('disabled_merchant'))
    return overrideLabels.disabled_merchant
  const needed = dollarSum([paid, order.fee ?? 0])
  if (funds === null || funds.now >= needed) return null
  return {
    zh: `超過商戶餘額：有 ${moneyText(funds.now)}，需要 ${moneyText(needed)}`,
    en: `More than the merchant's balance: ${moneyText(funds.now)} of ${moneyText(needed)}`,
  }
}

// The refused sum; null if the form names a transaction that the page does not show.
function paidIn(
  order: OrderDetail,
  candidates: OrderPageData<OrderDetail>['candidates'],
  { form, sent }: Attempt,
): number | null {
  const [typed] = [sent.paid_amount, sent.actual_amount].flatMap((texts) => texts ?? [])
  if (typed) return Number(typed.replaceAll(',', ''))
  if (!isCollection(order)) return order.amount
  if (form === 'accept') return order.paid_amount
  const ids = (sent.bank_transactions ?? []).filter((id) => id !== '')
  const lines = (candidates?.items ?? []).filter(({ id }) => ids.includes(String(id)))
  if (ids.length === 0) return order.amount
  return lines.length < ids.length ? null : dollarSum(lines.map(({ amount }) => amount))
}

type OwnershipProps = {
  /** The check box; by default the override of the evidence. */
  readonly name?: string
  readonly value?: string
  /** The text of the check box, if the money is on another account. */
  readonly otherAccount?: Child
  /** The reason, if it belongs to this check. */
  readonly children: Child
}

/** The check box that settles by a transaction that fits several orders or is on another account. */
export function OwnershipCheck({
  name = 'override',
  value = 'evidence_differs',
  otherAccount,
  children,
}: OwnershipProps) {
  const { say } = useDesk()
  return (
    <div id="found-out">
      <ChecksField
        name={name}
        label={
          otherAccount === undefined
            ? { zh: '這筆款項屬於哪一筆', en: 'Which order was paid' }
            : { zh: '不在訂單的帳戶', en: "Not on the order's account" }
        }
        options={[{ value, label: otherAccount ?? say(ownershipVerified) }]}
      />
      {children}
    </div>
  )
}

/** The label of the reason for settling by money that is not plainly the order's. */
export const whySettled: Meaning = {
  zh: '為何可以入帳（僅後台可見）',
  en: 'Why it can be settled (back office only)',
}

const ownershipVerified: Meaning = {
  zh: '已查明屬於本筆（須說明原因）',
  en: 'I have verified that it belongs to this order (reason required)',
}

/** The reason for overridden checks, which the call requires. */
export function OverrideReason() {
  return (
    <TextField
      name="reason"
      label={{ zh: '原因（僅後台可見）', en: 'Reason (back office only)' }}
      maxlength={500}
    />
  )
}
