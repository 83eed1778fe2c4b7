import { useDesk } from '../desk.ts'
import { labelFor } from '../labels/label-for.ts'
import { subjectLabels } from '../labels/people-labels.ts'
import { OutsideText, shortNumber } from './values.tsx'

/** The subject of a journal row or an approval. */
export type Subject = { readonly kind: string; readonly name: string }

/** The page of a record, by its kind; null for none. */
export function pageOf({ kind, name }: Subject): string | null {
  const at = pages[kind]
  if (at === undefined || name === '') return null
  // The journal names a new product by its merchant and SKU.
  if (kind === 'product' && !/^\d+$/.test(name)) return '/products'
  return at === '/holds' ? at : at + encodeURIComponent(name)
}

/**
 * A record's name for people: a product of the platform has a SKU and no merchant, and a number given by the service is
 * shortened to its end.
 */
export function subjectText({ kind, name }: Subject): string {
  if (numbered.has(kind)) return shortNumber(name)
  return kind === 'product' ? name.replace(/^\//, '') : name
}

const numbered: ReadonlySet<string> = new Set([
  'collection',
  'payout',
  'hold',
  'bank_account',
  'bank_transaction',
  'bank_import',
  'approval',
])

const pages: Readonly<Record<string, string>> = {
  merchant: '/merchants/',
  product: '/products/',
  collection: '/collections/',
  payout: '/payouts/',
  callback: '/search?q=',
  bank_account: '/bank-accounts/',
  bank_transaction: '/bank-transactions/',
  bank_import: '/imports/',
  approval: '/approvals/',
  person: '/people/',
  hold: '/holds',
  erasure: '/erasures/',
}

/** A record by its kind and name, with a link to its page if it has one. */
export function SubjectLink({ subject, hasPage = true }: { subject: Subject; hasPage?: boolean }) {
  const { say } = useDesk()
  const page = hasPage ? pageOf(subject) : null
  const kind = say(labelFor(subjectLabels, subject.kind))
  if (subject.name === '') return <>{kind}</>
  return (
    <>
      {kind}{' '}
      {page === null ? (
        <OutsideText text={subjectText(subject)} />
      ) : (
        <a href={page} title={subject.name}>
          <OutsideText text={subjectText(subject)} />
        </a>
      )}
    </>
  )
}
