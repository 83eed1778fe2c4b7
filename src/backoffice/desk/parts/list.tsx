import type { Child } from 'hono/jsx'
import type { CallName } from '../../../contract/back-office/table.ts'
import type { Meaning } from '../../../units/language.ts'
import { pathOf, type Query, without, withQuery } from '../conditions.ts'
import { type Desk, useDesk } from '../desk.ts'
import { Key } from './key.tsx'

export type Column<Item> = {
  readonly name: Meaning
  readonly cell: (item: Item, desk: Desk) => Child
  /** An amount is aligned at the right, so that digits are below one another. */
  readonly isAmount?: boolean
  /**
   * Its place in a phone's row of two lines: at the end of the first line, below the first column, or at the end of the
   * second line. A column without a place is shown in the unfolded row. If no column has one, the first amount is at
   * the end, and the first two others are below.
   */
  readonly onPhone?: PhonePlace
  /** Whether a phone shows its name before it, because the figure alone says nothing. */
  readonly isNamed?: boolean
  /** Whether only the widest windows show it. */
  readonly isForWide?: boolean
}

type PhonePlace = 'end' | 'below' | 'state'

type ListProps<Item> = {
  /** Its element's id; rows are `${id}-${key}`. */
  readonly id: string
  readonly caption: Meaning
  readonly items: readonly Item[]
  readonly keyOf: (item: Item) => string | number
  readonly columns: readonly Column<Item>[]
  /** The text of a list without rows. */
  readonly empty?: Meaning
  /** Whether a phone's row unfolds to all columns: for rows without a page of their own. */
  readonly unfolds?: boolean
}

const none: Meaning = { zh: '沒有。', en: 'None.' }

/**
 * A list of records, each in one row: a line on a wide screen, two lines on a phone. The first column has the row's
 * link.
 */
export function List<Item>(props: ListProps<Item>) {
  const { id, caption, items, keyOf, columns, empty = none, unfolds = false } = props
  const desk = useDesk()
  const { say } = desk
  if (items.length === 0) return <p class="empty">{say(empty)}</p>
  const places = placesOf(columns)
  const classes = columns.map(({ isAmount, isNamed, isForWide }, n) =>
    [isAmount && 'amount', isNamed && 'named', isForWide && 'wide', places[n]]
      .filter((one) => typeof one === 'string')
      .join(' '),
  )
  const cell = (item: Item, { name, cell: show }: Column<Item>, n: number) =>
    n === 0 ? (
      <th scope="row">
        <div>{show(item, desk)}</div>
      </th>
    ) : (
      <td data-name={say(name)} class={classes[n] === '' ? undefined : classes[n]}>
        <div>{show(item, desk)}</div>
      </td>
    )
  return (
    <table id={id} class={`list columns-${columns.length}`} data-parts>
      <caption class="unseen">{say(caption)}</caption>
      <thead>
        <tr>
          {columns.map(({ name, isAmount, isForWide }) => (
            <th scope="col" class={isAmount ? 'amount' : isForWide ? 'wide' : undefined}>
              {say(name)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody data-parts>
        {items.map((item) => (
          <tr id={`${id}-${keyOf(item)}`} data-row>
            {columns.map((column, n) => cell(item, column, n))}
            {unfolds ? <Unfold /> : null}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function placesOf(columns: readonly Column<never>[]): readonly (PhonePlace | undefined)[] {
  const others = columns.slice(1)
  if (others.some(({ onPhone }) => onPhone !== undefined)) {
    return columns.map(({ onPhone }) => onPhone)
  }
  const end = others.find(({ isAmount }) => isAmount)
  const below = others.filter(({ isAmount }) => isAmount !== true).slice(0, belowMax)
  return columns.map((one) => (one === end ? 'end' : below.includes(one) ? 'below' : undefined))
}

const belowMax = 2

// Shown on a phone only.
function Unfold() {
  const { say } = useDesk()
  return (
    <td class="unfold">
      <details class="more">
        <summary>
          <span class="unseen">{say({ zh: '這一列的全部內容', en: 'All of this row' })}</span>
        </summary>
      </details>
    </td>
  )
}

export type NewLinkProps = { readonly call: CallName; readonly to: string; readonly name: Meaning }

/** The link to the page that adds a record, for readers who may make that call; the key `n` follows it. */
export function NewLink({ call, to, name }: NewLinkProps) {
  const { say, may } = useDesk()
  if (!may(call)) return null
  return (
    <a class="button" href={to} data-key="n">
      {say(name)}
      <Key name="n" />
    </a>
  )
}

type FileLinkProps = { readonly call: CallName; readonly path: string; readonly query?: Query }

/** The link to the filtered list as a file, for readers who may make that call. */
export function FileLink({ call, path, query = {} }: FileLinkProps) {
  const { say, may } = useDesk()
  if (!may(call)) return null
  return (
    <a href={withQuery(`/api${path}.csv`, without(query, 'cursor', 'limit', 'order'))}>
      {say({ zh: '下載 CSV', en: 'Download CSV' })}
    </a>
  )
}

type PagerProps = { readonly next: string | null; readonly newestFirst?: boolean }

/**
 * The links to the next page of a list and back to the first; the address keeps the filters. `newestFirst` is false for
 * a list in another order.
 */
export function Pager({ next, newestFirst = true }: PagerProps) {
  const desk = useDesk()
  const { say, query } = desk
  const first = without(query, 'cursor')
  if (next === null && query.cursor === undefined) return null
  return (
    <nav class="pager" aria-label={say({ zh: '分頁', en: 'Pages' })}>
      {query.cursor === undefined ? null : (
        <a href={withQuery(pathOf(desk), first)} rel="first">
          {say(
            newestFirst
              ? { zh: '回到最新', en: 'Back to the newest' }
              : { zh: '回到第一頁', en: 'Back to the first page' },
          )}
        </a>
      )}
      {next === null ? null : (
        <a href={withQuery(pathOf(desk), { ...first, cursor: next })} rel="next">
          {say(
            newestFirst ? { zh: '更早的', en: 'Earlier ones' } : { zh: '下一頁', en: 'Next page' },
          )}
        </a>
      )}
    </nav>
  )
}
