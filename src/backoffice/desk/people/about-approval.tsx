import { pageOf } from '../parts/subject-link.tsx'
import { Foreign, ShortNumber } from '../parts/values.tsx'
import { AboutCall } from './about-call.tsx'
import { type ApprovalItem, accountText } from './asked.ts'

/** Whom an approval is about, by name: the merchant and whoever pays or is paid, the account; with the way to it. */
export function AboutApproval({ approval }: { approval: ApprovalItem }) {
  const { call, subject, state, merchant, bank_account: account, person } = approval
  const { kind, name } = subject
  const page = pageOf(subject)
  const isOrder = kind === 'collection' || kind === 'payout'
  if (page !== null && merchant !== null && (isOrder || kind === 'merchant')) {
    const people = [merchant.name, person].filter((one) => one !== '')
    return (
      <>
        <a href={page}>
          <Foreign text={people.join(' · ')} />
        </a>{' '}
        <small>{isOrder ? <ShortNumber text={name} /> : <Foreign text={merchant.uid} />}</small>
      </>
    )
  }
  if (page !== null && account !== null && kind === 'bank_account') {
    return (
      <>
        <a href={page}>{accountText(account)}</a> <Foreign text={account.holder_name} />
      </>
    )
  }
  return <AboutCall call={call} subject={subject} isDone={state === 'done'} />
}
