import * as z from 'zod'
import { get, type Immutable, post } from '../call.ts'
import { meaning, shape, time } from '../shapes.ts'
import { line } from '../values.ts'

/** `POST /api/maintenance` (back office §6): of one database, or of all of them. */
const maintenanceSwitch = z.strictObject({
  on: z.boolean(),
  reason: line(500),
  database: z.int().min(0).max(15).optional(),
})

export type MaintenanceCall = z.output<typeof maintenanceSwitch>

const maintenanceView = shape(
  'Maintenance',
  z.strictObject({
    items: z.array(
      z.strictObject({
        database: meaning(
          z.int(),
          '資料庫編號；15 為測試商戶的資料庫',
          'Number of the database; 15 is that of test merchants',
        ),
        on: meaning(
          z.boolean().nullable(),
          '是否維護中；資料庫未回應時為 null',
          'Whether it is in maintenance; null if it does not answer',
        ),
        since: time.nullable(),
        actor: meaning(z.string(), '開啟維護的人員', 'Who turned it on'),
        reason: z.string(),
      }),
    ),
  }),
)

export type MaintenanceView = Immutable<z.output<typeof maintenanceView>>

export const maintenanceCalls = {
  showMaintenance: get('/maintenance', {
    summary: { zh: '各資料庫是否維護中', en: 'Shows which databases are in maintenance' },
    answer: maintenanceView,
  }),
  switchMaintenance: post('/maintenance', {
    summary: {
      zh: '開啟或結束維護：期間建立、異動與匯入皆為 503，通知暫停，查詢照常',
      en: 'Turns maintenance on or off. While it is on, writes get 503, callbacks wait and reads work',
    },
    body: maintenanceSwitch,
    waits: true,
    answer: maintenanceView,
  }),
}
