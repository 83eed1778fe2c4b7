import type { Child } from 'hono/jsx'
import type { AnswerOf } from '../../../contract/back-office/table.ts'
import { createContext } from '../context.tsx'
import { type Desk, useDesk } from '../desk.ts'
import { flatMembers, type Members, memberName, membersOf } from '../parts/members.tsx'
import { Money, OutsideText, Time } from '../parts/values.tsx'
import { callLabel } from './approvals.ts'

type Approval = AnswerOf<'listApprovals'>['items'][number]

/** Whether calls wait for a second person, and the waiting ones about the page's subject. */
export type SecondPerson = AnswerOf<'showService'>['approvals'] & {
  readonly waiting: readonly Approval[]
}

/**
 * The waiting calls about a subject (back office §5): a subject as `kind:name`, or its kind. Reads one bounded list, if
 * calls wait at all and the reader may see it.
 */
export async function secondPersonFor(desk: Desk, subject: string): Promise<SecondPerson> {
  const service = desk.may('listApprovals') ? await desk.ask('showService') : null
  if (service?.ok !== true) return { on: false, from: null, waiting: [] }
  const { approvals } = service.value
  if (!approvals.on) return { ...approvals, waiting: [] }
  const query = { state: 'waiting', subject, limit: '20' }
  const list = await desk.ask('listApprovals', { query })
  return { ...approvals, waiting: list.ok ? list.value.items : [] }
}

const SecondPersonContext = createContext<SecondPerson>({ on: true, from: null, waiting: [] })

type SecondPersonProps = {
  readonly second: Pick<SecondPerson, 'waiting'> & Partial<SecondPerson>
  readonly children: Child
}

/**
 * A part of a page whose forms are not offered while the same act waits, and mention a second person only if calls
 * wait. `of` an order has the waiting calls alone, because each of its actions says what it needs.
 */
export function WithSecondPerson({ second, children }: SecondPersonProps) {
  const { on = true, from = null, waiting } = second
  return (
    <SecondPersonContext.Provider value={{ on, from, waiting }}>
      {children}
    </SecondPersonContext.Provider>
  )
}

export function useSecondPerson(): SecondPerson {
  return SecondPersonContext.read()
}

/** Whether a waiting call with that body is the same act as a form's. */
export type SameCall = (body: Members) => boolean

/** The waiting calls of that name and path. */
export function useWaiting(
  call: string,
  path: Readonly<Record<string, string | number>>,
  isSameCall: SameCall = () => true,
): readonly Approval[] {
  const textOf = (values: Members) => Object.entries(values).map(String).sort().join('\n')
  return useSecondPerson().waiting.filter(
    (one) =>
      one.call === call && textOf(one.path) === textOf(path) && isSameCall(membersOf(one.body)),
  )
}

/** The members that calls would change: `settings.trusted`. */
export function membersIn(waiting: readonly Approval[]): ReadonlySet<string> {
  return new Set(waiting.flatMap(({ body }) => Object.keys(flatMembers(membersOf(body)))))
}

// The shown values of an approval; fewer on an order's page, which people other than its approvers read.
type Waiting = AnswerOf<'showCollection'>['waiting_approvals'][number] & Partial<Approval>

/**
 * The notices at the top of a page on the calls that wait about its subject: the act, its asker, since when and until
 * when, and the approval. An order's page shows them to every reader.
 */
export function WaitingNotices({ approvals }: { approvals?: readonly Waiting[] }) {
  const { say } = useDesk()
  const all = useSecondPerson().waiting
  const waiting = approvals ?? all
  if (waiting.length === 0) return null
  return (
    <div class="notice care" id="waiting-acts">
      <p>
        <b>{say({ zh: '等待另一位核准：', en: 'Waits for a second person:' })}</b>
      </p>
      <ul class="plain">
        {waiting.map((one) => (
          <li>
            <WaitingAct approval={one} />
            {say({ zh: '，', en: ', ' })}
            <AskedBy approval={one} />
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Shown in place of a form whose act waits. */
export function StillWaiting({ id, approval }: { id: string; approval: Approval }) {
  const { say } = useDesk()
  return (
    <p class="second" id={id}>
      {say({ zh: '等待另一位核准，', en: 'It waits for a second person, ' })}
      <AskedBy approval={approval} />
      {say({
        zh: '。要改以其他方式辦理，請先撤回或駁回。',
        en: '. To do it otherwise, withdraw or reject it first.',
      })}
    </p>
  )
}

// A change of settings is shown by the names of the changed settings.
function WaitingAct({ approval: { call, body, amount } }: { approval: Waiting }) {
  const { say } = useDesk()
  const members = Object.keys(flatMembers(membersOf(body)))
  const changed =
    say({ zh: '：', en: ': ' }) + members.map((one) => memberName(one, say)).join(', ')
  return (
    <b>
      {say(callLabel(call))}
      {call.startsWith('patch') ? <OutsideText text={changed} /> : null}
      {amount === null ? null : (
        <>
          {' '}
          <Money dollars={amount} />
        </>
      )}
    </b>
  )
}

type RequesterProps = { readonly approval: Waiting }

function AskedBy({
  approval: { id, asked_by: asker, asked_at: since, expires_at: until },
}: RequesterProps) {
  const { say, identity, may } = useDesk()
  const isOwn = asker === identity.name
  return (
    <>
      {say(
        isOwn
          ? { zh: '您於 ', en: 'asked by you ' }
          : { zh: `${asker} 於 `, en: `asked by ${asker} ` },
      )}
      <Time at={since} brief />
      {say({ zh: ' 提出，', en: ', until ' })}
      <Time at={until} brief />
      {say({ zh: ' 到期', en: '' })}
      {may('showApproval') ? (
        <>
          {say({ zh: '，', en: ': ' })}
          <a href={`/approvals/${id}`}>{say({ zh: '查看核准', en: 'see the approval' })}</a>
        </>
      ) : null}
    </>
  )
}
