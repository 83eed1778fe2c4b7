import * as z from 'zod'
import { get, post } from '../call.ts'
import { line, text } from '../values.ts'
import { begunErasureView, erasureView } from './merchant-views.ts'

/** `POST /api/erasures` */
const newErasure = z.strictObject({ merchant_uid: text(20), user_id: line(64), reason: line(500) })

export type NewErasureCall = z.output<typeof newErasure>

/** Personal fields that are masked. */
export const erasureCalls = {
  eraseMember: post('/erasures', {
    summary: {
      zh: '遮蔽會員的姓名、電話、電子郵件與帳號；金額、編號、事件與憑證保留',
      en: 'Masks a member’s names, phones, e-mails and accounts; amounts, numbers, events and evidence stay',
    },
    body: newErasure,
    status: 202,
    answer: begunErasureView,
    waits: true,
  }),
  showErasure: get('/erasures/:id{[0-9]{1,16}}', {
    summary: { zh: '個資遮蔽的進度', en: 'Shows the progress of an erasure' },
    answer: erasureView,
  }),
}
