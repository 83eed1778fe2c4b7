import { useDesk } from '../desk.ts'
import type { SentForm } from '../form-body.ts'
import type { WaitingCall } from '../labels/approval-labels.ts'
import { FillIn } from '../parts/form.tsx'
import { type Members, membersOf } from '../parts/members.tsx'
import { pageOf } from '../parts/subject-link.tsx'
import { percentText } from '../parts/values.tsx'
import type { ApprovalItem } from '../people/approvals.ts'

/** For its asker, the link to the form of a call that was not carried out, filled in as before. */
export function AskAgain({ approval }: { approval: ApprovalItem }) {
  const { identity, may } = useDesk()
  const { state, asked_by: asker, body } = approval
  const call = approval.call as WaitingCall
  const isOver = state === 'rejected' || state === 'expired' || state === 'failed'
  if (!isOver || asker !== identity.name || !may(call)) return null
  const [form, page] = places[call](membersOf(body), approval.path)
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

// By call: the form on the page of its subject, or on that page.
type FormPlace = readonly [form: string, page?: string]

const places: Readonly<Record<WaitingCall, (body: Members, path: Members) => FormPlace>> = {
  createBankAccount: () => ['create', '/bank-accounts/new'],
  patchBankAccount: (body, { id }) => {
    const page = `/bank-accounts/${String(id)}?part=settings`
    if (body.state !== undefined) return [`to-${String(body.state)}`, page]
    if (Object.keys(body).some((name) => name.startsWith('auto'))) return ['auto', page]
    const isPeople = 'holder_name' in body || 'agents' in body || 'feeds' in body
    return [isPeople ? 'people' : 'limits', page]
  },
  createMerchant: () => ['create', '/merchants/~new'],
  patchMerchant: ({ settings, ip_whitelist: list }) => {
    if (list !== undefined) return ['allow-list']
    const { display, auto_withdrawal: paid } = membersOf(settings)
    if (paid !== undefined) return [paid === null ? 'auto-withdrawal-off' : 'auto-withdrawal']
    if (display === undefined) return ['settings']
    return [display === null ? 'display-default' : 'display']
  },
  rotateSecret: () => ['rotate'],
  setPricing: () => ['pricing'],
  withdrawPricing: (_, { version }) => [`price-${String(version)}`],
  addSettlementAccount: () => ['settlement-account'],
  removeSettlementAccount: (_, { id }) => [`remove-account-${String(id)}`],
  withdraw: () => ['withdraw'],
  adjustBalance: () => ['adjust'],
  liftHold: () => ['lift'],
  eraseMember: ({ merchant_uid: uid }) => ['erase-member', `/merchants/${String(uid)}`],
  startAuto: () => ['start-auto', '/overview'],
  switchMaintenance: () => ['end-maintenance', '/service'],
  giveRole: () => ['give-role'],
  takeRole: () => ['take-role'],
  matchCollection: (body) => ['bank_account' in body ? 'match' : 'match-words'],
  settleCollection: () => ['settle'],
  confirmCollection: ({ accept }) => [accept === false ? 'reject' : 'accept'],
  reverseCollection: () => ['reverse'],
  backCollection: () => ['back'],
  processPayout: () => ['process'],
  reversePayout: () => ['reverse'],
  backPayout: () => ['back'],
  postTransaction: () => ['post', '/bank-transactions/new'],
  undoImport: () => ['undo'],
  ignoreTransaction: () => ['ignore'],
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
