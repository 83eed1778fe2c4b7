import type { Child } from 'hono/jsx'
import type { OverrideName } from '../../../../contract/back-office/orders/overrides.ts'
import type { Meaning } from '../../../../units/language.ts'
import { moneyText } from '../../../../units/money.ts'
import { AccountOf } from '../../banking/accounts/accounts.tsx'
import type { AmountDifference } from '../../browser/live-form.ts'
import { type Desk, useDesk } from '../../desk.ts'
import { otherSumLabels } from '../../labels/order-labels.ts'
import { ReasonChoice, type UsualReason } from '../../parts/choices/reason-choice.tsx'
import { otherAccountReasons, otherPayerReasons } from '../../parts/choices/usual-reasons.ts'
import { AmountField, FlagField, TextField } from '../../parts/fields.tsx'
import { ActForm, RequiredFields } from '../../parts/form.tsx'
import { Age, OutsideText } from '../../parts/values.tsx'
import { CandidateChoice } from '../evidence/candidate-choice.tsx'
import {
  type Candidate,
  depositsByOthers,
  differsBeyondAmount,
  hasLikely,
  isFitting,
  settleableElsewhere,
} from '../evidence/choose-candidates.ts'
import { equalDepositsOf, otherStays } from '../evidence/equal-deposits.tsx'
import {
  type CollectionDetails,
  type DepositList,
  isOnFrozen,
  namesOf,
  needsOperator,
  type OrderPageData,
  secondFor,
} from '../order-details.ts'
import {
  bookingOrNow,
  MoreFields,
  OverrideField,
  OverrideReason,
  OwnershipCheck,
  whySettled,
} from './override-fields.tsx'

/** The form that settles a collection by its transactions, with rare fields for amount, time and overrides. */
export function SettleForm(data: OrderPageData<CollectionDetails>) {
  const { order } = data
  const desk = useDesk()
  const isTaken = order.agent !== '' && order.agent !== desk.identity.name
  const checks = extraChecksOf(data, desk)
  const firstCheck = checks[0]?.kind
  const reason = <SettlementReason check={firstCheck} />
  const fieldsOf = (...kinds: readonly ExtraCheck['kind'][]) =>
    checks
      .filter(({ kind }) => kinds.includes(kind))
      .map((check) => (
        <ExtraCheckFields data={data} check={check}>
          {check.kind === firstCheck ? reason : null}
        </ExtraCheckFields>
      ))
  return (
    <ActForm
      id="settle"
      hotkey="s"
      folded={{
        title: { zh: '入帳', en: 'Settle' },
        open: hasLikely(data) && !isOnFrozen(data),
      }}
      call="settleCollection"
      path={{ trade_no: order.trade_no }}
      {...buttonTexts(data, isTaken)}
      second={secondFor(order, 'settle')}
    >
      <CandidateChoice
        {...data}
        moreFields={
          <>
            <PaymentFields>{firstCheck === undefined ? reason : null}</PaymentFields>
            {fieldsOf('overrides')}
          </>
        }
      >
        {fieldsOf('several_orders', 'other_account')}
      </CandidateChoice>
      <AmountDifferences />
      {fieldsOf('other_payer')}
      {isTaken ? <TakenBy order={order} /> : null}
    </ActForm>
  )
}

/** A check of the form besides the choice of transactions. Its only reason is in the box of the first one. */
type ExtraCheck =
  | { readonly kind: 'other_payer'; readonly deposits: readonly Candidate[] }
  | { readonly kind: 'several_orders' }
  | { readonly kind: 'other_account'; readonly deposits: DepositList }
  | { readonly kind: 'overrides'; readonly names: readonly OverrideName[] }

function extraChecksOf(
  data: OrderPageData<CollectionDetails>,
  { identity, attempt }: Pick<Desk, 'identity' | 'attempt'>,
): readonly ExtraCheck[] {
  const { order, candidates } = data
  const deposits = depositsByOthers(data)
  const payer: readonly ExtraCheck[] =
    deposits.length === 0 ? [] : [{ kind: 'other_payer', deposits }]
  if (identity.role !== 'operator') return payer
  const ownership = ownershipOf(data)
  const items = candidates?.items ?? []
  const isRefused = attempt?.form === 'settle'
  // A fitting transaction passes all checks, so that overrides are offered only after a refusal.
  if (!isRefused && items.length > 0 && items.every((one) => isFitting(order, one))) {
    return [...payer, ...ownership]
  }
  // The checks beside the amount that an offered transaction may fail, or that the refused form failed.
  const mayDiffer = ownership.length === 0 && (isRefused || items.some(differsBeyondAmount))
  const mayBePaid =
    isRefused || items.some(({ doubts }) => doubts?.includes('already_paid') === true)
  const names = ['amount', mayDiffer && 'evidence_differs', mayBePaid && 'already_paid'] as const
  return [
    ...payer,
    ...ownership,
    { kind: 'overrides', names: names.filter((one) => one !== false) },
  ]
}

