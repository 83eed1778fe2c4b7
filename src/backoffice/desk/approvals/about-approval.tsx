import { useDesk } from '../desk.ts'
import { flatMembers, memberName, membersOf } from '../parts/members.tsx'
import { pageOf } from '../parts/subject-link.tsx'
import { OutsideText } from '../parts/values.tsx'
import { AboutCall } from '../people/about-call.tsx'
import { type ApprovalItem, accountText } from './approvals.ts'

/** The subject of an approval, with its link, as far as the sentence of the request does not name it. */
export function AboutApproval({ approval }: { approval: ApprovalItem }) {
  const { call, subject, state, merchant, bank_account: account, person } = approval
  const { kind } = subject
  const page = pageOf(subject)
  const isOrder = kind === 'collection' || kind === 'payout'
  if (page !== null && merchant !== null && (isOrder || kind === 'merchant')) {
    const people = [merchant.name, person].filter((one) => one !== '')
    return (
      <>
        <a href={page}>
          <OutsideText text={isOrder ? people.join(' · ') : merchant.uid} />
        </a>
        <ChangedFields approval={approval} />
      </>
    )
  }
  if (page !== null && account !== null && kind === 'bank_account') {
    return (
      <>
        <a href={page}>
          <OutsideText text={account.holder_name || accountText(account)} />
        </a>
        <ChangedFields approval={approval} />
      </>
    )
  }
  return <AboutCall call={call} subject={subject} isDone={state === 'done'} />
}

// The names of the changed settings.
function ChangedFields({ approval: { call, body } }: { approval: ApprovalItem }) {
  const { say } = useDesk()
  if (!call.startsWith('patch')) return null
  const members = Object.keys(flatMembers(membersOf(body)))
  const text = members.map((one) => memberName(one, say)).join(say({ zh: '、', en: ', ' }))
  return (
    <small>
      {' '}
      <OutsideText text={text} />
    </small>
  )
}
