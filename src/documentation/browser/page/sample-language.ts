import { coloured, dress } from './code-blocks.ts'
import { openTarget } from './link-target.ts'

const key = 'docs-language'

/** Switches all chapters to one language of samples, and remembers it. */
export function switchSamples(): void {
  const bar = document.querySelector('.switch')
  for (const group of document.querySelectorAll('.samples')) {
    if (bar !== null && !group.contains(bar)) group.prepend(bar.cloneNode(true))
  }
  for (const link of document.querySelectorAll<HTMLAnchorElement>('.switch a')) {
    link.addEventListener('click', async (event) => {
      event.preventDefault()
      remember(link.dataset.to ?? '')
      const { top } = link.getBoundingClientRect()
      await showSamples(link)
      window.scrollBy(0, link.getBoundingClientRect().top - top)
    })
  }
  const language = new URLSearchParams(location.search).get('code')
  if (language !== null) remember(language)
  const known = CSS.escape(language ?? remembered())
  const link = document.querySelector<HTMLAnchorElement>(`.switch a[data-to="${known}"]`)
  if (link !== null && !link.hasAttribute('aria-current')) void showSamples(link).then(openTarget)
}

// Loads the page in the link's sample language, and copies its samples into all chapters of this page.
async function showSamples({ href, dataset: { to = '' } }: HTMLAnchorElement): Promise<void> {
  const answer = await fetch(href)
  if (!answer.ok) return
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
  for (const part of ['[data-region]', '.samples > details', '[data-code]']) {
    const others = page.querySelectorAll<HTMLElement>(part)
    for (const [n, old] of document.querySelectorAll(part).entries()) {
      const other = others[n] as HTMLElement
      old.replaceWith(other)
      if (part === '[data-region]') other.replaceChildren(...coloured(other.textContent ?? '', to))
      if (part === '[data-code]') dress(other.querySelector('code') as HTMLElement)
    }
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
    // A browser that stores nothing forgets the choice after this visit.
  }
}

function remembered(): string {
  try {
    return localStorage.getItem(key) ?? ''
  } catch {
    return ''
  }
}
