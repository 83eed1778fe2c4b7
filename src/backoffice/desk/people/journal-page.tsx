import { secondsToTaipei } from '../../../units/taipei-time.ts'
import { callLabel } from '../approvals/approvals.ts'
import { useDesk } from '../desk.ts'
import { labelFor } from '../labels/label-for.ts'
import { actionLabels, subjectLabels, writerLabels } from '../labels/people-labels.ts'
import { ActorLink } from '../parts/actor-link.tsx'
import type { Filter } from '../parts/filters.tsx'
import { FileLink } from '../parts/list.tsx'
import { listPage, type RowOf } from '../parts/list-page.tsx'
import { flatMembers, type Members, memberName, membersOf, valueText } from '../parts/members.tsx'
import { pageOf, subjectText } from '../parts/subject-link.tsx'
import { OutsideText, Time } from '../parts/values.tsx'
import { AboutCall } from './about-call.tsx'

type Row = RowOf<'listJournal'>

const filters: readonly Filter[] = [
  { name: 'actor', label: { zh: '人員', en: 'Person' }, list: 'people' },
  {
    name: 'action',
    label: { zh: '操作', en: 'What was done' },
    options: Object.entries(actionLabels),
  },
  { name: 'subject', label: { zh: '對象，如 merchant:M1', en: 'About, such as merchant:M1' } },
  { name: 'approved_by', label: { zh: '核准者', en: 'Approved by' }, list: 'people' },
  { name: 'from', label: { zh: '日期起', en: 'From' }, type: 'date' },
  { name: 'to', label: { zh: '日期早於', en: 'Before' }, type: 'date' },
]

/** The journal, newest row first. */
export const journalPage = listPage({
  path: '/journal',
  call: 'listJournal',
  title: { zh: '日誌', en: 'Journal' },
  filters,
  links: ({ query }) => <FileLink call="exportJournal" path="/journal" query={query} />,
  between: () => <OfWhom />,
  id: 'journal',
  caption: { zh: '操作紀錄', en: 'Who wrote what' },
  unfolds: true,
  keyOf: ({ id }) => id,
  empty: { zh: '沒有符合的紀錄。', en: 'No entry fits.' },
  columns: [
    { name: { zh: '操作', en: 'What' }, cell: (row) => <Action row={row} /> },
    {
      name: { zh: '時間', en: 'When' },
      onPhone: 'state',
      cell: ({ at }) => <Time at={at} brief />,
    },
    { name: { zh: '人員', en: 'Who' }, onPhone: 'below', cell: (row) => <Actor row={row} /> },
    { name: { zh: '異動', en: 'Changed' }, cell: (row) => <Changes row={row} /> },
    {
      name: { zh: '原因', en: 'Reason' },
      onPhone: 'below',
      cell: ({ reason }) => reason && <OutsideText text={reason} />,
    },
  ],
})

// Whose acts the journal shows, if it is narrowed to one person: the usual question to a journal.
function OfWhom() {
  const { query, say, now } = useDesk()
  const { actor = '', from = '' } = query
  if (actor === '') return null
  const today = secondsToTaipei(now).slice(0, 10)
  return (
    <p class="quiet-text">
      {from === today
        ? say({ zh: `${actor} 今天的操作`, en: `What ${actor} has done today` })
        : say({ zh: `${actor} 的操作`, en: `What ${actor} has done` })}{' '}
      <a href={`/people/${encodeURIComponent(actor)}`}>
        {say({ zh: '查看此人', en: 'See the person' })}
      </a>
    </p>
  )
}

function Action({ row: { action, subject, after } }: { row: Row }) {
  const { say } = useDesk()
  if (action === 'ask') return <AskedFor id={subject.name} call={membersOf(after)} />
  const page = pageOf(subject)
  const { amount } = membersOf(after)
  const labels = (
    <>
      {say(labelFor(actionLabels, action))}{' '}
      <small class="under">
        {typeof amount === 'number' ? `${valueText('amount', amount, say)} · ` : null}
        {say(labelFor(subjectLabels, subject.kind))}{' '}
        {subject.name === '' ? null : <OutsideText text={subjectText(subject)} />}
      </small>
    </>
  )
  return page === null ? (
    labels
  ) : (
    <a href={page} title={subject.name}>
      {labels}
    </a>
  )
}

// The row's subject is the approval, which has the call and the call's subject.
function AskedFor({ id, call }: { id: string; call: Members }) {
  const { say } = useDesk()
  const [kind = '', ...name] = String(call.subject).split(':')
  return (
    <>
      <a href={`/approvals/${encodeURIComponent(id)}`}>
        {say(actionLabels.ask)}
        {say({ zh: '：', en: ' ' })}
        {say(callLabel(String(call.call)))}
      </a>{' '}
      <small class="under">
        <AboutCall
          call={String(call.call)}
          subject={{ kind, name: name.join(':') }}
          isDone={false}
        />
      </small>
    </>
  )
}

function Actor({ row: { actor, role, approved_by: second } }: { row: Row }) {
  const { say } = useDesk()
  return (
    <>
      <ActorLink name={actor} /> <small>{say(writerLabels[role])}</small>
      {second === '' ? null : (
        <>
          {' '}
          <small>
            {say({ zh: '核准：', en: 'approved by ' })}
            <ActorLink name={second} />
          </small>
        </>
      )}
    </>
  )
}

function Changes({ row }: { row: Row }) {
  const { say } = useDesk()
  if (row.action === 'ask') return null
  const [before, after] = [flatMembers(membersOf(row.before)), flatMembers(membersOf(row.after))]
  const all = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  // The journal has all parts of a nested member.
  const names = all.filter(
    (name) => !unreported.has(name) && jsonOf(before[name]) !== jsonOf(after[name]),
  )
  if (names.length === 0) return null
  const rows = names.map((name) => (
    <li>
      {memberName(name, say)}
      {say({ zh: '：', en: ': ' })}
      {name in before ? <MemberText name={name} value={before[name]} /> : null}
      {name in before && row.after !== null ? say({ zh: '，改為 ', en: ', now ' }) : null}
      {row.after === null ? null : <MemberText name={name} value={after[name]} />}
    </li>
  ))
  const list = <ul class="plain">{rows}</ul>
  if (names.length <= shownMax) return list
  return (
    <details>
      <summary>{say({ zh: `${names.length} 項`, en: `${names.length} values` })}</summary>
      {list}
    </details>
  )
}

const shownMax = 1

const jsonOf = (member: unknown) => JSON.stringify(member)

// Members with a column of their own, and internal ones.
const unreported: ReadonlySet<string> = new Set([
  'id',
  'actor',
  'reason',
  'created_at',
  'updated_at',
  'set_at',
  'set_by',
  'added_at',
  'added_by',
  'approved_by',
  'fee_of_1000',
])

function MemberText({ name, value }: { name: string; value: unknown }) {
  const { say } = useDesk()
  return <OutsideText text={valueText(name, value, say)} />
}
