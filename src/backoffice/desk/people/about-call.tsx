import { type Subject, SubjectLink } from '../parts/subject-link.tsx'

type AboutCallProps = {
  readonly call: string
  readonly subject: Subject
  readonly isDone: boolean
}

/** What a call that waits, or did, is about. What it is to create has no page before, and an account no number. */
export function AboutCall({ call, subject, isDone }: AboutCallProps) {
  if (call === 'createBankAccount') return <SubjectLink subject={{ ...subject, name: '' }} />
  return <SubjectLink subject={subject} hasPage={call !== 'createMerchant' || isDone} />
}
