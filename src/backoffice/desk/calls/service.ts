import { progressAddress } from '../callbacks/bulk-fields.ts'
import type { Presentations } from './presentation.ts'

export const servicePresentations = {
  resendCallbacks: {
    done: { zh: '已要求重送通知。', en: 'The callbacks will be resent.' },
    address: progressAddress,
  },
  reviveCallbacks: {
    done: { zh: '已恢復擱置的通知。', en: 'The parked callbacks are due again.' },
    address: progressAddress,
  },
  resendCallback: { done: { zh: '已要求重送通知。', en: 'The callback will be resent.' } },
  reviveCallback: { done: { zh: '已恢復，等待送出。', en: 'It is due again.' } },
  testCallback: { done: { zh: '已送出測試通知。', en: 'The sample was sent.' } },
  acknowledgeAlarm: {
    done: {
      zh: '已確認，解除前不再通知。',
      en: 'Acknowledged. No channel is notified of it again until it is over.',
    },
  },
  testAlarms: { done: { zh: '已送出測試訊息。', en: 'The test was sent.' } },
  stopAuto: { done: { zh: '已停止自動配對。', en: 'Automatic matching is stopped.' } },
  startAuto: {
    done: { zh: '已恢復自動配對。', en: 'Automatic matching goes on.' },
    name: { zh: '恢復自動配對', en: 'start automatic matching' },
    request: () => ({ zh: '恢復自動指定帳戶與入帳', en: 'Start automatic matching again' }),
    effect: () => ({
      zh: '系統再自動指定帳戶，並為沒有疑義的款項入帳。',
      en: 'The service gives accounts again, and settles payments that are in no doubt.',
    }),
    form: () => ['start-auto', '/overview'],
  },
  checkBooks: { done: { zh: '已開始檢查帳目。', en: 'A check of the books has begun.' } },
  switchMaintenance: {
    done: { zh: '已切換。', en: 'Switched.' },
    name: { zh: '結束維護', en: 'end maintenance' },
    request: ({ subject }) => ({
      zh: `結束維護：資料庫 ${subject}`,
      en: `End the maintenance of database ${subject}`,
    }),
    effect: () => ({
      zh: '可再建立訂單、異動與匯入，等候中的通知開始送出。',
      en: 'Orders can be created, changed and imported again, and waiting callbacks are sent.',
    }),
    form: () => ['end-maintenance', '/service'],
  },
} satisfies Partial<Presentations>
