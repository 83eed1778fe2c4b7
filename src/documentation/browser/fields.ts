import { element, say } from './elements.ts'

/** A field of a request, as the reference of its endpoint describes it. */
export type Field = {
  readonly name: string
  readonly type: string
  readonly required: boolean
  /** The only values that it may have; none where it is free. */
  readonly values: readonly string[]
  readonly limits: string
  readonly meaning: string
}

/** The fields of an endpoint, from its table in the page. `id` is the id of the endpoint's heading. */
export function fieldsIn(id: string): readonly Field[] {
  const article = document.getElementById(id)?.closest('article')
  const names = article?.querySelectorAll<HTMLElement>('.fields td:first-child > code') ?? []
  return [...names].map((one) => {
    const cells = [...(one.closest('tr')?.cells ?? [])]
    const type = one.dataset.type ?? 'string'
    const [name = '', need, limits, , meaning = ''] = cells.map((cell) => cell.textContent ?? '')
    const words = [...(cells[2]?.querySelectorAll('code') ?? [])].map((word) => word.textContent)
    return {
      name,
      type,
      required: cells[1]?.querySelector('strong') !== null,
      meaning,
      values: type === 'boolean' ? ['true', 'false'] : words.map((word) => word ?? ''),
      limits: [need, words.length === 0 ? limits : '']
        .filter((one) => one)
        .join(say({ zh: '，', en: ', ' })),
    }
  })
}

/** An input for a field, with its label. */
export function labelled({ name, type, values, limits, meaning, required }: Field): HTMLElement {
  const title = element('span', {}, element('code', {}, name), ' ', element('small', {}, limits))
  const attributes = { name, autocomplete: 'off', spellcheck: 'false' }
  return element('label', {}, title, control(), element('small', {}, meaning))

  function control(): HTMLElement {
    if (type === 'object or string') return element('textarea', { ...attributes, rows: '2' })
    if (values.length === 0) return element('input', attributes)
    const choices = required ? values : ['', ...values]
    return element('select', attributes, ...choices.map((one) => element('option', {}, one)))
  }
}
