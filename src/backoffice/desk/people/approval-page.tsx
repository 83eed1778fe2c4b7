import type { Meaning } from '../../../units/language.ts'
import { dollarSum, moneyText } from '../../../units/money.ts'
import { accountName, usableAccounts } from '../banking/accounts/accounts.tsx'
import { presentationOf } from '../calls/table.ts'
import { type Desk, useDesk } from '../desk.ts'
import { sourceLabels } from '../labels/banking-labels.ts'
import { approvalStateLabels } from '../labels/people-labels.ts'
import { codeLabel } from '../labels/refusal-labels.ts'
import { transactionsOf } from '../orders/story/transactions.tsx'
import { type PageContent, titled } from '../page.ts'
import { ActorLink } from '../parts/actor-link.tsx'
import { HiddenField, TextField } from '../parts/fields.tsx'
import { ActForm } from '../parts/form.tsx'
import {
  type AccountNames,
  MemberFacts,
  type Members,
  MemberValue,
  membersOf,
} from '../parts/members.tsx'
import { Age, Badge, Fact, Facts, Money, OutsideText, Time } from '../parts/values.tsx'
import { AskAgain } from '../second-person/ask-again.tsx'
import { AboutApproval } from './about-approval.tsx'
import { SidesTable, sidesOf } from './approval-sides.tsx'
import { type ApprovalDetail, approvalTones, effectOf, namedLines, requestOf } from './approvals.ts'
import { HoldFacts, type HoldSubject, holdOf } from './hold-of-approval.tsx'
import { OverriddenChecks } from './overridden-checks.tsx'
import { termsOf } from './terms-of-approval.ts'

/** One call that waits or waited for a second person: its request, the state before and after it, and the decision. */
export async function drawApproval(desk: Desk): Promise<PageContent> {
  const { id = '' } = desk.path
  const approval = await desk.need('showApproval', { path: { id } })
  const [sides, money, paying, known, held, terms] = await Promise.all([
    sidesOf(desk, approval),
    moneyOf(desk, approval),
    payingNow(desk, approval),
    approval.order_now === null && approval.bank_transactions.length === 0
      ? []
      : usableAccounts(desk),
    holdOf(desk, approval),
    termsOf(desk, approval),
  ])
  const accounts = new Map(known?.map((one) => [one.id, `${accountName(one)} ${one.holder_name}`]))
  return {
    ...titled([desk.say(requestOf(approval)), ...(held?.name ?? [])]),
    main: (
      <>
        <MovedNotice approval={approval} />
        <UnprovenNotice approval={approval} />
        <OverriddenChecks approval={approval} accounts={accounts} funds={money?.funds ?? null} />
        <div class="cards">
          <ApprovalFacts approval={approval} money={money} held={held} />
          {sides === null ? null : <SidesTable sides={sides} accounts={accounts} />}
          {sides?.isWhole === true ? null : <Content {...{ approval, accounts, terms }} />}
        </div>
        <Transactions approval={approval} accounts={accounts} />
        <PaidBy approval={approval} lines={paying} accounts={accounts} />
        <Decision approval={approval} money={money} />
      </>
    ),
  }
}

type MerchantMoney = {
  /** The money of a payout's merchant, frozen money included. */
  readonly funds: number | null
  /** The same after the payout, or the available money after a reversal. */
  readonly after: number
}

