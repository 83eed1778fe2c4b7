import { type Language, languageTags, type Say, sayIn } from '../../units/language.ts'
import { describedEndpoints, describedRefusals } from '../described-endpoints.ts'
import { versions } from '../versions.ts'
import { callbackExample, signingExample } from '../worked-examples.ts'
import { Callbacks } from './callbacks.tsx'
import { Changes } from './changes.tsx'
import { anchorOf, Endpoints } from './endpoints.tsx'
import { Chapter, Items, Prose } from './page-parts.tsx'
import { EarlierProtocol, Errors, Limits, States } from './reference.tsx'
import { Signing } from './signing.tsx'

/** The deployment's settings that the page tells. */
export type Deployment = { readonly server: string; readonly toleranceSeconds: number }

/** The documentation for people, complete on one page (§9.1), in one language. */
export function documentationPage(
  language: Language,
  { server, toleranceSeconds }: Deployment,
): string {
  const say = sayIn(language)
  const endpoints = describedEndpoints()
  const callback = callbackExample()
  const page = (
    <html lang={languageTags[language]}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{`${say(title)} ${versions.page}`}</title>
        <link rel="stylesheet" href="/docs/style.css" />
        <link rel="alternate" hreflang={languageTags.zh} href="/docs?lang=zh" />
        <link rel="alternate" hreflang={languageTags.en} href="/docs?lang=en" />
      </head>
      <body>
        <Header language={language} say={say} />
        <nav aria-label={say({ zh: '目錄', en: 'Contents' })}>
          <ul>
            {chapters.map(({ id, ...name }) => (
              <li>
                <a href={`#${id}`}>{say(name)}</a>
                {id !== 'endpoints' ? null : (
                  <ul>
                    {endpoints.map((one) => (
                      <li>
                        <a href={`#${anchorOf(one)}`}>{say(one.summary)}</a>
                      </li>
                    ))}
                  </ul>
                )}
              </li>
            ))}
          </ul>
        </nav>
        <main>
          <Overview server={server} say={say} />
          <Signing example={signingExample()} toleranceSeconds={toleranceSeconds} say={say} />
          <Endpoints endpoints={endpoints} say={say} language={language} />
          <Callbacks example={callback} say={say} />
          <Errors codes={describedRefusals()} say={say} language={language} />
          <States say={say} />
          <Limits say={say} />
          <EarlierProtocol say={say} />
          <Changes say={say} />
        </main>
      </body>
    </html>
  )
  return `<!doctype html>\n${page}`
}

function Header({ language, say }: { language: Language; say: Say }) {
  const other = language === 'zh' ? 'en' : 'zh'
  return (
    <header>
      <h1>{say(title)}</h1>
      <p>
        {versions.page} · <a href="/openapi.json">OpenAPI {versions.machineReadable}</a> ·{' '}
        <a href={`/docs?lang=${other}`} hreflang={languageTags[other]} lang={languageTags[other]}>
          {other === 'zh' ? '繁體中文' : 'English'}
        </a>
      </p>
    </header>
  )
}

function Overview({ server, say }: { server: string; say: Say }) {
  return (
    <Chapter id="overview" title={say({ zh: '概觀', en: 'Overview' })}>
      <Prose of={overview} say={say} />
      {server === '/' ? null : (
        <p>
          {say({ zh: '服務位址', en: 'Base address' })} <code>{server}</code>
        </p>
      )}
      <h3 id="first-steps">{say({ zh: '開始串接', en: 'First steps' })}</h3>
      <Items of={firstSteps} say={say} />
    </Chapter>
  )
}

const title = { zh: '商戶支付 API', en: 'Merchant Payment API' }

const chapters = [
  { id: 'overview', zh: '概觀', en: 'Overview' },
  { id: 'signing', zh: '簽名', en: 'Signing' },
  { id: 'endpoints', zh: '端點', en: 'Endpoints' },
  { id: 'callbacks', zh: '通知', en: 'Callbacks' },
  { id: 'errors', zh: '錯誤', en: 'Errors' },
  { id: 'states', zh: '狀態', en: 'Status values' },
  { id: 'limits', zh: '限制與格式', en: 'Limits and formats' },
  { id: 'v6', zh: '舊版協定 v6.0', en: 'Earlier protocol v6.0' },
  { id: 'changes', zh: '變更政策', en: 'Changes' },
]

const overview = [
  {
    zh: '本服務是商戶的支付中介。商戶後端可建立代收（收款）與代付（出款），也可取得導向連結，把會員帶到兌幣頁面儲值。',
    en:
      'The service is a payment intermediary for merchants. A merchant’s backend creates ' +
      'collections (money coming in) and payouts (money going out), and asks for links that ' +
      'send its members to a coin-exchange page to top up.',
  },
  {
    zh: '訂單完成後，本服務通知商戶的 notify_url；代付失敗或取消則通知 reverse_url。商戶可以查詢訂單、餘額、銀行代碼與商品，也可要求重送通知。',
    en:
      'When an order is final the service calls the merchant’s notify_url; reverse_url when a ' +
      'payout fails or is cancelled. Orders, the balance, bank codes and products can be ' +
      'queried, and a callback can be resent.',
  },
  {
    zh:
      '一律使用 HTTPS。請求為 JSON（application/json）或表單（application/x-www-form-urlencoded），回應為 ' +
      'JSON。金額單位為 TWD。',
    en:
      'Everything goes over HTTPS. Requests are JSON (application/json) or forms ' +
      '(application/x-www-form-urlencoded), answers are JSON. Amounts are in TWD.',
  },
  {
    zh:
      'GET /health 供監控使用，無需簽名：200 附 sweep_age_seconds（距最近一次通知巡查的秒數）；資料庫沒有回應時為 503。' +
      '任何請求得到 503（unavailable）時，不確定是否已寫入：請沿用相同單號重送，或先查詢。',
    en:
      'GET /health is for monitoring, without signature: 200 with sweep_age_seconds, the seconds ' +
      'since callbacks were last looked through; 503 when the database does not answer. After a ' +
      '503 (unavailable) to any request it is not known whether it was written: repeat it with ' +
      'the same number, or look it up.',
  },
]

const firstSteps = [
  {
    zh: '向平台取得 uid 與 API 密鑰；若設有 IP 白名單，登記後端的來源 IP。沒有設定白名單時不限制來源。',
    en:
      'Get a uid and an API secret from the platform; with an IP allow-list, have your ' +
      'backend’s address listed. Without one, requests from anywhere are accepted.',
  },
  {
    zh: '實作簽名，與下方範例逐字比對。',
    en: 'Write the signing and compare it with the example below, letter by letter.',
  },
  {
    zh: '以查詢餘額測試簽名，再建立第一筆代收。',
    en: 'Try it on the balance, then create a first collection.',
  },
  {
    zh: '在 notify_url 接收通知：驗證、去除重複、回覆 success。',
    en: 'Take callbacks at notify_url: verify, drop repetitions, answer success.',
  },
]
