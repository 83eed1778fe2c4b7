import type { AnswerOf } from '../../../contract/back-office/table.ts'
import { type Desk, useDesk } from '../desk.ts'
import type { PageContent } from '../page.ts'
import { pickList } from '../parts/choices/picks.tsx'
import { TextField } from '../parts/fields.tsx'
import { ActForm } from '../parts/form.tsx'
import { LongText } from '../parts/long-text.tsx'
import { Fact, Facts } from '../parts/values.tsx'
import type { SubmittedForm } from '../submit-form.ts'
import { Advice, OutcomeBadge } from './delivery-values.tsx'

/** Sends a sample to an address. */
export async function drawTest({ say, query }: Desk): Promise<PageContent> {
  return {
    title: say({ zh: '測試通知', en: 'Test callback' }),
    main: <TestForm merchant={query.merchant_uid ?? ''} url={query.url ?? ''} />,
  }
}

/** The outcome of a sample, and the remedy for the merchant's engineer. */
export function drawTestResult(
  desk: Desk,
  tried: AnswerOf<'testCallback'>,
  { sent }: SubmittedForm,
): PageContent {
  const [url = '', merchant = ''] = [sent.url?.[0], sent.merchant_uid?.[0]]
  return {
    title: desk.say({ zh: '測試結果', en: 'How the test went' }),
    main: (
      <>
        <section class="card spaced" id="tested">
          <Facts>
            <Fact name={{ zh: '結果', en: 'Outcome' }}>
              <OutcomeBadge outcome={tried.outcome} status={tried.http_status} />
            </Fact>
            <Fact name={{ zh: '網址', en: 'Address' }} text={url} />
            <Fact name={{ zh: 'HTTP 狀態', en: 'HTTP status' }}>{tried.http_status ?? '—'}</Fact>
            <Fact name={{ zh: '耗時', en: 'Took' }}>
              {`${tried.duration_ms.toLocaleString('en-US')} ms`}
            </Fact>
            <Fact name={{ zh: '對方的回應', en: 'Answer' }}>
              <LongText text={tried.answer} />
            </Fact>
          </Facts>
          <Advice outcome={tried.outcome} />
        </section>
        <TestForm merchant={merchant} url={url} />
      </>
    ),
  }
}

function TestForm({ merchant, url }: { merchant: string; url: string }) {
  const { say } = useDesk()
  return (
    <section class="card spaced">
      <p>
        {say({
          zh: '送出一則有簽章的範例通知，等待對方回應。不會留下紀錄，也不影響任何訂單。',
          en: 'Sends a signed sample and waits for the answer. Nothing is kept, and no order is touched.',
        })}
      </p>
      <ActForm
        id="test"
        call="testCallback"
        button={{ zh: '送出測試', en: 'Send the test' }}
        warning={{
          zh: '對方的伺服器會收到範例通知，請先告知商戶的工程師。',
          en: "Their server receives the sample: tell the merchant's engineer before.",
        }}
      >
        <TextField
          name="merchant_uid"
          label={{ zh: '商戶代號', en: 'Merchant' }}
          hint={{ zh: '以這個商戶的金鑰簽章。', en: "It is signed with this merchant's secret." }}
          value={merchant}
          list={pickList('merchants')}
          maxlength={20}
          required
        />
        <TextField
          name="url"
          label={{ zh: '網址', en: 'Address' }}
          type="url"
          placeholder="https://"
          value={url}
          maxlength={255}
          required
        />
      </ActForm>
    </section>
  )
}
