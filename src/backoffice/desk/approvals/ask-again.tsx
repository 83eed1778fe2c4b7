import type { WaitingCall } from '../calls/presentation.ts'
import { presentationOf } from '../calls/table.ts'
import { useDesk } from '../desk.ts'
import type { SentForm } from '../form-body.ts'
import { FillIn } from '../parts/fill-in.tsx'
import { type Members, membersOf } from '../parts/members.tsx'
import { pageOf } from '../parts/subject-link.tsx'
import { percentText } from '../parts/values.tsx'
import type { ApprovalItem } from './approvals.ts'

/** For its asker, the link to the form of a call that was not carried out, filled in as before. */
export function AskAgain({ approval }: { approval: ApprovalItem }) {
  const { identity, may } = useDesk()
  const { state, asked_by: asker, body } = approval
  const call = approval.call as WaitingCall
  const place = presentationOf(call).form?.(membersOf(body), approval.path)
  const isOver = state === 'rejected' || state === 'expired' || state === 'failed'
  if (!place || !isOver || asker !== identity.name || !may(call)) return null
  const [form, page] = place
  const at = page ?? pageOf(approval.subject)
  if (at === null) return null
  return (
    <FillIn
      at={at}
      form={form === 'lift' ? `lift-${approval.subject.name}` : form}
      call={call}
      values={valuesOf(membersOf(body), call.startsWith('reverse') ? [...lines, typedList] : lines)}
      button={{ zh: '再提出一次', en: 'Ask again' }}
    />
  )
}

// The text of one field: for each item of a list a line, or a part between commas.
const lines = [['ip_whitelist', '\n']] as const
const typedList = ['bank_transactions', ', '] as const

type Separators = readonly (readonly [name: string, separator: string])[]

// The fields of a form from the body that it sent. Another request has a key of its own.
function valuesOf(body: Members, separators: Separators, before = ''): SentForm {
  const all = Object.entries(body).map(([name, value]): SentForm => {
    if (name === 'idempotency_key') return {}
    const field = before + name
    if (Array.isArray(value)) {
      const separator = separators.find(([one]) => one === name)?.[1]
      return { [field]: separator === undefined ? value.map(String) : [value.join(separator)] }
    }
    // The form shows it in percent.
    if (name === 'rate_ppm') return { [field]: [percentText(Number(value))] }
    if (typeof value !== 'object') return { [field]: [String(value)] }
    return value === null ? { [field]: [''] } : valuesOf({ ...value }, separators, `${field}.`)
  })
  return Object.assign({}, ...all)
}
