import { type Meaning, sayIn } from '../units/language.ts'
import { documentOf, type Frame } from './document.tsx'
import { Icon } from './parts.tsx'

export type NoticeKind = keyof typeof notices

/**
 * A page that says why a payment's page is not shown. Notices of one kind, language and `query` are the same bytes, and
 * `not_found` has no query, so they do not reveal which payments exist.
 *
 * @param query the parameters of the page's own address, for its other language
 */
export function noticePage(
  kind: NoticeKind,
  frame: Frame,
  query: Readonly<Record<string, string>> = {},
): string {
  const say = sayIn(frame.language)
  const { title, advice } = notices[kind]
  return documentOf({
    frame,
    title: say(title),
    query,
    children: (
      <section class="card status care">
        <Icon tone="care" />
        <h2>{say(title)}</h2>
        <p>{say(advice)}</p>
      </section>
    ),
  })
}

const notices = {
  not_found: {
    title: { zh: '找不到這個付款頁面', en: 'There is no such payment page' },
    advice: {
      zh: '連結可能不完整或已經失效，請回到商家網站重新取得。如果您已經轉帳，請勿重複轉帳，並與商家聯絡。',
      en: 'It may be too old: ask the merchant for a new one. If you have transferred, do not transfer again.',
    },
  },
  not_from_here: {
    title: { zh: '無法接受這次送出', en: 'This was not accepted' },
    advice: {
      zh: '這次送出沒有作用。請重新開啟付款連結再試；如果您已經轉帳，請勿重複轉帳。',
      en: 'It had no effect. Please open the link again; if you have transferred, do not transfer again.',
    },
  },
  not_available: {
    title: { zh: '目前無法使用這個付款方式', en: 'This way of paying is not available now' },
    advice: {
      zh: '請回到商家網站，選擇其他付款方式。尚未建立任何付款，請勿轉帳。',
      en: 'Please go back to the merchant and pay in another way. No payment was made; do not transfer.',
    },
  },
  method_not_allowed: {
    title: { zh: '不支援這種操作', en: 'This cannot be done here' },
    advice: { zh: '請重新開啟付款連結。', en: 'Please open the payment link again.' },
  },
  too_many_requests: {
    title: { zh: '操作過於頻繁', en: 'Too many requests' },
    advice: {
      zh: '請等一分鐘後重新整理本頁。如果您已經轉帳，請勿重複轉帳。',
      en:
        'Please wait a minute and reload this page. If you have already transferred, ' +
        'do not transfer again.',
    },
  },
  said_often: {
    title: { zh: '您已經告知過付款', en: 'You have told us already' },
    advice: {
      zh: '不需要再告知。請回到付款頁面查看結果，請勿重複轉帳。',
      en:
        'There is no need to say so again. Please go back to the page of the payment, which shows the ' +
        'outcome. Do not transfer again.',
    },
  },
  internal_error: {
    title: { zh: '系統暫時發生問題', en: 'Something went wrong on our side' },
    advice: {
      zh: '請稍後重新整理本頁。如果您已經轉帳，請勿重複轉帳。',
      en:
        'Please reload this page in a while. If you have already transferred, ' +
        'do not transfer again.',
    },
  },
} as const satisfies Record<string, { title: Meaning; advice: Meaning }>
