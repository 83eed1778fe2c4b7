import type { Statement } from '../database.ts'
import { type RawRow, sqlText } from '../sql-text.ts'
import type { OrderRows } from './order-rows.ts'

/**
 * Restores the links of returning orders. Their order numbers may have other links by now: of the current links of a
 * number and endpoint the newest stays current. A replaced link has the id of its successor in `replaced_by`; one
 * without a successor among them gets its own id, negated.
 *
 * @returns the rows to insert, and the statements before and after them
 */
export function returningLinks(rows: OrderRows): {
  readonly rows: OrderRows
  readonly before: Statement
  readonly after: Statement
} {
  const links = rows.payment_links ?? []
  const current = links.filter(isCurrent)
  const newest = new Map(current.toSorted((one, other) => idOf(one) - idOf(other)).map(byKey))
  const ids = JSON.stringify([...newest.values()])
  const aside = links.map((link) =>
    isCurrent(link) ? { ...link, replaced_by: -idOf(link) } : link,
  )
  return {
    rows: { ...rows, payment_links: aside },
    before: replaceOlder({ links: JSON.stringify(current) }),
    after: makeCurrent({ ids }),
  }
}

const isCurrent = ({ replaced_by: replacedBy }: RawRow) => replacedBy === 0
const idOf = ({ id }: RawRow) => Number(id)
const byKey = (link: RawRow) =>
  [JSON.stringify([link.merchant_id, link.merchant_order_no, link.kind]), idOf(link)] as const

const replaceOlder = sqlText<{ readonly links: string }>(`
  update payment_links set replaced_by = -id where id in (
    select older.id from json_each(:links) as links
    cross join payment_links as older on older.merchant_id = value ->> 'merchant_id'
      and older.merchant_order_no = value ->> 'merchant_order_no' and older.kind = value ->> 'kind'
      and older.replaced_by = 0
    where older.id < value ->> 'id'
  )
`)

const makeCurrent = sqlText<{ readonly ids: string }>(`
  update payment_links set replaced_by = 0
  where id in (select value from json_each(:ids)) and not exists (
    select 1 from payment_links as other
    where other.merchant_id = payment_links.merchant_id
      and other.merchant_order_no = payment_links.merchant_order_no
      and other.kind = payment_links.kind and other.replaced_by = 0
  )
`)
