import type { AnswerOf } from '../../../contract/back-office/table.ts'
import type { Desk } from '../desk.ts'
import type { PageContent } from '../page.ts'
import { TestBadge } from '../parts/test-badge.tsx'
import { Card, Fact, Facts, OutsideText } from '../parts/values.tsx'
import { merchantPath } from './merchant-path.ts'

/** The page that shows a new secret, once, as a sheet to hand over to the merchant. */
export async function secretSheet(
  desk: Desk,
  uid: string,
  secret: AnswerOf<'rotateSecret'>,
): Promise<PageContent> {
  const [merchant, service] = await Promise.all([
    desk.ask('showMerchant', { path: { uid } }),
    desk.ask('showService'),
  ])
  const until = merchant.ok ? merchant.value.previous_secret_until : null
  const api = service.ok ? service.value.merchant_api : null
  const { say } = desk
  return {
    title: say({ zh: `${uid} 的新金鑰`, en: `The new secret of ${uid}` }),
    main: (
      <>
        <p class="notice care">
          {say({
            zh: '金鑰只在這一頁顯示，離開後無法再查看。請現在複製或列印，以安全的方式交給商戶。遺失時只能再更換一次。',
            en:
              "The secret is on this page only, and can't be shown again. Copy or print it now, and " +
              'hand it over safely. If it is lost, it has to be replaced.',
          })}
        </p>
        <Card title={{ zh: '商戶串接資料', en: "For the merchant's engineers" }} look="sheet">
          <Facts>
            {merchant.ok ? (
              <Fact name={{ zh: '商戶', en: 'Merchant' }}>
                <OutsideText text={merchant.value.name} /> <TestBadge record={merchant.value} />
              </Fact>
            ) : null}
            <Fact name={{ zh: 'uid', en: 'uid' }} copied={uid} />
            <Fact name={{ zh: 'API 金鑰', en: 'API secret' }} copied={secret.api_secret} />
            <Fact
              name={{ zh: '驗證通知的金鑰', en: 'Secret for callback libraries' }}
              copied={secret.webhook_secret}
            />
            {api === null ? null : <Addresses api={api} />}
            <Fact name={{ zh: '簽章', en: 'Signing' }}>
              {say({
                zh: '參數去除 sign 與空值，依名稱排序，以 名稱=值 用 & 連接，最後接上 &key=金鑰，取 MD5 大寫十六進位。',
                en:
                  'Drop sign and empty values, sort by name, join name=value with &, append ' +
                  '&key=SECRET; sign is its MD5 in upper-case hexadecimal.',
              })}
            </Fact>
            {until === null ? null : (
              <Fact name={{ zh: '舊金鑰有效至', en: 'The older one is valid until' }} at={until} />
            )}
          </Facts>
        </Card>
        <p class="buttons">
          <button type="button" data-print hidden>
            {say({ zh: '列印這一頁', en: 'Print this page' })}
          </button>
          <a href={merchantPath(uid)}>
            {say({ zh: '已保存，前往商戶', en: 'I have kept it: go to the merchant' })}
          </a>
        </p>
      </>
    ),
  }
}

function Addresses({ api }: { api: string }) {
  const docs = `${api}/docs`
  return (
    <>
      <Fact name={{ zh: 'API 網址', en: 'API address' }} copied={api} />
      <Fact name={{ zh: '串接文件', en: 'Documentation' }} copied={docs} />
    </>
  )
}
