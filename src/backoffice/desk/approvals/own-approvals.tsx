import type { Child } from 'hono/jsx'
import { daySeconds } from '../../../units/clock.ts'
import { taipeiToSeconds } from '../../../units/taipei-time.ts'
import { type Desk, useDesk } from '../desk.ts'
import { approvalStateLabels } from '../labels/people-labels.ts'
import { codeLabel } from '../labels/refusal-labels.ts'
import { type Column, List } from '../parts/list.tsx'
import { Badge, OutsideText, Time } from '../parts/values.tsx'
import { AboutApproval } from './about-approval.tsx'
import { type ApprovalItem, approvalTones, requestOf } from './approvals.ts'
import { AskAgain } from './ask-again.tsx'

const shownSeconds = 3 * daySeconds

/**
 * The reader's own calls of the last three days that were not carried out: those that wait, and those that were
 * rejected, refused or expired, each with a link that asks again. Nothing if there are none.
 */
export async function ownApprovals(desk: Desk): Promise<Child> {
  if (!desk.may('approve')) return null
  const query = { state: 'not_done', asked_by: desk.identity.name, limit: '20' }
  const answer = await desk.ask('listApprovals', { query })
  const isShown = ({ asked_at: at, decided_by: decider }: ApprovalItem) =>
    decider !== desk.identity.name && (taipeiToSeconds(at) ?? 0) > desk.now - shownSeconds
  const items = answer.ok ? answer.value.items.filter(isShown) : []
  if (items.length === 0) return null
  return (
    <section id="own-requests">
      <h2>{desk.say({ zh: '您提出的申請', en: 'What you have asked for' })}</h2>
      <List
        id="own"
        caption={{ zh: '您提出、尚未執行的申請', en: 'Your requests that are not carried out' }}
        items={items}
        keyOf={({ id }) => id}
        columns={columns}
      />
    </section>
  )
}

const columns: readonly Column<ApprovalItem>[] = [
  {
    name: { zh: '操作', en: 'What' },
    cell: (one, { say }) => (
      <a href={`/approvals/${one.id}`}>
        <OutsideText text={say(requestOf(one))} />
      </a>
    ),
  },
  {
    name: { zh: '對象', en: 'About' },
    onPhone: 'below',
    cell: (one) => <AboutApproval approval={one} />,
  },
  {
    name: { zh: '狀態', en: 'State' },
    onPhone: 'end',
    cell: ({ state }, { say }) => (
      <Badge tone={approvalTones[state]}>{say(approvalStateLabels[state])}</Badge>
    ),
  },
  {
    name: { zh: '提出', en: 'Asked' },
    cell: ({ asked_at: at }) => <Time at={at} brief />,
  },
  {
    name: { zh: '原因', en: 'Why' },
    onPhone: 'below',
    cell: (one) => <EndReason approval={one} />,
  },
  {
    name: { zh: '再提出', en: 'Again' },
    onPhone: 'state',
    cell: (one) => <AskAgain approval={one} />,
  },
]

function EndReason({ approval: { state, reason, expires_at: until } }: { approval: ApprovalItem }) {
  const { say } = useDesk()
  if (state === 'failed') return <>{say(codeLabel(reason))}</>
  if (state === 'rejected') return <OutsideText text={reason} />
  return (
    <>
      {say({ zh: '', en: 'until ' })}
      <Time at={until} brief />
      {say({ zh: ' 到期', en: '' })}
    </>
  )
}
