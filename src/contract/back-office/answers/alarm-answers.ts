import * as z from 'zod'
import {
  alarmChannels,
  alarmNames,
  alarmSubjectKinds,
  alarmUnits,
  channelStates,
  sendOutcomes,
  severities,
} from '../alarm-values.ts'
import { meaning, named, time } from './answer.ts'

const inBothLanguages = z.strictObject({ zh: z.string(), en: z.string() })

const alarm = named(
  'Alarm',
  z.strictObject({
    name: z.enum(alarmNames),
    subject: meaning(
      z.strictObject({ kind: z.enum(alarmSubjectKinds), id: z.int().nullable() }),
      '資料庫編號或銀行帳戶的 id；整個服務為 null',
      'The number of a database or the id of a bank account; null for the whole service',
    ),
    state: meaning(z.enum(['standing', 'over']), '持續中或已解除', 'Whether it stands, or is over'),
    severity: meaning(
      z.enum(severities),
      'page 立即通知；notice 靜音時段後通知',
      'page is sent at once; notice waits until quiet hours are over',
    ),
    value: meaning(z.int(), '最近的值，單位見 unit', 'The newest value, in its unit'),
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
    means: inBothLanguages,
    what_to_do: inBothLanguages,
    runbook: meaning(z.string(), '處置手冊在儲存庫的路徑', 'The run book in the repository'),
  }),
)

const channel = z.enum(alarmChannels)
const channelState = meaning(
  z.enum(channelStates),
  'incomplete 表示設定不全，不會送出',
  'incomplete where a part of its settings is missing: it is sent nothing',
)

const alarms = named(
  'Alarms',
  z.strictObject({
    items: meaning(
      z.array(alarm),
      '持續中的在前；已解除的留七日',
      'Those that stand first; those that are over for seven days',
    ),
    channels: z.array(z.strictObject({ channel, state: channelState })),
    quiet_hours: meaning(
      z.strictObject({ from: z.string(), until: z.string() }).nullable(),
      '台北時間；無則為 null',
      'In Taipei; null for none',
    ),
  }),
)

const tested = named(
  'AlarmTest',
  z.strictObject({
    channels: z.array(
      z.strictObject({
        channel,
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

export const alarmAnswers = {
  listAlarms: {
    says: { zh: '警報，與警報送往何處', en: 'Lists alarms, and where they are sent' },
    answer: alarms,
  },
  testAlarms: {
    says: {
      zh: '送出測試訊息至各頻道，並顯示結果',
      en: 'Sends a test message to each channel, and shows how that went',
    },
    answer: tested,
  },
}
