import type { Meaning } from '../../../../units/language.ts'
import { useDesk } from '../../desk.ts'
import { expiredLabel, matchingStatusLabels } from '../../labels/order-labels.ts'
import { ActorLink } from '../../parts/actor-link.tsx'
import { Time } from '../../parts/values.tsx'
import type { CollectionDetails } from '../order-details.ts'

/** The notice on an exception: since when, by whom, whether the merchant got a report, and the advice for members. */
export function ExceptionNotice({ order }: { order: CollectionDetails }) {
  const { say } = useDesk()
  const { status, collection_status: matching, expired, events, page_ends_at: page } = order
  const event = events.findLast(({ name }) => becoming.has(name))
  if (status !== 'pending' || matching !== 'exception' || event === undefined) return null
  return (
    <section class="notice care" id="exception-now">
      <p>
        <b>{say(expired ? expiredLabel : matchingStatusLabels.exception)}</b>{' '}
        <Time at={event.at} brief /> <ActorLink name={event.actor} />
        {say(event.told === null ? notReported : reported)}
      </p>
      <p>
        {page === null ? null : say(expired ? pageOver : pageReview)}
        {say(expired ? orderAnew : waitForMoney)}
      </p>
    </section>
  )
}

// The moves that make an order an exception.
const becoming: ReadonlySet<string> = new Set(['exception', 'expired', 'rejected', 'reversed'])

const reported: Meaning = { zh: '，已通知商戶。', en: ', and the merchant was notified.' }
const notReported: Meaning = { zh: '，未通知商戶。', en: ', and the merchant was not notified.' }
const pageReview: Meaning = {
  zh: '會員的頁面已不顯示帳戶。',
  en: "The member's page shows no account. ",
}
const pageOver: Meaning = {
  zh: '會員的頁面說明付款時間已過。',
  en: "The member's page says that the time is over. ",
}
const waitForMoney: Meaning = {
  zh: '請告知會員：先不要匯款；已匯款者勿重複匯款，到帳後仍可入帳。',
  en:
    'Tell the member not to transfer now, and not to transfer again. Money already sent can still be settled ' +
    'when it arrives.',
}
const orderAnew: Meaning = {
  zh: '請告知會員：不要再匯款，要付款請重新下單；已匯款者到帳後仍可入帳。',
  en:
    'Tell the member not to transfer; to pay, they place a new order. Money already sent can still be settled ' +
    'when it arrives.',
}
