import { accountName, usableAccounts } from '../banking/accounts/accounts.tsx'
import { presentationOf } from '../calls/table.ts'
import { type Desk, useDesk } from '../desk.ts'
import { approvalStateLabels } from '../labels/people-labels.ts'
import { codeLabel } from '../labels/refusal-labels.ts'
import { type PageContent, titled } from '../page.ts'
import { ActorLink } from '../parts/actor-link.tsx'
import { MemberFacts, type Members, membersOf } from '../parts/members.tsx'
import { Age, Badge, Card, Fact, Facts, Money, OutsideText, Time } from '../parts/values.tsx'
import { AboutApproval } from './about-approval.tsx'
import { Decision, type MoneyProps } from './approval-decision.tsx'
import { SidesTable, sidesOf } from './approval-sides.tsx'
import { type ApprovalDetail, approvalTones, requestOf } from './approvals.ts'
import { AskAgain } from './ask-again.tsx'
import { HoldFacts, type HoldSubject, holdOf } from './hold-of-approval.tsx'
import { moneyOf } from './money-of-approval.ts'
import { OverriddenChecks } from './overridden-checks.tsx'
import { termsOf } from './terms-of-approval.ts'
import {
  type ApprovalProps,
  NamedTransactions,
  PayingTransactions,
  payingNow,
} from './transactions-of-approval.tsx'

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
          {sides?.isWhole === true ? null : (
            <Content approval={approval} accounts={accounts} terms={terms} />
          )}
        </div>
        <NamedTransactions approval={approval} accounts={accounts} />
        <PayingTransactions approval={approval} lines={paying} accounts={accounts} />
        <Decision approval={approval} money={money} />
      </>
    ),
  }
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

function ApprovalFacts({ approval, money, held }: MoneyProps & { held: HoldSubject | null }) {
  const { say } = useDesk()
  const { state, amount, asked_by: asker, asked_at: askedAt, expires_at: until } = approval
  const why = membersOf(approval.body).reason ?? ''
  return (
    <Card title={{ zh: '申請', en: 'The request' }}>
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
    </Card>
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

// The members that the request above does not show, without the idempotency key, which tells people nothing.
function Content({ approval: { body }, accounts, terms }: ApprovalProps & { terms: Members }) {
  const {
    bank_transactions: lines = [],
    reason: _,
    idempotency_key: __,
    ...others
  } = { ...membersOf(body), ...terms }
  const members = [lines].flat().length === 0 ? others : { bank_transactions: lines, ...others }
  if (Object.keys(members).length === 0) return null
  return (
    <Card title={{ zh: '要求的內容', en: 'What was asked for' }}>
      <MemberFacts members={members} accounts={accounts} />
    </Card>
  )
}
