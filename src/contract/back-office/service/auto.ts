import * as z from 'zod'
import { get, type Immutable, post } from '../call.ts'
import { meaning, shape, time } from '../shapes.ts'
import { autoStates } from '../states.ts'
import { reasonBody } from '../values.ts'

const count = z.int()

const autoView = shape(
  'Auto',
  z.strictObject({
    state: meaning(
      z.enum(autoStates),
      '是否由系統自動指定帳戶與入帳：running 進行中、stopped 已停止',
      'Whether the service gives accounts and settles by itself',
    ),
    since: meaning(
      time.nullable(),
      '最近一次切換的時間；未曾切換為 null',
      'When it was switched last; null where it never was',
    ),
    by: meaning(z.string(), '由誰切換', 'Who has switched it'),
    reason: z.string(),
    today: z.strictObject({
      assigned: meaning(count, '今日自動指定帳戶的筆數', 'Orders that it gave an account today'),
      settled: meaning(count, '今日自動入帳的筆數', 'Orders that it settled today'),
      doubts: meaning(
        count,
        '今日留待人員判斷的銀行交易',
        'Bank transactions of today that it leaves to people',
      ),
      unproven: meaning(
        count,
        '今日起逾 48 小時未經證明的筆數',
        'Orders that became unproven today',
      ),
      contradicted: meaning(
        count,
        '今日發現與對帳單不符的筆數',
        'Orders that statements contradicted today',
      ),
    }),
  }),
)

export type AutoView = Immutable<z.output<typeof autoView>>

export const autoCalls = {
  showAuto: get('/auto', {
    summary: {
      zh: '系統是否自動指定帳戶與入帳，及今日的筆數',
      en: 'Shows whether the service matches by itself, and what it did today',
    },
    answer: autoView,
  }),
  stopAuto: post('/auto/stop', {
    summary: {
      zh: '立即停止自動指定帳戶與入帳；回應後不再有任何一筆',
      en: 'Stops automatic matching at once: after the answer nothing is assigned or settled',
    },
    body: reasonBody,
    answer: autoView,
  }),
  startAuto: post('/auto/start', {
    summary: { zh: '恢復自動指定帳戶與入帳', en: 'Starts automatic matching again' },
    body: reasonBody,
    waits: true,
    answer: autoView,
  }),
}
