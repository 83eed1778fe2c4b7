import { type Say, sayIn } from '../../units/language.ts'

/** The texts of the page's language. */
export const say: Say = sayIn(document.documentElement.lang.startsWith('en') ? 'en' : 'zh')

type Child = Node | string

/** An element with attributes and content. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string>>,
  ...children: readonly Child[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name)
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value)
  made.append(...children)
  return made
}

/** The first element that a selector matches. Throws where the page has none. */
export function found(selector: string): HTMLElement {
  const first = document.querySelector<HTMLElement>(selector)
  if (first === null) throw new Error(`no ${selector}`)
  return first
}

/** The part of a form with that `data-part`. Throws where the page has none. */
export function partOf(root: HTMLElement, name: string): HTMLElement {
  const found = root.querySelector<HTMLElement>(`[data-part="${name}"]`)
  if (found === null) throw new Error(`${name} is missing`)
  return found
}

type Input = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** The fields of that name in a form. */
export function inputs(form: HTMLFormElement, name: string): readonly Input[] {
  return [...form.querySelectorAll<Input>('input, textarea, select')].filter(
    (field) => field.name === name,
  )
}

/** The typed value of the field of that name; empty if the form has none. */
export function typedIn(form: HTMLFormElement, name: string): string {
  return inputs(form, name)[0]?.value ?? ''
}

/** A titled text with a button that copies it. */
export function copyable(title: string, text: string, display: Child = text): HTMLElement {
  const caption = element(
    'figcaption',
    {},
    title,
    ' ',
    copyButton(() => text, {}),
  )
  return element(
    'figure',
    {},
    caption,
    element('pre', { tabindex: '0' }, element('code', {}, display)),
  )
}

/** A button that copies a text. */
export function copyButton(text: () => string, attributes: Readonly<Record<string, string>>) {
  const words = { copy: { zh: '複製', en: 'Copy' }, copied: { zh: '已複製', en: 'Copied' } }
  const button = element('button', { type: 'button', ...attributes }, say(words.copy))
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(text())
    button.textContent = say(words.copied)
    setTimeout(() => {
      button.textContent = say(words.copy)
    }, 2000)
  })
  return button
}

/** Shows a form that needs this script in place of the sentence about that. */
export function reveal(form: HTMLFormElement): void {
  form.hidden = false
  form.parentElement?.querySelector('[data-needs-script]')?.remove()
}
