import type { Meaning } from '../../../units/language.ts'
import { pathOf, type Query, without, withQuery } from '../conditions.ts'
import { type Desk, useDesk } from '../desk.ts'
import { labelFor } from '../labels/label-for.ts'
import { type PickKind, pickList } from './choices/picks.tsx'
import { OutsideText } from './values.tsx'

/** A filter of a list, by the name that it has in the call's query. */
export type Filter = {
  readonly name: string
  readonly label: Meaning
  /** Values to choose from; without them it is a text field. */
  readonly options?: readonly (readonly [value: string, label: Meaning])[]
  /** The meaning of no choice; all values if it is absent. */
  readonly unset?: Meaning
  readonly type?: 'date'
  /** The values that a text field offers. */
  readonly list?: PickKind
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

/** The same for a list that has either real or test records. */
export const realOrTestFilter: Filter = {
  ...testFilter,
  options: testFilter.options?.filter(([value]) => value === 'only') ?? [],
}

type FiltersProps = {
  readonly filters: readonly Filter[]
  /** Whether they are unfolded; the set ones are always named below them. */
  readonly isOpen?: boolean
  /** Other conditions of the address, which stay as they are. */
  readonly others?: readonly string[]
}

/** The filters of a list. They are in its address, so a view is a link that can be sent. */
export function Filters({ filters, isOpen = false, others = [] }: FiltersProps) {
  const desk = useDesk()
  const { say, query } = desk
  const path = pathOf(desk)
  const isSet = filters.some(({ name }) => (query[name] ?? '') !== '')
  const hidden = others.filter((one) => !filters.some(({ name }) => name === one))
  const kept = conditionsSet(desk, hidden)
  if (filters.length === 0) return null
  return (
    <details class="filters" open={isOpen}>
      <summary>{say({ zh: '篩選', en: 'Filter' })}</summary>
      <form method="get" action={path}>
        {filters.map((filter) => (
          <FilterField filter={filter} value={query[filter.name] ?? ''} />
        ))}
        <p class="buttons">
          <button type="submit" class="button">
            {say({ zh: '套用', en: 'Apply' })}
          </button>
          {isSet ? <a href={withQuery(path, kept)}>{say({ zh: '清除', en: 'Clear' })}</a> : null}
          {Object.entries(kept).map(([name, value]) => (
            <input type="hidden" name={name} value={value} />
          ))}
        </p>
      </form>
    </details>
  )
}

/** The default meaning of no choice in a filter. */
export const anything: Meaning = { zh: '全部', en: 'All' }

function FilterField({ filter, value }: { filter: Filter; value: string }) {
  const { say } = useDesk()
  const { name, label, options, unset = anything, type, inputmode, list } = filter
  const id = `filter-${name}`
  // A browser's field for days cannot show the hour that a link to this list may have.
  const isDay = type === 'date' && (value === '' || /^\d{4}-\d\d-\d\d$/.test(value))
  return (
    <div class="field">
      <label for={id}>{say(label)}</label>
      {options === undefined ? (
        <input
          id={id}
          name={name}
          type={isDay ? 'date' : 'text'}
          inputmode={inputmode}
          list={list && pickList(list)}
          value={value}
          autocomplete="off"
          maxlength={120}
        />
      ) : (
        <select id={id} name={name}>
          <option value="">{say(unset)}</option>
          {options.map(([one, text]) => (
            <option value={one} selected={one === value}>
              {say(text)}
            </option>
          ))}
        </select>
      )}
    </div>
  )
}

/** The address's conditions of those names, without empty ones. */
export function conditionsSet({ query }: Pick<Desk, 'query'>, names: readonly string[]): Query {
  return Object.fromEntries(
    names.flatMap((name) => ((query[name] ?? '') === '' ? [] : [[name, query[name] ?? '']])),
  )
}

/** The filters that are set, each with a link that clears it. */
export function SetFilters({ filters }: { filters: readonly Filter[] }) {
  const desk = useDesk()
  const { say, query } = desk
  const set = filters.filter(({ name }) => (query[name] ?? '') !== '')
  if (set.length === 0) return null
  return (
    <ul class="chips" aria-label={say({ zh: '目前的篩選', en: 'Filters that are set' })}>
      {set.map(({ name, label, options = [] }) => (
        <li>
          <a href={withQuery(pathOf(desk), without(query, 'cursor', name))}>
            {say(label)}
            {say({ zh: '：', en: ': ' })}
            <OutsideText text={say(labelFor(Object.fromEntries(options), query[name] ?? ''))} />
            <span aria-hidden="true"> ×</span>
            <span class="unseen">{say({ zh: '，移除', en: ', remove' })}</span>
          </a>
        </li>
      ))}
    </ul>
  )
}