// The check of ownership, if money fits several orders or is on another account.
function ownershipOf(data: OrderPageData<CollectionDetails>): readonly ExtraCheck[] {
  if (needsOperator(data)) return [{ kind: 'several_orders' }]
  const deposits = settleableElsewhere(data)
  return deposits.length === 0 ? [] : [{ kind: 'other_account', deposits }]
}

const usualReasons: Readonly<Partial<Record<ExtraCheck['kind'], readonly UsualReason[]>>> = {
  other_payer: otherPayerReasons,
  other_account: otherAccountReasons,
}

// Why the form settles: one of the usual reasons for the first check if there are any, else as typed.
function SettlementReason({ check }: { check: ExtraCheck['kind'] | undefined }) {
  const usual = check && usualReasons[check]
  return usual ? <ReasonChoice label={whySettled} usual={usual} /> : <OverrideReason />
}

type ExtraCheckProps = {
  readonly data: OrderPageData<CollectionDetails>
  readonly check: ExtraCheck
  /** The reason, if it is in the box of this check. */
  readonly children: Child
}

function ExtraCheckFields({ data, check, children }: ExtraCheckProps) {
  switch (check.kind) {
    case 'other_payer':
      return (
        <OtherPayer order={data.order} deposits={check.deposits}>
          {children}
        </OtherPayer>
      )
    case 'several_orders':
      return <OwnershipCheck>{children}</OwnershipCheck>
    case 'other_account':
      return (
        <OwnershipCheck otherAccount={<OtherAccount {...data} deposits={check.deposits} />}>
          {children}
        </OwnershipCheck>
      )
    case 'overrides':
      return (
        <OverrideField data={data} names={check.names}>
          <FlagField
            name="manual"
            label={{ zh: '人工入帳', en: 'Settle by hand' }}
            hint={{
              zh: '沒有銀行交易（須說明原因），或實付少於訂單金額時',
              en: 'If there is no bank transaction (reason required), or less than the order was paid',
            }}
          />
          {children}
        </OverrideField>
      )
  }
}

// The texts of the button and the warning, without a choice and with one.
function buttonTexts(data: OrderPageData<CollectionDetails>, isTaken: boolean) {
  const { uid, amount, agent, bank_account: id, if_paid: ifPaid } = data.order
  const isOfTwins = equalDepositsOf(data).length > 0
  const account = data.accounts?.find((one) => one.id === id)
  const needsProof = isOfTwins || account?.backing === 'required'
  const gets = ifPaid === null ? { zh: '', en: '' } : netOf(ifPaid)
  const sum = isOfTwins ? ` ${moneyText(amount)}` : ''
  const rest = isOfTwins ? otherStays : { zh: '', en: '' }
  const name = {
    zh: `${isTaken ? `代 ${agent} ` : ''}${isOfTwins ? '以其中一筆' : ''}入帳`,
    en: `Settle${isTaken ? ` for ${agent}` : ''}${isOfTwins ? ' by one of them' : ''}`,
  }
  return {
    button: { zh: `${name.zh}${sum}${rest.zh}`, en: `${name.en}${sum}${rest.en}` },
    warning: {
      zh: `所選交易的總和計入商戶 ${uid} 的餘額，並立即通知商戶；未選時為所填的實付金額，未填即為 ${moneyText(amount)}。${gets.zh}`,
      en:
        `Credits merchant ${uid} with the total of the chosen transactions, and notifies it at once. If none is ` +
        `chosen, credits the paid amount (${moneyText(amount)} if left empty).${gets.en}`,
    },
    choice: {
      button: {
        zh: `${name.zh} {sum}${rest.zh}`,
        en: `${name.en}${isTaken ? ':' : ''} {sum}${rest.en}`,
      },
      buttonOfOther: {
        zh: `以他人名義的款項入帳 {sum}${rest.zh}`,
        en: `Settle by another's money {sum}${rest.en}`,
      },
      required: { zh: '匯款人不是付款人：請說明原因', en: 'Paid by somebody else: enter a reason' },
      warning: {
        zh: `計入商戶 ${uid} 的餘額：{sum}。立即通知商戶。${gets.zh}`,
        en: `Credits merchant ${uid} with {sum}, and notifies it at once.${gets.en}`,
      },
      terms: { amount, field: 'paid_amount', needsProof },
    },
  }
}