// The merchant's money before a payout or reversal and after it, as of now; null for any other call.
async function moneyOf(desk: Desk, approval: ApprovalDetail): Promise<MerchantMoney | null> {
  const { call, state, body, order_now: order } = approval
  const isPayment = call === 'processPayout'
  if (state !== 'waiting' || order === null || !(isPayment || call.startsWith('reverse')))
    return null
  const { uid, paid_amount: paid, actual_amount: paidOut, fee: charged, pricing } = membersOf(order)
  const path = { uid: String(uid) }
  const [balance, isKept] = await Promise.all([
    desk.ask('showBalance', { path }),
    membersOf(body).because === 'money_returned' ? keepsFee(desk, path, Number(pricing)) : false,
  ])
  if (!balance.ok) return null
  const { available, frozen } = balance.value.data.summary
  const fee = Number(charged ?? 0)
  if (isPayment) {
    const funds = dollarSum([available, frozen])
    return { funds, after: dollarSum([funds, -(approval.amount ?? 0), -fee]) }
  }
  const moved = call === 'reverseCollection' ? -Number(paid) : Number(paidOut)
  return { funds: null, after: dollarSum([available, moved, isKept ? 0 : fee]) }
}

// Whether under that price version the platform keeps the fee of returned money.
async function keepsFee(
  desk: Desk,
  path: { readonly uid: string },
  version: number,
): Promise<boolean> {
  const prices = await desk.ask('listPricing', { path, query: { limit: '50' } })
  const found = prices.ok ? prices.value.items.find((one) => one.version === version) : undefined
  return found?.pricing.fee_on_reversal === 'keep'
}

// The transactions that pay the order to be reversed; empty for any other call.
async function payingNow(
  desk: Desk,
  { call, state, subject }: ApprovalDetail,
): Promise<readonly ApprovalLine[]> {
  if (state !== 'waiting' || !call.startsWith('reverse')) return []
  const show = call === 'reverseCollection' ? 'showCollection' : 'showPayout'
  const order = await desk.ask(show, { path: { trade_no: subject.name } })
  const paid = order.ok ? await transactionsOf(desk, order.value) : []
  return paid.flatMap(({ detail }) => detail ?? [])
}

function MovedNotice({ approval: { state, order_then: then, seq } }: { approval: ApprovalDetail }) {
  const { say } = useDesk()
  const moves = then === null || seq === null ? 0 : seq - then.seq
  if (state !== 'waiting' || moves === 0) return null
  return (
    <p class="notice care" id="moved">
      {say({
        zh: `訂單在提出之後又有 ${moves} 次異動，請先比對再決定。`,
        en: `The order has moved since this was asked (${moves}). Compare before you decide.`,
      })}
    </p>
  )
}

// The call would book money that no line of a bank shows.
function UnprovenNotice({ approval: { call, state, body } }: { approval: ApprovalDetail }) {
  const { say } = useDesk()
  const { bank_transactions: lines, accept } = membersOf(body)
  const isBare = [lines ?? []].flat().length === 0 && accept !== false
  if (state !== 'waiting' || !presentationOf(call).booksMoney || !isBare) return null
  return (
    <p class="notice care" id="unproven">
      {say({
        zh: '沒有銀行交易：請自行確認款項後再核准。',
        en: 'It names no bank transaction: make sure of the money before you approve.',
      })}
    </p>
  )
}

type AboutProps = { approval: ApprovalDetail; money: MerchantMoney | null }

