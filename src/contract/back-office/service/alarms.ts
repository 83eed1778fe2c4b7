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
      'The number of a database, id of a bank account, uid of a merchant, name of a job; null for the service',
    ),
    state: meaning(z.enum(['standing', 'over']), '持續中或已解除', 'Whether it stands, or is over'),
    severity: meaning(
      z.enum(severities),
      'page 立即通知；notice 靜音時段後通知',
      'page is sent at once; notice waits until quiet hours are over',
    ),
    value: meaning(z.int(), '最近的值，單位見 unit', 'The newest value, in its unit'),
    detail: meaning(z.string(), '發現的內容', 'What was found'),
    threshold: meaning(z.int(), '門檻', 'From which value on it is true'),
    unit: meaning(z.enum(alarmUnits), 'flag 為 1 或 0', 'A flag is 1 or 0'),
    since: time,
    raised_at: time,
    over_at: time.nullable(),
    told_at: meaning(
      time.nullable(),
      '最近一次送出；未送出為 null',
      'When a channel was last told of it; null for never',
    ),
    acknowledged_at: meaning(
      time.nullable(),
      '何時有人確認；確認後不再通知，直到解除',
      'When somebody acknowledged it: it is told no more until it is over',
    ),
    acknowledged_by: z.string().nullable(),
    note: z.string(),
    means: inBothLanguages,
    what_to_do: inBothLanguages,
    runbook: meaning(z.string(), '處置手冊在儲存庫的路徑', 'The run book in the repository'),
  }),
)

/** `POST /api/alarms/:name/acknowledge` */
const acknowledgement = z.strictObject({
  subject: text(60)
    .optional()
    .describe(
      '對象，例如 database:0 或 bank_account:32；省略為所有同名警報 / What it is about, as database:0 or ' +
        'bank_account:32; all alarms of that name if absent',
    ),
  note: text(500).optional(),
})

export type AcknowledgementCall = z.output<typeof acknowledgement>

const acknowledgedView = shape(
  'AcknowledgedAlarms',
  z.strictObject({ items: meaning(z.array(alarmView), '已確認的警報', 'What was acknowledged') }),
)

const alarmChannel = z.enum(alarmChannels)

const channelState = meaning(
  z.enum(channelStates),
  'incomplete 表示設定不全，不會送出',
  'incomplete where a part of its settings is missing: it is sent nothing',
)

const alarmsView = shape(
  'Alarms',
  z.strictObject({
    items: meaning(
      z.array(alarmView),
      '持續中的在前；已解除的留七日',
      'Those that stand first; those that are over for seven days',
    ),
    channels: z.array(z.strictObject({ channel: alarmChannel, state: channelState })),
    quiet_hours: meaning(
      z.strictObject({ from: z.string(), until: z.string() }).nullable(),
      '台北時間；無則為 null',
      'In Taipei; null for none',
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
        outcome: meaning(
          z.enum(sendOutcomes).nullable(),
          '未送出為 null',
          'Null where nothing was sent',
        ),
        http_status: z.int().nullable(),
      }),
    ),
  }),
)

export const alarmCalls = {
  listAlarms: get('/alarms', {
    summary: { zh: '警報，與警報送往何處', en: 'Lists alarms, and where they are sent' },
    answer: alarmsView,
  }),
  acknowledgeAlarm: post('/alarms/:name/acknowledge', {
    summary: {
      zh: '確認持續中的警報：解除前不再通知',
      en: 'Acknowledges alarms that stand: they are told no more until they are over',
    },
    body: acknowledgement,
    answer: acknowledgedView,
  }),
  testAlarms: post('/alarms/test', {
    summary: {
      zh: '送出測試訊息至各頻道，並顯示結果',
      en: 'Sends a test message to each channel, and shows how that went',
    },
    answer: alarmTestView,
  }),
}
