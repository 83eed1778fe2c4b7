import type { alarmCalls } from '../../contract/back-office/service/alarms.ts'
import type { autoCalls } from '../../contract/back-office/service/auto.ts'
import type { bookCalls } from '../../contract/back-office/service/books.ts'
import type { deploymentCalls } from '../../contract/back-office/service/deployment.ts'
import type { maintenanceCalls } from '../../contract/back-office/service/maintenance.ts'
import type { overviewCalls } from '../../contract/back-office/service/overview.ts'
import { acknowledgeAlarms } from '../../operations/alarms/acknowledge-alarms.ts'
import { listAlarms } from '../../operations/alarms/list-alarms.ts'
import { testAlarms } from '../../operations/alarms/test-alarms.ts'
import { beginCheck } from '../../operations/books/begin-check.ts'
import { showBooks } from '../../operations/books/show-books.ts'
import { showAuto, switchAutoTo } from '../../operations/matcher/switch-auto.ts'
import { showKeys } from '../../operations/merchants/show-keys.ts'
import { showHours } from '../../operations/service/show-hours.ts'
import { showOverview } from '../../operations/service/show-overview.ts'
import { showService } from '../../operations/service/show-service.ts'
import { showMaintenance, switchMaintenance } from '../../operations/service/switch-maintenance.ts'
import type { Handlers } from './handlers.ts'

type Name =
  | keyof typeof overviewCalls
  | keyof typeof autoCalls
  | keyof typeof maintenanceCalls
  | keyof typeof deploymentCalls
  | keyof typeof alarmCalls
  | keyof typeof bookCalls

export const serviceHandlers: Handlers<Name> = {
  overview: ({ context, roles, query }) => showOverview(context, roles, query),
  overviewHours: ({ context, query }) => showHours(context, query),
  listAlarms: ({ context }) => listAlarms(context),
  acknowledgeAlarm: ({ context, principal, path, body }) =>
    acknowledgeAlarms({ context, principal, name: path.name, ...body }),
  testAlarms: ({ context }) => testAlarms(context),
  showBooks: ({ context }) => showBooks(context),
  checkBooks: ({ context, principal }) => beginCheck(context, principal),
  showAuto: ({ context }) => showAuto(context),
  stopAuto: ({ context, principal, body }) =>
    switchAutoTo({ context, principal, ...body }, 'stopped'),
  startAuto: ({ context, principal, body }) =>
    switchAutoTo({ context, principal, ...body }, 'running'),
  showMaintenance: ({ context }) => showMaintenance(context),
  switchMaintenance: ({ context, principal, body }) =>
    switchMaintenance({ context, principal, ...body }),
  showService: async ({ context }) => showService(context),
  showKeys: ({ context }) => showKeys(context),
}
