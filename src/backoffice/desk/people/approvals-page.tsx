import { approvalStates } from '../../../contract/back-office/states.ts'
import { anyOf, type Conditions } from '../conditions.ts'
import { type Desk, useDesk } from '../desk.ts'
import { approvalStateLabels } from '../labels/people-labels.ts'
import type { Drawn } from '../page.ts'
import { type Column, List, Pager } from '../parts/list.tsx'
import { type Tab, Tabs } from '../parts/tabs.tsx'
import { Age, Badge, Foreign, Time } from '../parts/values.tsx'
import { Who } from '../parts/who.tsx'
import { AboutCall } from './about-call.tsx'
import { type ApprovalItem, approvalTones, asks } from './asked.ts'

/** What the address of the list of approvals may ask. */
export const approvalConditions: Conditions = { state: approvalStates, ...anyOf('cursor') }

/** Calls that wait for a second person, or did, by their state. */
export async function drawApprovals(desk: Desk): Promise<Drawn> {
  const state = approvalStates.find((one) => one === desk.query.state) ?? 'waiting'
  const { cursor = '' } = desk.query
  const [{ items, next_cursor: next }, waiting] = await Promise.all([
    desk.need('listApprovals', { query: { state, cursor } }),
    desk.need('listApprovals', { query: { state: 'waiting', limit: String(countedMax) } }),
  ])
  const tabs = approvalStates.map((one): Tab => {
    const counted = one === 'waiting' ? countOf(waiting) : null
    return {
      to: `/approvals?state=${one}`,
      name: approvalStateLabels[one],
      isCurrent: one === state,
      ...(counted === null ? {} : { count: counted }),
    }
  })
  return {
    title: desk.say({ zh: '核准', en: 'Approvals' }),
    refreshSeconds: 30,
    main: (
      <>
        <Tabs label={{ zh: '核准的狀態', en: 'States of approvals' }} tabs={tabs} />
        <List
          id="approvals"
          caption={{ zh: '須第二人核准的操作', en: 'Calls that need a second person' }}
          items={items}
          keyOf={({ id }) => id}
          columns={state === 'waiting' ? waitingColumns : endedColumns}
          empty={
            state === 'waiting'
              ? { zh: '沒有等待核准的操作。', en: 'Nothing waits for approval.' }
              : { zh: '沒有這種狀態的操作。', en: 'There is none in this state.' }
          }
        />
        <Pager next={next} />
      </>
    ),
  }
}

const countedMax = 100

function countOf({
  items,
  next_cursor: next,
}: {
  readonly items: readonly ApprovalItem[]
  readonly next_cursor: string | null
}): string | null {
  if (items.length === 0) return null
  return `${items.length}${next === null ? '' : '+'}`
}

const what: Column<ApprovalItem> = {
  name: { zh: '操作', en: 'What' },
  cell: (one) => <What one={one} />,
}
const about: Column<ApprovalItem> = {
  name: { zh: '對象', en: 'About' },
  cell: ({ call, subject, state }) => (
    <AboutCall call={call} subject={subject} isDone={state === 'done'} />
  ),
}
const asker: Column<ApprovalItem> = {
  name: { zh: '提出者', en: 'Asked by' },
  cell: (one) => <Asker one={one} />,
}

const waitingColumns: readonly Column<ApprovalItem>[] = [
  what,
  about,
  asker,
  { name: { zh: '已等候', en: 'Waits' }, cell: ({ asked_at: at }) => <Age at={at} /> },
  { name: { zh: '到期', en: 'Expires' }, cell: ({ expires_at: at }) => <Time at={at} brief /> },
]

const endedColumns: readonly Column<ApprovalItem>[] = [
  what,
  about,
  asker,
  { name: { zh: '提出', en: 'Asked' }, cell: ({ asked_at: at }) => <Time at={at} brief /> },
  {
    name: { zh: '決定者', en: 'Decided by' },
    cell: ({ decided_by: name, decided_at: at }) =>
      name === '' ? (
        '—'
      ) : (
        <>
          <Who name={name} /> <Time at={at} brief />
        </>
      ),
  },
]

function What({ one }: { one: ApprovalItem }) {
  const { say } = useDesk()
  return (
    <>
      <a href={`/approvals/${one.id}`}>
        <Foreign text={say(asks(one))} />
      </a>{' '}
      {one.state === 'waiting' ? null : (
        <Badge tone={approvalTones[one.state]}>{say(approvalStateLabels[one.state])}</Badge>
      )}
    </>
  )
}

function Asker({ one }: { one: ApprovalItem }) {
  const { say, identity } = useDesk()
  return (
    <>
      <Who name={one.asked_by} />{' '}
      {one.asked_by === identity.name ? <small>{say({ zh: '（您）', en: '(you)' })}</small> : null}
    </>
  )
}
