import { element, found } from '../elements.ts'

/** Folds the contents into a menu of the top bar on a phone. */
export function foldContents(): void {
  const contents = found('nav details')
  const phone = window.matchMedia('(max-width: 60rem)')
  const fold = () => contents.toggleAttribute('open', !phone.matches)
  fold()
  phone.addEventListener('change', fold)
  contents.addEventListener('click', ({ target }) => {
    if (phone.matches && target instanceof HTMLAnchorElement) fold()
  })
  contents.addEventListener('keydown', ({ key }) => {
    if (phone.matches && key === 'Escape') fold()
  })
  contents.addEventListener('toggle', showPlace)
}

/** Opens the parts that the stylesheet shows as open on a wide screen, for programs and browsers without that style. */
export function openOnWide(): void {
  for (const [from, places] of [
    ['80rem', 'article > .wide'],
    ['40rem', 'section > .wide'],
  ]) {
    const wide = window.matchMedia(`(min-width: ${from})`)
    const open = () => {
      for (const one of document.querySelectorAll<HTMLDetailsElement>(`${places}`)) {
        one.open = wide.matches
        one.querySelector('summary')?.setAttribute('tabindex', wide.matches ? '-1' : '0')
      }
    }
    open()
    wide.addEventListener('change', open)
  }
}

// Scrolls the contents so that the current chapter is in their middle.
function showPlace(): void {
  const list = found('nav details > div')
  const link = list.querySelector<HTMLElement>('[aria-current]')
  if (link !== null && list.scrollHeight > list.clientHeight) {
    list.scrollTop = link.offsetTop - list.clientHeight / 2
  }
}

// Adds the headings of each chapter to the contents, visible while the chapter is read. Endpoints are listed already.
function addHeadings(): void {
  for (const link of document.querySelectorAll('nav div > ul > li > a')) {
    const chapter = document.getElementById(link.getAttribute('href')?.slice(1) ?? '')
    const headings = [...(chapter?.parentElement?.querySelectorAll(':scope > h3[id]') ?? [])]
    if (headings.length === 0) continue
    const items = headings.map(({ id, textContent }) =>
      element('li', {}, element('a', { href: `#${id}` }, textContent ?? '')),
    )
    link.after(element('ul', { class: 'within' }, ...items))
  }
}

/** Marks the current chapter and its headings in the contents, and points the link to the other language there. */
export function watchPlace(): void {
  addHeadings()
  const places = [...document.querySelectorAll<HTMLAnchorElement>('nav li a')].flatMap((link) => {
    const heading = document.getElementById(link.hash.slice(1))
    return heading === null ? [] : [{ link, heading }]
  })
  const here = found('#here')
  const headings = [...document.querySelectorAll('main :is(h2, h3)[id]')]
  const language = document.querySelector<HTMLAnchorElement>('a.language')
  let waits = false
  const mark = () => {
    waits = false
    if (language !== null) language.hash = headings.findLast(isAbove)?.id ?? ''
    const current = places.findLast(({ heading }) => isAbove(heading)) ?? places[0]
    for (const { link } of places) {
      if (link !== current?.link) link.removeAttribute('aria-current')
    }
    if (current === undefined || current.link.ariaCurrent !== null) return
    current.link.setAttribute('aria-current', 'location')
    here.textContent = `· ${current.link.textContent}`
    showPlace()
  }
  mark()
  const onScroll = () => {
    if (!waits) requestAnimationFrame(mark)
    waits = true
  }
  document.addEventListener('scroll', onScroll, { passive: true })
}

function isAbove(heading: Element): boolean {
  return heading.getBoundingClientRect().top < 120
}