function ApprovalFacts({ approval, money, held }: AboutProps & { held: HoldSubject | null }) {
  const { say } = useDesk()
  const { state, amount, asked_by: asker, asked_at: askedAt, expires_at: until } = approval
  const why = membersOf(approval.body).reason ?? ''
  return (
    <section class="card">
      <h2>{say({ zh: '申請', en: 'The request' })}</h2>
      <Facts>
        <Fact name={{ zh: '狀態', en: 'State' }}>
          <Badge tone={approvalTones[state]}>{say(approvalStateLabels[state])}</Badge>
        </Fact>
        <Fact name={{ zh: '對象', en: 'About' }}>
          <AboutApproval approval={approval} />
        </Fact>
        {amount === null ? null : (
          <Fact name={{ zh: '金額', en: 'Amount' }}>
            <b>
              <Money dollars={amount} />
            </b>
          </Fact>
        )}
        {held === null ? null : <HoldFacts {...held} />}
        {why === '' ? null : <Fact name={{ zh: '原因', en: 'Reason' }} text={String(why)} />}
        {money === null ? null : (
          <Fact name={money.funds === null ? leftAvailable : leftOfFunds} dollars={money.after} />
        )}
        <Fact name={{ zh: '提出者', en: 'Asked by' }}>
          <ActorLink name={asker} />
        </Fact>
        <Fact name={{ zh: '提出', en: 'Asked' }}>
          <Time at={askedAt} />
          {state === 'waiting' ? (
            <>
              {' '}
              <small class="sum">
                {say({ zh: '已等候 ', en: 'waits for ' })}
                <Age at={askedAt} />
              </small>
            </>
          ) : null}
        </Fact>
        {state === 'waiting' ? (
          <Fact name={{ zh: '到期', en: 'Expires' }} at={until} />
        ) : (
          <ApprovalEnd approval={approval} />
        )}
      </Facts>
      <AskAgain approval={approval} />
    </section>
  )
}

const leftAvailable = { zh: '沖正後商戶的可用餘額', en: "The merchant's balance after it" }
const leftOfFunds = {
  zh: '出款後商戶的餘額（含凍結）',
  en: "The merchant's balance after it (with frozen)",
}

function ApprovalEnd({ approval }: { approval: ApprovalDetail }) {
  const { say } = useDesk()
  const { state, decided_by: name, decided_at: at, reason, expires_at: until } = approval
  if (state === 'expired') {
    return (
      <Fact name={{ zh: '結果', en: 'Outcome' }}>
        {say({
          zh: '逾期未核准，操作沒有執行。如仍需要，請再提出一次。',
          en: 'Nobody approved it in time; nothing was done. Ask again if it is needed.',
        })}{' '}
        <Time at={until} />
      </Fact>
    )
  }
  return (
    <>
      <Fact name={{ zh: '決定者', en: 'Decided by' }}>
        <ActorLink name={name} /> <Time at={at} />
      </Fact>
      {state === 'done' ? null : (
        <Fact
          name={
            state === 'failed'
              ? { zh: '失敗原因', en: 'Why it failed' }
              : { zh: '駁回原因', en: 'Why it was rejected' }
          }
        >
          {state === 'failed' ? say(codeLabel(reason)) : <OutsideText text={reason} />}
        </Fact>
      )}
    </>
  )
}

type ContentProps = { approval: ApprovalDetail; accounts: AccountNames }

// The members that the request above does not show, without the idempotency key, which tells people nothing.
function Content({ approval: { body }, accounts, terms }: ContentProps & { terms: Members }) {
  const { say } = useDesk()
  const {
    bank_transactions: lines = [],
    reason: _,
    idempotency_key: __,
    ...others
  } = { ...membersOf(body), ...terms }
  const members = [lines].flat().length === 0 ? others : { bank_transactions: lines, ...others }
  if (Object.keys(members).length === 0) return null
  return (
    <section class="card">
      <h2>{say({ zh: '要求的內容', en: 'What was asked for' })}</h2>
      <MemberFacts members={members} accounts={accounts} />
    </section>
  )
}

// The transactions that the call names: each line, and the sum of those that pay.
function Transactions({ approval, accounts }: ContentProps) {
  const { say } = useDesk()
  const all = approval.bank_transactions
  if (all.length === 0) return null
  const paying = namedLines(approval)
  return (
    <section class="card">
      <h2>{say({ zh: '所列的銀行交易', en: 'The bank transactions that it names' })}</h2>
      <Lines id="named-lines" lines={all} accounts={accounts} />
      {paying.length < 2 ? null : (
        <p id="named-sum">
          {say({ zh: `${paying.length} 筆合計 `, en: `${paying.length} lines in all: ` })}
          <b>
            <Money dollars={dollarSum(paying.map(({ amount }) => amount))} />
          </b>
        </p>
      )}
    </section>
  )
}

