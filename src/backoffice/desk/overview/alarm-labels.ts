import type {
  AlarmChannel,
  AlarmName,
  ChannelState,
  SendOutcome,
  Severity,
} from '../../../contract/back-office/states.ts'
import type { Meaning } from '../../../units/language.ts'

export const alarmLabels: Readonly<Record<AlarmName, Meaning>> = {
  callback_backlog: { zh: '通知積壓', en: 'Callbacks pile up' },
  callbacks_parked: { zh: '通知擱置', en: 'Callbacks are parked' },
  callbacks_given_up: { zh: '通知放棄', en: 'Callbacks were given up' },
  receiver_failing: { zh: '商戶未確認通知', en: 'A merchant acknowledges no callback' },
  dead_wake_ups: { zh: '佇列訊息未交付', en: 'Messages of the queue died' },
  sweep_stopped: { zh: '掃描停止', en: 'The sweep has stopped' },
  job_failing: { zh: '每分鐘的工作失敗', en: 'A job keeps failing' },
  server_errors: { zh: '伺服器錯誤偏多', en: 'Many requests fail' },
  desk_failing: { zh: '後台錯誤', en: 'The back office fails' },
  creations_failing_fast: { zh: '建單錯誤急增', en: 'Many creations fail' },
  creations_failing_slowly: { zh: '建單錯誤持續', en: 'Creations keep failing' },
  traffic_gone: { zh: '建單中斷', en: 'No orders come in' },
  database_down: { zh: '資料庫沒有回應', en: 'A database does not answer' },
  database_filling: { zh: '資料庫將滿', en: 'A database fills up' },
  database_full_soon: { zh: '資料庫兩週內額滿', en: 'A database is full within two weeks' },
  wrong_secrets_key: { zh: '金鑰錯誤', en: 'The key of secrets is wrong' },
  books_differ: { zh: '帳目不符', en: 'The books differ' },
  books_unchecked: { zh: '帳目久未檢查', en: 'The books were not checked' },
  copies_late: { zh: '備份過舊', en: 'Copies are old' },
  copies_unscanned: { zh: '完整備份逾期', en: 'A full copy is overdue' },
  copies_missing: { zh: '沒有備份', en: 'No copies are made' },
  archive_failing: { zh: '封存停滯', en: 'The archive stands still' },
  deposits_unclaimed: { zh: '銀行交易久未認列', en: 'A deposit is unclaimed' },
  account_silent: { zh: '帳戶沒有動靜', en: 'A bank account is silent' },
  feed_over_limit: { zh: '交易來源達每日上限', en: 'A feed has reached its daily limit' },
  auto_contradicted: { zh: '自動入帳與對帳單不符', en: 'Settled money is missing from statements' },
  auto_unproven: { zh: '自動入帳未經證明', en: 'Settled money is unproven' },
  statement_gap: { zh: '對帳單缺漏', en: 'Statements have a gap' },
  approval_waiting: { zh: '核准久候', en: 'An approval waits' },
}

export const severityLabels: Readonly<Record<Severity, Meaning>> = {
  page: { zh: '緊急', en: 'Urgent' },
  notice: { zh: '注意', en: 'Notice' },
}

export const channelLabels: Readonly<Record<AlarmChannel, Meaning>> = {
  webhook: { zh: 'Webhook', en: 'Webhook' },
  telegram: { zh: 'Telegram', en: 'Telegram' },
  escalation: { zh: '升級通報（15 分鐘後）', en: 'Escalation, after 15 min' },
}

export const stateLabels: Readonly<Record<ChannelState, Meaning>> = {
  on: { zh: '已設定', en: 'Set' },
  off: { zh: '未設定，不會送出', en: 'Not set: nothing is sent' },
  incomplete: {
    zh: '設定不全，不會送出',
    en: 'A part of its settings is missing: nothing is sent',
  },
}

export const sendOutcomeLabels: Readonly<Record<SendOutcome, Meaning>> = {
  delivered: { zh: '已送達', en: 'Delivered' },
  refused: { zh: '對方拒絕', en: 'Refused' },
  timeout: { zh: '逾時未回應', en: 'No answer in time' },
  network: { zh: '無法連線', en: 'Could not be reached' },
}
