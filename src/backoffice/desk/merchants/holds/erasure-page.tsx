import type { Desk } from '../../desk.ts'
import type { PageContent } from '../../page.ts'
import { Badge, Fact, Facts, OutsideText } from '../../parts/values.tsx'
import { merchantPath } from '../merchant-path.ts'

/** The progress of the erasure of a member's personal fields. */
export async function drawErasure(desk: Desk): Promise<PageContent> {
  const { say } = desk
  const erasure = await desk.need('showErasure', { path: { id: desk.path.id ?? '' } })
  const { merchant_uid: uid, user_id: userId, state, ended_at: endedAt } = erasure
  const isDone = state === 'done'
  return {
    title: say({ zh: '會員個資的刪除', en: "Erasure of a member's personal fields" }),
    ...(isDone ? {} : { refreshSeconds: 30 }),
    main: (
      <section class="card" id="erasure">
        <Facts>
          <Fact name={{ zh: '狀態', en: 'State' }}>
            <Badge tone={isDone ? 'done' : 'care'}>
              {say(isDone ? { zh: '已完成', en: 'Done' } : { zh: '進行中', en: 'Goes on' })}
            </Badge>
          </Fact>
          <Fact name={{ zh: '商戶', en: 'Merchant' }}>
            <a href={merchantPath(uid)}>
              <OutsideText text={uid} />
            </a>
          </Fact>
          <Fact name={{ zh: '會員編號', en: "The member's number" }} text={userId} />
          <Fact name={{ zh: '提出', en: 'Asked' }} at={erasure.asked_at} />
          <Fact name={{ zh: '完成', en: 'Done' }} at={endedAt} />
          <Fact name={{ zh: '已遮蔽的訂單', en: 'Orders that were masked' }}>{erasure.orders}</Fact>
          <Fact name={{ zh: '已遮蔽的付款連結', en: 'Payment links that were masked' }}>
            {erasure.links}
          </Fact>
        </Facts>
      </section>
    ),
  }
}
