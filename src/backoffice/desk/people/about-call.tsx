import { type Subject, SubjectLink } from '../parts/subject-link.tsx'

type AboutCallProps = { readonly call: string; readonly subject: Subject; readonly isDone: boolean }

/** The subject of a call that waits, or waited, for approval. A record to be created has no page yet. */
export function AboutCall({ call, subject, isDone }: AboutCallProps) {
  if (call === 'createBankAccount') return <SubjectLink subject={{ ...subject, name: '' }} />
  return <SubjectLink subject={subject} hasPage={call !== 'createMerchant' || isDone} />
}
