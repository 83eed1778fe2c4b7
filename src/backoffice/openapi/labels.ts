import type { CallName, calls } from '../../contract/back-office/table.ts'
import type { Meaning } from '../../units/language.ts'

/** What the document says of all calls. */
export const introduction = [
  '內容為 JSON，至多 64 KiB；不認得的參數以 validation_error 拒絕並指明。時間為 Asia/Taipei 的 YYYY-MM-DD HH:MM:SS,',
  '金額為 TWD 的小數。清單以 cursor 取下一頁，直到 next_cursor 為 null。各操作列出可用的角色，其餘角色得到 403。\n\n',
  'Bodies are JSON of at most 64 KiB; an unknown parameter is a validation_error that names it. Times are ',
  'YYYY-MM-DD HH:MM:SS in Asia/Taipei, amounts decimal numbers in TWD. To read the next page of a list send ',
  'next_cursor as cursor, until it is null. Each operation lists its roles; other roles get 403.\n\n',
  '錯誤的 error 為固定代碼；各狀態列出後台可能回應的全部代碼 / The error of a refusal is a fixed code; each status ',
  'lists all codes that the back office may answer.',
].join('')

type Path = (typeof calls)[CallName]['path']
type FirstOf<P extends string> = P extends `/${infer First}/${string}`
  ? First
  : P extends `/${infer Only}`
    ? Only
    : never
type PlainOf<Word extends string> = Word extends `${infer Plain}.${string}` ? Plain : Word

/** What the calls of a path are about: its first word below `/api`. */
type Noun = PlainOf<FirstOf<Path>> | 'service'

/** The tags of the document, in its order. */
export const tags: Readonly<Record<Noun, Meaning>> = {
  overview: { zh: '總覽', en: 'Waiting work and figures' },
  alarms: { zh: '警報', en: 'Alarms and the channels that receive them' },
  books: { zh: '帳目檢查', en: 'Check of the books' },
  auto: { zh: '自動配對', en: 'Automatic matching' },
  maintenance: { zh: '維護', en: 'Maintenance of databases' },
  search: { zh: '搜尋', en: 'Search by number, account or amount' },
  ready: { zh: '可入帳', en: 'Collections that can be settled' },
  collections: { zh: '代收', en: 'Collections and their moves' },
  payouts: { zh: '代付', en: 'Payouts and their moves' },
  'bank-accounts': { zh: '銀行帳戶', en: 'Accounts that members pay into or payouts leave from' },
  'bank-transactions': { zh: '銀行交易', en: 'Transactions of bank accounts' },
  imports: { zh: '對帳單匯入', en: 'Imports of statements' },
  'statement-formats': { zh: '對帳單格式', en: 'Built-in statement formats' },
  callbacks: { zh: '通知', en: 'Callbacks to merchants' },
  receivers: { zh: '接收端', en: 'Merchants’ servers that receive callbacks' },
  merchants: { zh: '商戶', en: 'Merchants, their settings and accounts' },
  fees: { zh: '手續費收入', en: 'Fee income of the platform' },
  products: { zh: '商品', en: 'The product list' },
  erasures: { zh: '個資遮蔽', en: 'Masking of personal data' },
  holds: { zh: '管制', en: 'Holds, which block settlements and payouts' },
  journal: { zh: '操作紀錄', en: 'Journal of writes' },
  approvals: { zh: '核准', en: 'Approvals by a second person' },
  people: { zh: '人員', en: 'People and their roles' },
  bridge: { zh: '交易所串接', en: 'For an exchange with its own pages' },
  service: { zh: '服務', en: 'The service itself' },
}

/** A meaning for readers of either language. */
export function inBoth({ zh, en }: Meaning): string {
  return `${zh} / ${en}`
}

/** The tag of a path. */
export function nounOf(path: string): string {
  const word = /^\/api\/([\w-]+)/.exec(path)?.[1] ?? ''
  return Object.hasOwn(tags, word) ? word : 'service'
}
