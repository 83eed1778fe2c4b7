import * as z from 'zod'
import { get, post } from '../call.ts'
import { meaning, shape, time } from '../shapes.ts'
import {
  alarmChannels,
  alarmNames,
  alarmSubjectKinds,
  alarmUnits,
  channelStates,
  sendOutcomes,
  severities,
} from '../states.ts'
import { text } from '../values.ts'

const inBothLanguages = z.strictObject({ zh: z.string(), en: z.string() })

const alarmView = shape(
  'Alarm',
  z.strictObject({
    name: z.enum(alarmNames),
    subject: meaning(
      z.strictObject({
        kind: z.enum(alarmSubjectKinds),
        id: z.union([z.int(), z.string()]).nullable(),
      }),
      '資料庫編號、銀行帳戶的 id、商戶的 uid 或工作名稱；整個服務為 null',
      'Number of a database, id of a bank account, uid of a merchant or name of a job; null for the whole service',
    ),
    state: z.enum(['standing', 'over']),
    severity: meaning(
      z.enum(severities),
      'page 立即通知；notice 靜音時段後通知',
      'page: sent at once; notice: sent after quiet hours',
    ),
    value: z.int(),
    detail: z.string(),
    threshold: meaning(z.int(), '門檻：值達到時發出警報', 'The alarm is raised from this value on'),
    unit: meaning(z.enum(alarmUnits), 'flag 為 1 或 0', 'A flag is 1 or 0'),
    since: time,
    raised_at: time,
    over_at: time.nullable(),
    told_at: meaning(
      time.nullable(),
      '最近一次送至頻道的時間；未送出為 null',
      'When it was last sent to a channel; null for never',
    ),
    acknowledged_at: meaning(
      time.nullable(),
      '有人確認的時間；確認後不再送出，直到解除',
      'When it was acknowledged; from then on it is not sent again until it ends',
    ),
    acknowledged_by: z.string().nullable(),
    note: z.string(),
    means: inBothLanguages,
    what_to_do: inBothLanguages,
    runbook: meaning(z.string(), '處置手冊在儲存庫的路徑', 'Run book’s path in the repository'),
  }),
)

/** `POST /api/alarms/:name/acknowledge` */
const acknowledgement = z.strictObject({
  subject: text(60)
    .optional()
    .describe(
      '對象，例如 database:0 或 bank_account:32；省略為所有同名警報 / The subject, such as database:0 or ' +
        'bank_account:32; all alarms of that name if absent',
    ),
  note: text(500).optional(),
})

export type AcknowledgementCall = z.output<typeof acknowledgement>

const acknowledgedView = shape('AcknowledgedAlarms', z.strictObject({ items: z.array(alarmView) }))

const alarmChannel = z.enum(alarmChannels)

const channelState = meaning(
  z.enum(channelStates),
  'incomplete 表示設定不全，不會送出',
  'incomplete: a part of its settings is missing, nothing is sent to it',
)

const alarmsView = shape(
  'Alarms',
  z.strictObject({
    items: meaning(
      z.array(alarmView),
      '持續中的在前；已解除的留七日',
      'Ongoing alarms first; ended ones stay for seven days',
    ),
    channels: z.array(z.strictObject({ channel: alarmChannel, state: channelState })),
    quiet_hours: meaning(
      z.strictObject({ from: z.string(), until: z.string() }).nullable(),
      '靜音時段，台北時間；無則為 null',
      'Quiet hours, in Taipei time; null for none',
    ),
  }),
)

const alarmTestView = shape(
  'AlarmTest',
  z.strictObject({
    channels: z.array(
      z.strictObject({
        channel: alarmChannel,
        state: channelState,
        outcome: meaning(z.enum(sendOutcomes).nullable(), '未送出為 null', 'null if not sent'),
        http_status: z.int().nullable(),
      }),
    ),
  }),
)

export const alarmCalls = {
  listAlarms: get('/alarms', {
    summary: { zh: '警報與其送往的頻道', en: 'Lists alarms and the channels that receive them' },
    answer: alarmsView,
  }),
  acknowledgeAlarm: post('/alarms/:name/acknowledge', {
    summary: {
      zh: '確認持續中的警報；解除前不再送出',
      en: 'Acknowledges ongoing alarms, which are not sent again until they end',
    },
    body: acknowledgement,
    answer: acknowledgedView,
  }),
  testAlarms: post('/alarms/test', {
    summary: {
      zh: '送出測試訊息至各頻道，並顯示結果',
      en: 'Sends a test message to each channel and shows the outcomes',
    },
    answer: alarmTestView,
  }),
}
