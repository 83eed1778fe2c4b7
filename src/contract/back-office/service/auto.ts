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
      '自動配對（自動指定帳戶與入帳）：running 進行中、stopped 已停止',
      'Automatic matching: whether the service assigns accounts and settles',
    ),
    since: meaning(
      time.nullable(),
      '最近一次切換的時間；未曾切換為 null',
      'Time of the last switch; null for never',
    ),
    by: z.string(),
    reason: z.string(),
    today: z.strictObject({
      assigned: count,
      settled: count,
      doubts: meaning(count, '今日留待人員判斷的交易數', 'Bank transactions left to people'),
      unproven: meaning(
        count,
        '今日逾 48 小時仍未經對帳單證明的筆數',
        'Automatic settlements that became unproven today',
      ),
      contradicted: meaning(
        count,
        '今日發現與對帳單不符的筆數',
        'Automatic settlements contradicted by statements today',
      ),
    }),
  }),
)

export type AutoView = Immutable<z.output<typeof autoView>>

export const autoCalls = {
  showAuto: get('/auto', {
    summary: {
      zh: '自動配對是否進行中，及今日的筆數',
      en: 'Shows the state of automatic matching and its figures of today',
    },
    answer: autoView,
  }),
  stopAuto: post('/auto/stop', {
    summary: {
      zh: '立即停止自動指定帳戶與入帳；回應後不再有任何一筆',
      en: 'Stops automatic matching at once: after the answer nothing is assigned or settled by it',
    },
    body: reasonBody,
    answer: autoView,
  }),
  startAuto: post('/auto/start', {
    summary: { zh: '恢復自動指定帳戶與入帳', en: 'Resumes automatic matching' },
    body: reasonBody,
    waits: true,
    answer: autoView,
  }),
}
