// The script of the documentation: copy buttons, the current chapter in the contents, the language of samples, the
// colours of code. The search loads when the reader enters its box, the console and the signature doctor when they come
// into view. The page is complete without scripts. Nothing typed is stored, and only the console sends a request.
import { found } from './elements.ts'
import { dress } from './page/code-blocks.ts'
import { foldContents, openOnWide, watchPlace } from './page/contents.ts'
import { openTarget } from './page/link-target.ts'
import { switchSamples } from './page/sample-language.ts'
import { showSearchBox } from './search/search-box.ts'
import type * as Tools from './tools.ts'

openOnWide()
openTarget()
window.addEventListener('hashchange', openTarget)
foldContents()
watchPlace()
switchSamples()
for (const code of document.querySelectorAll<HTMLElement>('main pre > code')) dress(code)
showSearchBox()
loadTools()

// Each form is hidden until its script is loaded, so the form's place is observed instead.
function loadTools(): void {
  const { tools = '' } = found('script[data-tools]').dataset
  let loaded: Promise<typeof Tools> | undefined
  const load = () => {
    loaded ??= import(tools).then(started)
    return loaded
  }
  const watch = new IntersectionObserver(
    (entries) => {
      if (!entries.some((one) => one.isIntersecting)) return
      watch.disconnect()
      void load()
    },
    { rootMargin: '100% 0px' },
  )
  for (const place of document.querySelectorAll('.tool')) watch.observe(place)
  for (const link of document.querySelectorAll('.try')) {
    link.addEventListener('click', async (event) => {
      event.preventDefault()
      const article = link.closest('article')
      const { toggleConsole } = await load()
      if (article) link.setAttribute('aria-expanded', String(toggleConsole(article)))
    })
  }
}

// Both forms grow when they start. The page then scrolls, so that the heading above the reader stays in its place.
function started(tools: typeof Tools): typeof Tools {
  const above = [...document.querySelectorAll('main :is(h2, h3)')].findLast(
    (heading) => heading.checkVisibility() && heading.getBoundingClientRect().top < 120,
  )
  const top = above?.getBoundingClientRect().top ?? 0
  tools.startTools()
  window.scrollBy(0, (above?.getBoundingClientRect().top ?? 0) - top)
  return tools
}
