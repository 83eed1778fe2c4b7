import { linesShown, regionIn } from '../../samples/region.ts'
import { element } from '../elements.ts'
import { coloured } from './code.ts'
import { openTarget } from './target.ts'

const key = 'docs-language'

/** One language of samples, the same in all chapters, remembered. */
export function switchSamples(): void {
  const bar = document.querySelector('.switch')
  for (const group of document.querySelectorAll('.samples')) {
    if (bar !== null && !group.contains(bar)) group.prepend(bar.cloneNode(true))
  }
  for (const link of document.querySelectorAll<HTMLElement>('.switch a')) {
    link.addEventListener('click', async (event) => {
      event.preventDefault()
      remember(link.dataset.to ?? '')
      const { top } = link.getBoundingClientRect()
      await showSamples(link)
      window.scrollBy(0, link.getBoundingClientRect().top - top)
    })
  }
  const asked = new URLSearchParams(location.search).get('code')
  if (asked !== null) remember(asked)
  const known = CSS.escape(asked ?? remembered())
  const link = document.querySelector<HTMLElement>(`.switch a[data-to="${known}"]`)
  if (link !== null && !link.hasAttribute('aria-current')) void showSamples(link).then(openTarget)
}

// Puts the code of a link's language into all chapters.
async function showSamples({ dataset }: HTMLElement): Promise<void> {
  const { to = '', files = '' } = dataset
  const answers = await Promise.all(files.split(' ').map((file) => fetch(file)))
  if (answers.some(({ ok }) => !ok)) return
  const text = (await Promise.all(answers.map((answer) => answer.text()))).join('\n')
  for (const old of document.querySelectorAll<HTMLElement>('code[data-region]')) {
    const { region = '' } = old.dataset
    const code = regionIn(text, region) ?? ''
    const shown = element('code', { 'data-language': to, 'data-region': region })
    shown.append(...coloured(code, to))
    const lines = code.split('\n').length
    const rest = old.closest('.samples')?.querySelector('details')
    const label = rest?.firstElementChild
    if (rest && label) {
      rest.hidden = lines <= linesShown
      label.textContent = label.textContent.replace(/\d+/, String(lines))
    }
    old.replaceWith(shown)
  }
  for (const one of document.querySelectorAll<HTMLElement>('[data-code]')) {
    one.hidden = one.dataset.code !== to
  }
  for (const link of document.querySelectorAll<HTMLElement>('.switch a')) {
    if (link.dataset.to === to) link.setAttribute('aria-current', 'true')
    else link.removeAttribute('aria-current')
  }
}

function remember(value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch {
    // A browser that keeps nothing: the choice holds for this visit.
  }
}

function remembered(): string {
  try {
    return localStorage.getItem(key) ?? ''
  } catch {
    return ''
  }
}
