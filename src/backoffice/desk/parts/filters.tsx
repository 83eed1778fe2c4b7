import type { Child } from 'hono/jsx'
import type { Meaning } from '../../../units/language.ts'
import { anyOf, type Conditions } from '../conditions.ts'
import { type Desk, useDesk } from '../desk.ts'

/** A filter of a list, by the name that it has in the call's query. */
export type Filter = {
  readonly name: string
  readonly label: Meaning
  /** Values to choose from; a text field where they are absent. */
  readonly options?: readonly (readonly [value: string, word: Meaning])[]
  /** What no choice means; all of them where it is absent. */
  readonly unset?: Meaning
  readonly type?: 'date'
  readonly inputmode?: 'decimal' | 'numeric'
}

/** Which merchants' records a list has. */
export const testFilter: Filter = {
  name: 'test',
  label: { zh: '正式或測試', en: 'Real or test' },
  unset: { zh: '正式商戶', en: 'Real merchants' },
  options: [
    ['only', { zh: '測試商戶', en: 'Test merchants' }],
    ['all', { zh: '兩者', en: 'Both' }],
  ],
}

/** The same where the two are never added up together. */
export const eitherFilter: Filter = {
  ...testFilter,
  options: testFilter.options?.filter(([value]) => value === 'only') ?? [],
}

type FiltersProps = {
  readonly filters: readonly Filter[]
  /** Whether they are open; where it is absent, once one is set. */
  readonly isOpen?: boolean
  readonly children?: Child
}

/** The filters of a list, in its address: a view is a link that can be sent. */
export function Filters({ filters, isOpen, children }: FiltersProps) {
  const { say, query, address } = useDesk()
  const path = address.split('?')[0] ?? ''
  const isSet = filters.some(({ name }) => (query[name] ?? '') !== '')
  return (
    <details class="filters" open={isOpen ?? isSet}>
      <summary>{say({ zh: '篩選', en: 'Filter' })}</summary>
      <form method="get" action={path}>
        {filters.map((filter) => (
          <FilterField filter={filter} value={query[filter.name] ?? ''} />
        ))}
        <p class="buttons">
          <button type="submit" class="button">
            {say({ zh: '套用', en: 'Apply' })}
          </button>
          {isSet ? <a href={path}>{say({ zh: '清除', en: 'Clear' })}</a> : null}
          {children}
        </p>
      </form>
    </details>
  )
}

const anything: Meaning = { zh: '全部', en: 'All' }

function FilterField({ filter, value }: { filter: Filter; value: string }) {
  const { say } = useDesk()
  const { name, label, options, unset = anything, type, inputmode } = filter
  const id = `filter-${name}`
  return (
    <div class="field">
      <label for={id}>{say(label)}</label>
      {options === undefined ? (
        <input
          id={id}
          name={name}
          type={type ?? 'text'}
          inputmode={inputmode}
          value={value}
          autocomplete="off"
          maxlength={120}
        />
      ) : (
        <select id={id} name={name}>
          <option value="">{say(unset)}</option>
          {options.map(([one, word]) => (
            <option value={one} selected={one === value}>
              {say(word)}
            </option>
          ))}
        </select>
      )}
    </div>
  )
}

/** What the address of a list may ask: its filters, a place in the list, and how many rows. */
export function listConditions(filters: readonly Pick<Filter, 'name'>[]): Conditions {
  return anyOf(...filters.map(({ name }) => name), 'cursor', 'limit')
}

/** The parts of the page's query that a list takes, without those that are empty. */
export function listQuery(
  { query }: Pick<Desk, 'query'>,
  filters: readonly Pick<Filter, 'name'>[],
): Readonly<Record<string, string>> {
  const names = Object.keys(listConditions(filters))
  return Object.fromEntries(
    names.flatMap((name) => ((query[name] ?? '') === '' ? [] : [[name, query[name] ?? '']])),
  )
}