// The fee of the order's amount; another sum has another fee.
function netOf({ fee, net }: NonNullable<CollectionDetails['if_paid']>): Meaning {
  return {
    zh: `以訂單金額計，手續費 ${moneyText(fee)}，商戶實得 ${moneyText(net)}。`,
    en: ` On the order's amount the fee is ${moneyText(fee)}, and the merchant receives ${moneyText(net)}.`,
  }
}

// The paid amount and its time, if no transaction says them.
function PaymentFields({ children }: Pick<ExtraCheckProps, 'children'>) {
  return (
    <MoreFields>
      <AmountField
        name="paid_amount"
        label={{ zh: '實付金額', en: 'Paid amount' }}
        hint={{
          zh: '空白即為所選交易的總和，未選時為訂單金額',
          en: "If empty: the total of the chosen transactions, else the order's amount",
        }}
      />
      <TextField
        name="paid_at"
        type="datetime-local"
        label={{ zh: '付款時間', en: 'Paid at' }}
        hint={bookingOrNow}
      />
      {children}
    </MoreFields>
  )
}

// The check box or the warning while the chosen sum differs from the order's amount.
function AmountDifferences() {
  const { say, identity } = useDesk()
  return identity.role === 'operator' ? (
    <>
      <AmountDifferenceTick difference="less" />
      <AmountDifferenceTick difference="more" />
    </>
  ) : (
    <p class="hint" data-shown-if="less more" hidden>
      {say({
        zh: '與訂單金額不同的款項由營運人員入帳。',
        en: "Only an operator settles an amount that differs from the order's.",
      })}
    </p>
  )
}

// The agent of the order, and since when.
function TakenBy({ order }: { order: CollectionDetails }) {
  const { say } = useDesk()
  const { agent } = order
  return (
    <p id="taken-by">
      <b>
        <OutsideText text={agent} />
      </b>
      {say({ zh: ' 正在處理（', en: ' is working on this order (' })}
      <Age at={order.events.findLast((one) => one.agent === agent)?.at ?? order.created_at} />
      {say({ zh: '）', en: ')' })}
    </p>
  )
}

type AccountProps = OrderPageData<CollectionDetails> & { readonly deposits: DepositList }

// The text of the tick that settles by a deposit on another account, or by another one that needs the same check.
function OtherAccount({ deposits, accounts, candidates }: AccountProps) {
  const { say } = useDesk()
  const mayDiffer = candidates?.items.some(differsBeyondAmount) === true
  const [id, ...furtherIds] = new Set(deposits.map((one) => one.bank_account))
  return (
    <>
      {say({ zh: '款項在另一個帳戶', en: 'The money is on another account' })}
      {id === undefined || furtherIds.length > 0 ? null : (
        <>
          {say({ zh: '（', en: ' (' })}
          <AccountOf id={id} accounts={accounts} />
          {say({ zh: '）', en: ')' })}
        </>
      )}
      {mayDiffer ? say({ zh: '，或與訂單不符', en: ', or differs from the order' }) : null}
      {say({ zh: '：仍入帳', en: ': settle anyway' })}
    </>
  )
}

type OtherPayerProps = {
  readonly order: CollectionDetails
  readonly deposits: readonly Candidate[]
  readonly children: Child
}

// The sender of another person's money, and why the money pays the order all the same.
function OtherPayer({ order, deposits, children }: OtherPayerProps) {
  const { say } = useDesk()
  const names = namesOf(order).map(({ name }) => name)
  return (
    <div id="other-payer">
      {[...new Set(deposits.map((one) => one.counterparty_name))].map((payer) => (
        <p>
          {say({ zh: '匯款人 ', en: 'Paid by ' })}
          <b>
            <OutsideText text={payer} />
          </b>
          {say({ zh: '，不是 ', en: ', not by ' })}
          <OutsideText text={names.join(say({ zh: '、', en: ' or ' }))} />
        </p>
      ))}
      <RequiredFields fields={['reason']} transactions={deposits} />
      {children}
    </div>
  )
}

const differenceTicks = { less: ['manual', 'true'], more: ['override', 'amount'] } as const

// The script shows it while another sum is chosen; without the script the same warning is among the checks.
function AmountDifferenceTick({ difference }: { difference: AmountDifference }) {
  const { say } = useDesk()
  const [name, value] = differenceTicks[difference]
  return (
    <div data-shown-if={difference} hidden>
      <p class="field flag">
        <input id={`settle-${difference}`} type="checkbox" name={name} value={value} />
        <label for={`settle-${difference}`}>{say(otherSumLabels[difference])}</label>
      </p>
    </div>
  )
}
