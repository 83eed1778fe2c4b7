import type { RefusedAnswer } from '../../../contract/refusals.ts'
import type { Desk } from '../desk.ts'
import type { PageContent } from '../page.ts'
import { Refusal } from '../parts/refusal.tsx'

/** The page shown in place of a refused one: the reason, and a link onward. */
export function refusedPage({ say }: Desk, refused: RefusedAnswer): PageContent {
  const title = titles[refused.error] ?? titles.other
  return {
    title: say(title),
    status: refused.status,
    main: (
      <section class="card">
        <Refusal refused={refused} />
        <p>
          <a href="/">{say({ zh: '回到首頁', en: 'Back to the start' })}</a>
        </p>
      </section>
    ),
  }
}

const other = { zh: '無法顯示', en: 'This cannot be shown' }
const titles: Readonly<Record<string, typeof other>> & { readonly other: typeof other } = {
  not_found: { zh: '找不到', en: 'Not found' },
  forbidden: { zh: '您的角色看不到這一頁', en: 'Your role does not see this' },
  unavailable: { zh: '暫時無法服務', en: 'Not available just now' },
  other,
}
