import { refusals } from '../../../contract/refusal-table.ts'
import { type Desk, useDesk } from '../desk.ts'
import { labelFor } from '../labels/label-for.ts'
import { approvalStateLabels } from '../labels/people-labels.ts'
import type { Drawn } from '../page.ts'
import { HiddenField, TextField } from '../parts/fields.tsx'
import { ActForm, Disclosed } from '../parts/form.tsx'
import { MemberFacts, membersOf } from '../parts/readable.tsx'
import { Age, Badge, Fact, Facts, Foreign, Money, Time } from '../parts/values.tsx'
import { Who } from '../parts/who.tsx'
import { AboutCall } from './about-call.tsx'
import { SidesTable, sidesOf } from './approval-sides.tsx'
import { type ApprovalDetail, approvalTones, asks, effect } from './asked.ts'

/** One call that waits for a second person, or did: what it asks, before and after, and the decision. */
export async function drawApproval(desk: Desk): Promise<Drawn> {
  const { id = '' } = desk.path
  const approval = await desk.need('showApproval', { path: { id } })
  const sides = await sidesOf(desk, approval)
  return {
    title: desk.say(asks(approval)),
    main: (
      <>
        <Moved approval={approval} />
        <div class="cards">
          <About approval={approval} />
          {sides?.isWhole === true ? null : <Content approval={approval} />}
        </div>
        {sides === null ? null : <SidesTable sides={sides} />}
        <Transactions transactions={approval.bank_transactions} />
        <Decision approval={approval} />
      </>
    ),
  }
}

function Moved({ approval: { state, order_then: then, seq } }: { approval: ApprovalDetail }) {
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

function About({ approval }: { approval: ApprovalDetail }) {
  const { say } = useDesk()
  const { call, state, subject, asked_by: asker, asked_at: askedAt, expires_at: until } = approval
  return (
    <section class="card">
      <h2>{say({ zh: '申請', en: 'The request' })}</h2>
      <Facts>
        <Fact name={{ zh: '狀態', en: 'State' }}>
          <Badge tone={approvalTones[state]}>{say(approvalStateLabels[state])}</Badge>
        </Fact>
        <Fact name={{ zh: '對象', en: 'About' }}>
          <AboutCall call={call} subject={subject} isDone={state === 'done'} />
        </Fact>
        <Fact name={{ zh: '提出者', en: 'Asked by' }}>
          <Who name={asker} />
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
          <Fact name={{ zh: '到期', en: 'Expires' }}>
            <Time at={until} />
          </Fact>
        ) : (
          <Ended approval={approval} />
        )}
      </Facts>
    </section>
  )
}

function Ended({ approval }: { approval: ApprovalDetail }) {
  const { say } = useDesk()
  const { state, decided_by: name, decided_at: at, reason, expires_at: until } = approval
  if (state === 'expired') {
    return (
      <Fact name={{ zh: '結果', en: 'Outcome' }}>
        {say({
          zh: '逾期未核准，操作沒有執行。如仍需要，請重新提出。',
          en: 'Nobody approved it in time; nothing was done. Make the call again if it is needed.',
        })}{' '}
        <Time at={until} />
      </Fact>
    )
  }
  return (
    <>
      <Fact name={{ zh: '決定者', en: 'Decided by' }}>
        <Who name={name} /> <Time at={at} />
      </Fact>
      {state === 'done' ? null : (
        <Fact
          name={
            state === 'failed'
              ? { zh: '失敗原因', en: 'Why it failed' }
              : { zh: '駁回原因', en: 'Why it was rejected' }
          }
        >
          {state === 'failed' ? say(labelFor(refusals, reason)) : <Foreign text={reason} />}
        </Fact>
      )}
    </>
  )
}

function Content({ approval: { body } }: { approval: ApprovalDetail }) {
  const { say } = useDesk()
  const members = membersOf(body)
  if (Object.keys(members).length === 0) return null
  return (
    <section class="card">
      <h2>{say({ zh: '要求的內容', en: 'What was asked for' })}</h2>
      <MemberFacts members={members} />
    </section>
  )
}

// What the call names, so that nobody approves a number.
function Transactions({ transactions }: { transactions: ApprovalDetail['bank_transactions'] }) {
  const { say } = useDesk()
  if (transactions.length === 0) return null
  return (
    <section class="card">
      <h2>{say({ zh: '所列的銀行交易', en: 'The bank transactions that it names' })}</h2>
      <ul class="plain">
        {transactions.map((one) => (
          <li>
            <a href={`/bank-transactions/${one.id}`}>
              <Money dollars={one.amount} />
            </a>{' '}
            {one.booked_at} <Foreign text={one.counterparty_name} />{' '}
            <Foreign text={one.counterparty_last5} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Decision({ approval }: { approval: ApprovalDetail }) {
  const { say, may, identity } = useDesk()
  if (approval.state !== 'waiting' || !may('approve')) return null
  const { id, seq } = approval
  const isOwn = approval.asked_by === identity.name
  return (
    <section class="card decision">
      <h2>{say({ zh: '決定', en: 'The decision' })}</h2>
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
          warning={effect(approval)}
          hotkey="a"
        >
          {seq === null ? null : <HiddenField name="seq" value={String(seq)} />}
        </ActForm>
      )}
      <Disclosed
        id="reject"
        title={isOwn ? { zh: '撤回', en: 'Withdraw' } : { zh: '駁回', en: 'Reject' }}
        hotkey="x"
      >
        <ActForm
          id="reject"
          call="reject"
          path={{ id }}
          button={
            isOwn ? { zh: '撤回申請', en: 'Withdraw it' } : { zh: '駁回申請', en: 'Reject it' }
          }
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
      </Disclosed>
    </section>
  )
}
