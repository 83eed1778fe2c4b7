import { found } from '../elements.ts'

/** On a phone the contents are one line that stays at the top. */
export function foldContents(): void {
  const contents = found('nav details')
  const phone = window.matchMedia('(max-width: 60rem)')
  const fold = () => contents.toggleAttribute('open', !phone.matches)
  fold()
  phone.addEventListener('change', fold)
  contents.addEventListener('click', ({ target }) => {
    if (phone.matches && target instanceof HTMLAnchorElement) fold()
  })
}

/** What the style shows as open on a wide screen is open to all programs, and where a browser lacks that style. */
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

/** Marks the chapter that is read in the contents. */
export function watchPlace(): void {
  const places = [...document.querySelectorAll<HTMLAnchorElement>('nav a')].flatMap((link) => {
    const heading = document.getElementById(link.hash.slice(1))
    return heading === null ? [] : [{ link, heading }]
  })
  const here = found('#here')
  const nav = found('nav')
  let waits = false
  const mark = () => {
    waits = false
    const above = places.filter(({ heading }) => heading.getBoundingClientRect().top < 120)
    const current = above.at(-1) ?? places[0]
    for (const { link } of places) {
      if (link !== current?.link) link.removeAttribute('aria-current')
    }
    if (current === undefined || current.link.ariaCurrent !== null) return
    current.link.setAttribute('aria-current', 'location')
    here.textContent = `· ${current.link.textContent}`
    if (nav.scrollHeight > nav.clientHeight) {
      nav.scrollTop = current.link.offsetTop - nav.clientHeight / 2
    }
  }
  mark()
  const onScroll = () => {
    if (!waits) requestAnimationFrame(mark)
    waits = true
  }
  document.addEventListener('scroll', onScroll, { passive: true })
}
