import { approvalStates } from '../../../contract/back-office/states.ts'
import type { AnswerOf } from '../../../contract/back-office/table.ts'
import { type Desk, useDesk } from '../desk.ts'
import { approvalStateLabels } from '../labels/people-labels.ts'
import { ActorLink } from '../parts/actor-link.tsx'
import type { Column } from '../parts/list.tsx'
import { listPage } from '../parts/list-page.tsx'
import { Age, Badge, CutText, Money, Time } from '../parts/values.tsx'
import { Tabs } from '../parts/views.tsx'
import { AboutApproval } from './about-approval.tsx'
import { type ApprovalItem, approvalTones, requestOf } from './approvals.ts'

/** Calls that wait or waited for a second person, by their state. */
export const approvalList = listPage({
  path: '/approvals',
  call: 'listApprovals',
  title: { zh: '核准', en: 'Approvals' },
  conditions: { state: approvalStates },
  queryOf: (desk) => ({ state: stateOf(desk), cursor: desk.query.cursor ?? '' }),
  related: (desk) => desk.need('listApprovals', { query: { state: 'waiting', limit: countedMax } }),
  refreshSeconds: 30,
  menuCounts: ({ related: waiting }) => ({ approvals: waiting.items.length }),
  above: ({ desk, related: waiting }) => (
    <Tabs
      label={{ zh: '核准的狀態', en: 'States of approvals' }}
      tabs={approvalStates.map((state) => ({
        to: `/approvals?state=${state}`,
        name: approvalStateLabels[state],
        isCurrent: state === stateOf(desk),
        count: state === 'waiting' ? countOf(waiting) : null,
      }))}
    />
  ),
  id: 'approvals',
  caption: { zh: '須第二人核准的操作', en: 'Calls that need a second person' },
  keyOf: ({ id }) => id,
  empty: ({ desk }) =>
    stateOf(desk) === 'waiting'
      ? { zh: '沒有等待核准的操作。', en: 'Nothing waits for approval.' }
      : { zh: '沒有這種狀態的操作。', en: 'There is none in this state.' },
  columns: ({ desk }) => [
    { name: { zh: '操作', en: 'What' }, cell: (one) => <ApprovalSubject approval={one} /> },
    {
      name: { zh: '對象', en: 'About' },
      onPhone: 'below',
      cell: (one) => <AboutApproval approval={one} />,
    },
    {
      name: { zh: '金額', en: 'Amount' },
      onPhone: 'end',
      isAmount: true,
      cell: ({ amount }) => (amount === null ? null : <Money dollars={amount} />),
    },
    {
      name: { zh: '提出者', en: 'Asked by' },
      onPhone: 'below',
      cell: ({ asked_by: name }, { say, identity }) => (
        <>
          <ActorLink name={name} />{' '}
          {name === identity.name ? <small>{say({ zh: '（您）', en: '(you)' })}</small> : null}
        </>
      ),
    },
    ...(stateOf(desk) === 'waiting' ? timesOfWaiting : timesOfEnded),
  ],
})

const timesOfWaiting: readonly Column<ApprovalItem>[] = [
  {
    name: { zh: '已等候', en: 'Waits' },
    onPhone: 'state',
    cell: ({ asked_at: at }) => <Age at={at} />,
  },
  { name: { zh: '到期', en: 'Expires' }, cell: ({ expires_at: at }) => <Time at={at} brief /> },
]
const timesOfEnded: readonly Column<ApprovalItem>[] = [
  { name: { zh: '提出', en: 'Asked' }, cell: ({ asked_at: at }) => <Time at={at} brief /> },
  { name: { zh: '決定者', en: 'Decided by' }, cell: (one) => <Decider approval={one} /> },
]

function stateOf({ query }: Pick<Desk, 'query'>) {
  return approvalStates.find((one) => one === query.state) ?? 'waiting'
}

const countedMax = '100'

function countOf({ items, next_cursor: next }: AnswerOf<'listApprovals'>): string | null {
  if (items.length === 0) return null
  return `${items.length}${next === null ? '' : '+'}`
}

function Decider({ approval: { decided_by: name, decided_at: at } }: { approval: ApprovalItem }) {
  if (name === '') return <>—</>
  return (
    <>
      <ActorLink name={name} /> <Time at={at} brief />
    </>
  )
}

function ApprovalSubject({ approval }: { approval: ApprovalItem }) {
  const { say } = useDesk()
  return (
    <>
      <a href={`/approvals/${approval.id}`}>
        <CutText text={say(requestOf(approval))} />
      </a>{' '}
      {approval.state === 'waiting' ? null : (
        <Badge tone={approvalTones[approval.state]}>
          {say(approvalStateLabels[approval.state])}
        </Badge>
      )}
    </>
  )
}