type ApprovalLine = ApprovalDetail['bank_transactions'][number]
type LinesProps = { lines: readonly ApprovalLine[]; accounts: AccountNames }

function Lines({ id, lines, accounts }: LinesProps & { id: string }) {
  const { say } = useDesk()
  return (
    <ul class="plain" id={id}>
      {lines.map((one) => (
        <li>
          <a href={`/bank-transactions/${one.id}`}>
            <Money dollars={one.amount} />
          </a>{' '}
          {one.booked_at} <OutsideText text={one.counterparty_name} />{' '}
          <OutsideText text={one.counterparty_last5} />
          {say({ zh: '，入出帳戶 ', en: ', on ' })}
          <MemberValue name="bank_account" value={one.bank_account} accounts={accounts} />{' '}
          {say(sourceLabels[one.source])} <small>{one.posted_by}</small>
        </li>
      ))}
    </ul>
  )
}

// Money that was sent back still belongs to the order.
function PaidBy({ approval, lines, accounts }: LinesProps & Pick<ContentProps, 'approval'>) {
  const { say } = useDesk()
  if (lines.length === 0) return null
  const isFreed = membersOf(approval.body).because === 'wrong_match'
  return (
    <section class="card">
      <h2>{say(isFreed ? freed : keptLabel)}</h2>
      <Lines id="paying-lines" lines={lines} accounts={accounts} />
    </section>
  )
}

const freed = {
  zh: '沖正後釋出的銀行交易',
  en: 'The bank transactions that it frees for other orders',
}
const keptLabel = {
  zh: '支付它的銀行交易，沖正後仍屬於它',
  en: 'The bank transactions that have paid it, which it keeps',
}

function Decision({ approval, money }: AboutProps) {
  const { say, may, identity } = useDesk()
  if (approval.state !== 'waiting' || !may('approve')) return null
  const { id, seq } = approval
  const isOwn = approval.asked_by === identity.name
  return (
    <section class="card" id="decision">
      <h2 class="unseen">{say({ zh: '決定', en: 'The decision' })}</h2>
      {isOwn ? (
        <p class="notice" id="own">
          {say({
            zh: '這是您提出的，須由另一位營運人員核准。您可以撤回。',
            en: 'You have asked for this: another operator has to approve it. You can withdraw it.',
          })}
        </p>
      ) : (
        <ActForm
          id="approve"
          call="approve"
          path={{ id }}
          button={{ zh: '核准並執行', en: 'Approve and carry out' }}
          warning={withDebt(effectOf(approval), approval, money)}
          hotkey="a"
        >
          {seq === null ? null : <HiddenField name="seq" value={String(seq)} />}
        </ActForm>
      )}
      <ActForm
        id="reject"
        hotkey="x"
        folded={{ title: isOwn ? { zh: '撤回', en: 'Withdraw' } : { zh: '駁回', en: 'Reject' } }}
        call="reject"
        path={{ id }}
        button={isOwn ? { zh: '撤回申請', en: 'Withdraw it' } : { zh: '駁回申請', en: 'Reject it' }}
        tone="danger"
      >
        <TextField
          name="reason"
          label={{ zh: '原因', en: 'Reason' }}
          hint={{
            zh: '提出者與日誌都會看到。操作不會執行。',
            en: 'The asker and the journal have it. Nothing is carried out.',
          }}
          maxlength={500}
          required
        />
      </ActForm>
    </section>
  )
}

// The merchant's debt after money is taken back from it.
function withDebt(text: Meaning, { call }: ApprovalDetail, money: MerchantMoney | null): Meaning {
  if (call !== 'reverseCollection' || money === null || money.after >= 0) return text
  const debt = moneyText(-money.after)
  return {
    zh: `${text.zh}沖正後商戶將欠 ${debt}。`,
    en: `${text.en} The merchant then owes ${debt}.`,
  }
}
