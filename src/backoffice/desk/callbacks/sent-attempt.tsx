import type { AnswerOf } from '../../../contract/back-office/table.ts'
import type { Outcome, SigningSecret } from '../../../contract/callbacks/callback-states.ts'
import { useDesk } from '../desk.ts'
import { signedLabels } from '../labels/callback-labels.ts'
import { Badge, Fact, Facts, OutsideText, type Tone } from '../parts/values.tsx'
import { OutcomeBadge } from './delivery-values.tsx'

type Attempt = AnswerOf<'showCallback'>['attempts'][number]
type Request = NonNullable<Attempt['sent']>

/** One attempt: the request as sent, whether its signatures are right, and the answer. */
export function SentAttempt({ attempt }: { attempt: Attempt }) {
  const { say } = useDesk()
  const { number, at, outcome, http_status: status, duration_ms: ms, sent, answer } = attempt
  return (
    <section class="card spaced" id="attempt">
      <h2>
        {say({ zh: `第 ${number} 次的請求與回應`, en: `Attempt ${number}: request and answer` })}
      </h2>
      {notSent.includes(outcome) ? (
        <p class="notice care">
          {say({
            zh: '這次沒有連線到對方，以下是原本要送出的請求。',
            en: 'The receiver was not called; this is the request that would have been sent.',
          })}
        </p>
      ) : null}
      <Facts>
        <Fact name={{ zh: '時間', en: 'When' }} at={at} />
        <Fact name={{ zh: '結果', en: 'Outcome' }}>
          <OutcomeBadge outcome={outcome} status={status} />
        </Fact>
        <Fact name={{ zh: 'HTTP 狀態', en: 'HTTP status' }}>{status ?? '—'}</Fact>
        <Fact name={{ zh: '耗時', en: 'Took' }}>{`${ms.toLocaleString('en-US')} ms`}</Fact>
        {sent === null ? null : <SigningFact sent={sent} />}
      </Facts>
      {sent === null ? (
        <p class="hint">
          {say({
            zh: '這次嘗試早於留存請求的版本，無法重現。',
            en: 'The attempt was made before requests were kept, and cannot be shown.',
          })}
        </p>
      ) : (
        <SentRequest sent={sent} />
      )}
      <h3>
        {say({ zh: '對方的回應（前 2 KiB）或錯誤', en: 'The answer (first 2 KiB), or the fault' })}
      </h3>
      <RawBody text={answer} />
    </section>
  )
}

// With these outcomes nothing was sent.
const notSent: readonly Outcome[] = ['blocked_address', 'dns']

const tones: Readonly<Record<SigningSecret, Tone>> = {
  current: 'done',
  changed: 'care',
  unreadable: 'care',
}

function SigningFact({ sent: { signed } }: { sent: Request }) {
  const { say } = useDesk()
  return (
    <Fact name={{ zh: '簽章', en: 'Signatures' }}>
      <Badge tone={tones[signed]}>{say(signedLabels[signed].word)}</Badge>{' '}
      {say(signedLabels[signed].meaning)}
    </Fact>
  )
}

function SentRequest({ sent: { url, headers, body } }: { sent: Request }) {
  const { say } = useDesk()
  return (
    <>
      <h3>{say({ zh: '請求', en: 'Request' })}</h3>
      <RawBody text={`POST ${url ?? say({ zh: '（網址未留存）', en: '(address not kept)' })}`} />
      <dl class="facts">
        {Object.entries(headers).map(([name, value]) => (
          <div>
            <dt>
              <code>{name}</code>
            </dt>
            <dd>
              <code>{value}</code>
            </dd>
          </div>
        ))}
      </dl>
      <RawBody text={JSON.stringify(JSON.parse(body), null, 2)} />
      <details class="act">
        <summary>{say({ zh: '逐字的內容', en: 'The body to the byte' })}</summary>
        <RawBody text={body} />
      </details>
    </>
  )
}

function RawBody({ text }: { text: string }) {
  if (text === '') return <p>—</p>
  return (
    <pre class="raw">
      <OutsideText text={text} />
    </pre>
  )
}
