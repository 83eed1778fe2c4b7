import type {
  AlarmName,
  AlarmSubjectKind,
  AlarmUnit,
  Severity,
} from '../../contract/back-office/states.ts'
import type { Meaning } from '../../units/language.ts'
import { linesOfDayMax } from '../banking/posted-line.ts'

/** The definition of an alarm: its condition and its text. `docs/watching.md` lists them. */
type Alarm = {
  readonly severity: Severity
  readonly about: AlarmSubjectKind
  readonly unit: AlarmUnit
  /** The lowest value at which it is true, in its unit. */
  readonly threshold: number
  /** How many minutes it must be true before it is raised, and false before it is over (`overMinutes`). */
  readonly raiseMinutes: number
  readonly overMinutes: number
  readonly means: Meaning
  readonly remedy: Meaning
  /** The page in `docs/runbooks`. */
  readonly runbook: string
}

const minute = 60
const hour = 3_600

export const alarmTable: Readonly<Record<AlarmName, Alarm>> = {
  callback_backlog: {
    severity: 'page',
    about: 'database',
    unit: 'seconds',
    threshold: 15 * minute,
    raiseMinutes: 2,
    overMinutes: 5,
    means: {
      zh: '最早到期的通知已逾時未送出，商戶收不到入帳通知。',
      en: 'The oldest callback that is due has not been tried; merchants do not hear of payments.',
    },
    remedy: {
      zh: '於「接收端」查看是否為單一商戶；否則查看掃描與資料庫是否正常。',
      en: "See under Receivers whether it is one merchant's server; if not, look at the sweep and the database.",
    },
    runbook: 'callback-backlog',
  },
  callbacks_parked: {
    severity: 'notice',
    about: 'database',
    unit: 'count',
    threshold: 1,
    raiseMinutes: 1,
    overMinutes: 5,
    means: {
      zh: '有通知因本系統錯誤而擱置，不會自行再送。',
      en: 'Callbacks were parked after internal faults and are not retried automatically.',
    },
    remedy: {
      zh: '於紀錄中找出投遞錯誤並修正，再於「通知」恢復擱置的通知。',
      en: 'Find the delivery fault in the log, fix it, then revive the parked callbacks under Callbacks.',
    },
    runbook: 'callback-backlog',
  },
  callbacks_given_up: {
    severity: 'notice',
    about: 'database',
    unit: 'count',
    threshold: 1,
    raiseMinutes: 1,
    overMinutes: 5,
    means: {
      zh: '一日內有通知在三日內皆未獲確認而放棄。',
      en: 'Within a day callbacks were given up, after three days without an acknowledgement.',
    },
    remedy: {
      zh: '聯絡商戶修復其接收端，再於「通知」重送。',
      en: 'Have the merchant mend its server, then resend them under Callbacks.',
    },
    runbook: 'callback-backlog',
  },
  receiver_failing: {
    severity: 'notice',
    about: 'merchant',
    unit: 'count',
    threshold: 8,
    raiseMinutes: 2,
    overMinutes: 2,
    means: {
      zh: '商戶的接收端已逾一小時未確認任何通知。',
      en: 'A merchant has acknowledged no callback for more than an hour, though they were attempted.',
    },
    remedy: {
      zh: '於「接收端」查看其回應，並告知商戶。',
      en: 'See its answers under Receivers, and tell the merchant.',
    },
    runbook: 'callback-backlog',
  },
  dead_wake_ups: {
    severity: 'notice',
    about: 'service',
    unit: 'count',
    threshold: 1,
    raiseMinutes: 0,
    overMinutes: 5,
    means: {
      zh: '近 15 分鐘有佇列訊息重試十次仍未交付，通知改由掃描送出。',
      en: 'In the last 15 minutes wake-up messages died after ten retries; the sweep delivers instead.',
    },
    remedy: {
      zh: '於紀錄中查看投遞程式無法連線與投遞錯誤；剛部署過則退回前一版。',
      en: 'Look for an unreachable deliverer and faults of delivery in the log; roll back a recent deployment.',
    },
    runbook: 'callback-backlog',
  },
  sweep_stopped: {
    severity: 'page',
    about: 'database',
    unit: 'seconds',
    threshold: 5 * minute,
    raiseMinutes: 1,
    overMinutes: 2,
    means: {
      zh: '資料庫的通知未被掃描，遺漏的通知不會補送。',
      en: 'The callbacks of a database are not swept; what the queue loses is not found.',
    },
    remedy: {
      zh: '於紀錄中查看 job 的 sweep 與 job_failed。',
      en: 'Look at the job sweep and at job_failed in the log.',
    },
    runbook: 'callback-backlog',
  },
  job_failing: {
    severity: 'notice',
    about: 'job',
    unit: 'count',
    threshold: 1,
    raiseMinutes: 2,
    overMinutes: 2,
    means: {
      zh: '每分鐘的工作連續三次失敗。',
      en: 'A job of the minute has failed three times in a row, in so many databases.',
    },
    remedy: {
      zh: '於紀錄中查看該工作的 job_failed。',
      en: 'Look for job_failed of that job in the log.',
    },
    runbook: 'database-overloaded',
  },
  server_errors: {
    severity: 'page',
    about: 'service',
    unit: 'percent',
    threshold: 5,
    raiseMinutes: 1,
    overMinutes: 5,
    means: {
      zh: '近五分鐘的請求有相當比例以 5xx 回應。',
      en: 'A share of the requests of the last five minutes was answered with 5xx.',
    },
    remedy: {
      zh: '於紀錄中查看 fault、database_failed 與 database_late；剛部署過則退回前一版。',
      en: 'Look for fault, database_failed and database_late in the log; roll back a recent deployment.',
    },
    runbook: 'database-overloaded',
  },
  desk_failing: {
    severity: 'page',
    about: 'service',
    unit: 'count',
    threshold: 5,
    raiseMinutes: 1,
    overMinutes: 5,
    means: {
      zh: '近五分鐘後台有五次以上以 5xx 回應，人員無法作業。',
      en: 'The back office has answered with 5xx five times in five minutes or more: people cannot work.',
    },
    remedy: {
      zh: '於後台的紀錄中查看 access_keys_unavailable、role_unknown、unreachable 與 fault。',
      en: "Look for access_keys_unavailable, role_unknown, unreachable and fault in the back office's log.",
    },
    runbook: 'region-outage',
  },
  creations_failing_fast: {
    severity: 'page',
    about: 'service',
    unit: 'count',
    threshold: 14,
    raiseMinutes: 1,
    overMinutes: 5,
    means: {
      zh: '建單失敗的速度達每月 99.9% 目標容許值的 14 倍（近一小時與近五分鐘皆是）。',
      en: 'Creations fail 14 times as fast as 99.9% a month allows, over the last hour and the last five minutes.',
    },
    remedy: {
      zh: '於紀錄中查看 fault、database_failed 與 database_late；剛部署過則退回前一版。',
      en: 'Look for fault, database_failed and database_late in the log; roll back a recent deployment.',
    },
    runbook: 'database-overloaded',
  },
  creations_failing_slowly: {
    severity: 'notice',
    about: 'service',
    unit: 'count',
    threshold: 6,
    raiseMinutes: 2,
    overMinutes: 5,
    means: {
      zh: '建單失敗的速度達每月 99.9% 目標容許值的 6 倍（近六小時與近三十分鐘皆是）。',
      en: 'Creations fail 6 times as fast as 99.9% a month allows, over the last six hours and the last 30 minutes.',
    },
    remedy: {
      zh: '於紀錄中查看以 5xx 回應的建單請求屬於哪些商戶與資料庫。',
      en: 'See in the log which merchants and databases the creations with 5xx are of.',
    },
    runbook: 'database-overloaded',
  },
  traffic_gone: {
    severity: 'page',
    about: 'service',
    unit: 'count',
    threshold: 10,
    raiseMinutes: 2,
    overMinutes: 2,
    means: {
      zh: '近 15 分鐘沒有建立訂單或付款連結；過去七日中至少五日的同一時段有十筆以上。',
      en: 'No order or link was created for 15 minutes; on five of the last seven days ten or more were at this time.',
    },
    remedy: {
      zh: '自外部呼叫 /health，查看紀錄有無請求；再查看網域、憑證與 Cloudflare 狀態，並詢問商戶。',
      en: 'Call /health from outside, see whether the log has requests; then DNS, certificate, Cloudflare, merchants.',
    },
    runbook: 'region-outage',
  },
  database_down: {
    severity: 'page',
    about: 'database',
    unit: 'flag',
    threshold: 1,
    raiseMinutes: 2,
    overMinutes: 2,
    means: {
      zh: '資料庫沒有回應，或只回應錯誤；其中商戶的請求以 503 回應，通知暫停。',
      en: 'A database does not answer, or only with errors: requests of its merchants are 503, callbacks wait.',
    },
    remedy: {
      zh: '於紀錄中查看 database_failed 的訊息；再查看 Cloudflare 的 D1 狀態與資料庫負載。',
      en: 'Look at what database_failed says in the log, then at the state of D1 and the load of the database.',
    },
    runbook: 'database-overloaded',
  },
  database_filling: {
    severity: 'notice',
    about: 'database',
    unit: 'bytes',
    threshold: 6_000_000_000,
    raiseMinutes: 2,
    overMinutes: 5,
    means: {
      zh: '最新的資料庫已逾 6 GB；滿 10 GB 後其中商戶的請求皆被拒絕。',
      en: 'The newest database has passed 6 GB; at 10 GB it refuses every merchant in it.',
    },
    remedy: {
      zh: '建立並綁定下一個資料庫，新商戶即進入該資料庫。',
      en: 'Create and bind the next database, which new merchants then go to.',
    },
    runbook: 'database-overloaded',
  },
  database_full_soon: {
    severity: 'notice',
    about: 'database',
    unit: 'days',
    threshold: 14,
    raiseMinutes: 2,
    overMinutes: 5,
    means: {
      zh: '依近七日的成長速度，資料庫將於兩週內額滿，屆時其中商戶的請求皆被拒絕。',
      en: 'At the growth of the last seven days a database is full within two weeks, and refuses every merchant in it.',
    },
    remedy: {
      zh: '限制或遷移成長最快的商戶；新商戶改用下一個資料庫。',
      en: 'See which merchants fill it; bind the next database for new ones, and free space in this one.',
    },
    runbook: 'database-overloaded',
  },
  wrong_secrets_key: {
    severity: 'page',
    about: 'database',
    unit: 'flag',
    threshold: 1,
    raiseMinutes: 0,
    overMinutes: 1,
    means: {
      zh: 'SECRETS_KEY 不是加密商戶金鑰的主金鑰；商戶請求以 503 回應，通知暫停。',
      en: 'SECRETS_KEY is not the key that API secrets are sealed under: merchants get 503, callbacks wait.',
    },
    remedy: { zh: '立即放回正確的 SECRETS_KEY。', en: 'Put the right SECRETS_KEY back at once.' },
    runbook: 'rotate-keys',
  },
  books_differ: {
    severity: 'page',
    about: 'database',
    unit: 'count',
    threshold: 1,
    raiseMinutes: 0,
    overMinutes: 1,
    means: {
      zh: '帳目檢查發現餘額或統計與分錄、訂單不符。',
      en: 'The check of the books found sums that entries or orders do not add up to.',
    },
    remedy: {
      zh: '查看該項差異，查明前管制該商戶（其代收也會停止）。',
      en:
        'Look at the difference that it names; place a hold on that merchant, which also stops its collections, ' +
        'until it is explained.',
    },
    runbook: 'books-differ',
  },
  books_unchecked: {
    severity: 'notice',
    about: 'database',
    unit: 'seconds',
    threshold: 48 * hour,
    raiseMinutes: 2,
    overMinutes: 2,
    means: {
      zh: '資料庫的帳目檢查已兩日未完成，不符之處可能未被發現。',
      en: 'The daily check of the books has not got through a database for two days; a difference may be unseen.',
    },
    remedy: {
      zh: '於紀錄中查看 job 的 check_books 與 job_failed。',
      en: 'Look at the job check_books and at job_failed in the log.',
    },
    runbook: 'database-overloaded',
  },
  copies_late: {
    severity: 'notice',
    about: 'database',
    unit: 'seconds',
    threshold: 15 * minute,
    raiseMinutes: 2,
    overMinutes: 2,
    means: {
      zh: '資料庫的備份已久未更新；此時若失去資料庫，其後的訂單無法還原。',
      en: 'The copies of a database are old; if it were lost now, what came after them would be gone.',
    },
    remedy: {
      zh: '於紀錄中查看 copy_failed 與 copied；確認儲存空間 ARCHIVE 正常。',
      en: 'Look for copy_failed and copied in the log; see that the bucket ARCHIVE is well.',
    },
    runbook: 'restore-database',
  },
  copies_unscanned: {
    severity: 'notice',
    about: 'database',
    unit: 'seconds',
    threshold: 33 * 24 * hour,
    raiseMinutes: 2,
    overMinutes: 2,
    means: {
      zh: '資料庫的完整備份逾期未完成；還原須讀取更久的變更。',
      en: 'A copy of everything is due every 30 days and has not ended; a restore has to read ever more changes.',
    },
    remedy: {
      zh: '於紀錄中查看 copy_failed 與 copied。',
      en: 'Look for copy_failed and copied in the log.',
    },
    runbook: 'restore-database',
  },
  copies_missing: {
    severity: 'notice',
    about: 'service',
    unit: 'flag',
    threshold: 1,
    raiseMinutes: 2,
    overMinutes: 2,
    means: {
      zh: '此部署未綁定儲存空間 ARCHIVE，沒有任何備份。',
      en: 'No bucket ARCHIVE is bound in this deployment: no copies are made.',
    },
    remedy: {
      zh: '以 npm run provision 建立並綁定。',
      en: 'Create and bind it with npm run provision.',
    },
    runbook: 'restore-database',
  },
  archive_failing: {
    severity: 'notice',
    about: 'database',
    unit: 'seconds',
    threshold: 48 * hour,
    raiseMinutes: 2,
    overMinutes: 2,
    means: {
      zh: '訂單已兩日未能封存至儲存空間；未封存的訂單仍在資料庫，資料庫繼續增長。',
      en: 'For two days no order has got into the archive; they stay in the database, which goes on growing.',
    },
    remedy: {
      zh: '於紀錄中查看 archive_orders 的 job_failed；確認儲存空間 ARCHIVE 正常。',
      en: 'Look for job_failed of archive_orders in the log; see that the bucket ARCHIVE is well.',
    },
    runbook: 'archive-failing',
  },
  deposits_unclaimed: {
    severity: 'notice',
    about: 'database',
    unit: 'seconds',
    threshold: 6 * hour,
    raiseMinutes: 2,
    overMinutes: 5,
    means: {
      zh: '有銀行交易久未認列，會員可能已付款而訂單未入帳。',
      en: 'A bank transaction has been unclaimed for long: a member may have paid for an order that waits.',
    },
    remedy: {
      zh: '於「銀行交易」查看最早未認列者，認列或註明不屬於訂單。',
      en: "Under Bank transactions take the oldest unclaimed one: claim it, or say that it is no order's.",
    },
    runbook: 'payment-missing',
  },
  account_silent: {
    severity: 'notice',
    about: 'bank_account',
    unit: 'seconds',
    threshold: 24 * hour,
    raiseMinutes: 2,
    overMinutes: 2,
    means: {
      zh: '使用中的收款帳戶已超過其慣常時間沒有任何入帳紀錄：銀行端可能凍結帳戶，或交易來源中斷。',
      en: 'Nothing was booked on an account for longer than usual: frozen by its bank, or its feed has stopped.',
    },
    remedy: {
      zh: '登入網路銀行確認帳戶狀態；若已凍結，於後台設為凍結；若正常，重啟交易來源或匯入對帳單。',
      en: 'Look at it in online banking: set it frozen here if it is; else restart its feed, or import a statement.',
    },
    runbook: 'frozen-bank-account',
  },
  statement_gap: {
    severity: 'notice',
    about: 'bank_account',
    unit: 'count',
    threshold: 1,
    raiseMinutes: 2,
    overMinutes: 2,
    means: {
      zh: '帳戶的對帳單有缺漏的日期，其間的入帳可能未列。',
      en: 'Days are missing between the statements of an account, and with them perhaps payments.',
    },
    remedy: {
      zh: '於「銀行帳戶」查看缺漏的日期，並匯入該期間的對帳單。',
      en: 'See under Bank accounts which days are missing, and import a statement of them.',
    },
    runbook: 'payment-missing',
  },
  feed_over_limit: {
    severity: 'page',
    about: 'bank_account',
    unit: 'count',
    threshold: linesOfDayMax,
    raiseMinutes: 1,
    overMinutes: 5,
    means: {
      zh: '某個服務憑證今日於此帳戶已匯入上限的交易筆數，其後的交易以 429 拒絕。',
      en: 'A service token has posted as many lines to an account today as it may; more are refused with 429.',
    },
    remedy: {
      zh: '於「銀行交易」查看該帳戶今日的交易；若非銀行所有，於帳戶的「即時明細來源」移除該憑證。',
      en: "Look at today's lines of the account: if they are not the bank's, take the token out of its feeds.",
    },
    runbook: 'leaked-secret',
  },
  auto_contradicted: {
    severity: 'page',
    about: 'bank_account',
    unit: 'flag',
    threshold: 1,
    raiseMinutes: 0,
    overMinutes: 1,
    means: {
      zh: '系統自動入帳的一筆款項，對帳單上沒有；該帳戶已停止自動入帳。',
      en: 'Statements lack the money of an order that the service settled; it settles none there any more.',
    },
    remedy: {
      zh: '查看告警所列的訂單與其銀行交易：款項不存在時沖正；查明原因後，再由兩人恢復該帳戶的自動入帳。',
      en: "Reverse the order that it names if there is no such money. Then switch the account's settling on again.",
    },
    runbook: 'wrong-settlement',
  },
  auto_unproven: {
    severity: 'notice',
    about: 'bank_account',
    unit: 'count',
    threshold: 1,
    raiseMinutes: 2,
    overMinutes: 2,
    means: {
      zh: '系統自動入帳的訂單，逾兩日仍無對帳單可證明。',
      en: 'Two days after the service has settled orders on an account, no statement has their money.',
    },
    remedy: {
      zh: '匯入該帳戶這幾日的對帳單；仍未列出者，查看該筆銀行交易是否屬實。',
      en: 'Import the statements of those days; where one still lacks the money, ask the bank whether it came.',
    },
    runbook: 'wrong-settlement',
  },
  approval_waiting: {
    severity: 'notice',
    about: 'database',
    unit: 'seconds',
    threshold: 4 * hour,
    raiseMinutes: 2,
    overMinutes: 2,
    means: {
      zh: '有操作等候第二人核准已久，滿 24 小時即失效。',
      en: 'A call has waited long for a second person; after 24 hours it expires.',
    },
    remedy: {
      zh: '由另一位營運人員於「核准」核准或駁回。',
      en: 'Another operator approves or rejects it under Approvals.',
    },
    runbook: 'approval-waiting',
  },
}
