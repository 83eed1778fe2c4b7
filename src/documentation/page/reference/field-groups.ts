import type { Meaning } from '../../../units/language.ts'
import type { RequestField } from '../../described-endpoints.ts'
import { orderNumbersOf } from '../../openapi-fields.ts'
import { line } from '../blocks.ts'

/** How necessary a field is. */
export type Need = 'required' | 'one' | 'recommended' | 'optional'

/** A field of a request, and how necessary it is. */
type NeededField = RequestField & { readonly need: Need }

/** Fields that are equally necessary, under a title if their endpoint has many. */
type FieldGroup = { readonly title?: Meaning; readonly fields: readonly NeededField[] }

/** An endpoint's fields, those first that most requests have. `path` is the short one. */
export function fieldGroupsOf(path: string, all: readonly RequestField[]): readonly FieldGroup[] {
  const numbers = orderNumbersOf(all).map((name) => (name === 'tradeNo' ? 'trade_no' : name))
  const fields = all.map((field) => ({ ...field, need: needOf(path, field, numbers) }))
  const having = (need: Need) => fields.filter((field) => field.need === need)
  const rest = having('optional')
  const first = [...having('required'), ...having('one')]
  if (!grouped.has(path)) return [{ fields: [...first, ...having('recommended'), ...rest] }]
  return [
    { title: line('必填', 'Required'), fields: first },
    { title: line('建議', 'Recommended'), fields: having('recommended') },
    { title: line('您的資料', 'Your data'), fields: rest.filter(({ name }) => own.has(name)) },
    { title: line('很少用到', 'Rarely needed'), fields: rest.filter(({ name }) => !own.has(name)) },
  ]
}

function needOf(path: string, { name, required }: RequestField, numbers: readonly string[]): Need {
  if (required) return 'required'
  if (numbers.includes(name)) return 'one'
  return recommended[path]?.has(name) ? 'recommended' : 'optional'
}

const grouped = new Set(['collections', 'payouts'])

const ofLinks = new Set(['payer_bank_name', 'payer_account_no'])

const recommended: Readonly<Record<string, ReadonlySet<string>>> = {
  collections: new Set(['counterparty_account', 'notify_url']),
  payouts: new Set(['payee_bank', 'payee_account', 'notify_url']),
  'payment-links/amount': ofLinks,
  'payment-links': ofLinks,
}

const own = new Set(
  'merchant_order_no user_id user_name member_bank_name return_url reverse_url note extra'.split(
    ' ',
  ),
)
