import type { Desk } from '../desk.ts'
import type { Drawn, Page } from '../page.ts'
import { Fact, Facts } from '../parts/values.tsx'

export const overviewPages: readonly Page[] = [
  { path: '/overview', reads: 'overview', draw: drawOverview },
]

async function drawOverview(desk: Desk): Promise<Drawn> {
  const overview = await desk.need('overview')
  return {
    title: desk.say({ zh: '總覽', en: 'Overview' }),
    main: (
      <section class="card">
        <Facts>
          <Fact name={{ zh: '待收款', en: 'Collections that wait' }}>
            {overview.collections.waiting}
          </Fact>
        </Facts>
      </section>
    ),
  }
}
