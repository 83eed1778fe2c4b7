import type { Child } from 'hono/jsx'
import type {
  Receipt,
  ReceivingAccount,
  WaitRefresh,
  WaitState,
  WaitView,
} from '../contract/links/member-page-views.ts'
import { readingGroups, withoutGaps } from '../units/account-digits.ts'
import { type Language, type Meaning, type Say, sayIn } from '../units/language.ts'
import { assetPath, documentOf, type Frame } from './document.tsx'
import { ClockTime, Icon, money, References, Row, Sentence, Summary, Ways } from './parts.tsx'
import { scriptLabels, waitLabels } from './wait-labels.ts'

/** The page of one payment, complete without scripts (decisions §5, "Wait page"). */
export function waitPage(view: WaitView, frame: Frame): string {
  const say = sayIn(frame.language)
  const refreshSeconds = refreshSecondsOf(view.state)
  const labels = Object.entries(scriptLabels).map(([name, meaning]) => [name, say(meaning)])
  return documentOf({
    frame,
    title: titleOf(view, say),
    head: refreshSeconds === null ? null : <RefreshWithoutScript />,
    bar: <p id="notice" role="status" />,
    children: (
      <>
        <div
          id="payment"
          class="columns"
          data-refresh={`${frame.base}/wait/${view.token}/state?lang=${frame.language}`}
          data-refresh-seconds={refreshSeconds}
          data-now={view.now}
          data-labels={JSON.stringify(Object.fromEntries(labels))}
        >
          <Payment view={view} say={say} />
        </div>
        <p id="announcer" class="unseen" role="status" />
        <link rel="modulepreload" href={assetPath(frame, 'refresh')} />
        <script type="module" src={assetPath(frame, 'script')} />
      </>
    ),
  })
}

/** The page as it looks at this moment: without its script, which would count down and ask for news. */
export function waitPicture(view: WaitView, frame: Frame): string {
  const say = sayIn(frame.language)
  return documentOf({
    frame,
    title: titleOf(view, say),
    children: (
      <div id="payment" class="columns">
        <Payment view={view} say={say} />
      </div>
    ),
  })
}

/** The part of the page that changes, for a page that is already shown. */
export function waitRefresh(view: WaitView, language: Language): WaitRefresh {
  const say = sayIn(language)
  return {
    now: view.now,
    refreshSeconds: refreshSecondsOf(view.state),
    title: titleOf(view, say),
    html: (<Payment view={view} say={say} />).toString(),
  }
}

const refreshSeconds = 3
const refreshWithoutScriptSeconds = 10
const finalStates: readonly WaitState[] = ['paid', 'paid_elsewhere', 'expired']

function refreshSecondsOf(state: WaitState): number | null {
  return finalStates.includes(state) ? null : refreshSeconds
}

function RefreshWithoutScript() {
  return (
    <noscript>
      <meta http-equiv="refresh" content={String(refreshWithoutScriptSeconds)} />
    </noscript>
  )
}

function titleOf(view: WaitView, say: Say): string {
  return `${say(waitLabels[view.state].title)} · ${money(leadingAmount(view))}`
}

// The paid amount once there is one, because it may differ from the amount asked for.
function leadingAmount({ amount, receipt }: WaitView): number {
  return receipt === null ? amount : receipt.paidAmount / 100
}

type PartProps = { readonly view: WaitView; readonly say: Say }

// The script replaces these parts one by one, by their ids. Nothing in them depends on the clock, so that a part that
// has not changed is the same text.
function Payment({ view, say }: PartProps) {
  const { state, amount, account, receipt, payee, returnUrl } = view
  return (
    <>
      {receipt === null ? (
        <Summary
          payee={payee}
          amount={{ label: say({ zh: '付款金額', en: 'Amount' }), text: money(amount) }}
          say={say}
        >
          <References {...view} say={say} />
        </Summary>
      ) : (
        <PaidSummary view={view} receipt={receipt} say={say} />
      )}
      <Status view={view} say={say} />
      {state === 'waiting' ? <AccountToCome say={say} /> : null}
      {account === null ? null : <Account account={account} amount={amount} say={say} />}
      <Ways returnUrl={returnUrl} payee={payee} isOver={finalStates.includes(state)} say={say} />
    </>
  )
}

function PaidSummary({ view, receipt, say }: PartProps & { readonly receipt: Receipt }) {
  const { amount, payee } = view
  const { tradeNo, paidAt } = receipt
  const paid = leadingAmount(view)
  const number = say({ zh: '交易編號', en: 'Transaction number' })
  return (
    <Summary
      isPaid
      payee={payee}
      amount={{ label: say({ zh: '實付金額', en: 'Amount paid' }), text: money(paid) }}
      say={say}
    >
      {paid === amount ? null : (
        <Row name={say({ zh: '應付金額', en: 'Amount asked' })}>
          <Sentence text={money(amount)} />
        </Row>
      )}
      {paidAt === null ? null : (
        <Row name={say({ zh: '付款時間（台北）', en: 'Paid (Taipei)' })}>
          <ClockTime seconds={paidAt} isWhole />
        </Row>
      )}
      <References {...view} say={say} />
      <Row
        name={number}
        copy={<CopyButton id="copy-number" text={tradeNo} what={number} say={say} />}
      >
        {tradeNo}
      </Row>
    </Summary>
  )
}

function Status({ view, say }: PartProps) {
  const { tone, title, advice } = waitLabels[view.state]
  const hasDeadline = view.state === 'waiting' || view.state === 'transfer'
  return (
    <section id="status" class={`card status ${tone}`}>
      <Icon tone={tone} />
      <h2 tabindex={-1}>{say(title)}</h2>
      <p>
        <Sentence text={say(advice(view))} />
      </p>
      {hasDeadline ? (
        <div class="deadline">
          <p>
            <span>{say({ zh: '付款期限（台北時間）', en: 'Pay before (Taipei time)' })}</span>{' '}
            <ClockTime seconds={view.endsAt} />
          </p>
          <p class="countdown">
            <span>{say({ zh: '剩餘時間', en: 'Time left' })}</span>{' '}
            <b role="timer" data-ends-at={view.endsAt} />
          </p>
        </div>
      ) : null}
    </section>
  )
}

type AccountProps = {
  readonly account: ReceivingAccount
  readonly amount: number
  readonly say: Say
}

function Account({ account, amount, say }: AccountProps) {
  const { bankName, bankCode, accountNo, accountName } = account
  const rows: AccountRow[] = [
    { of: 'bank', value: bankName, copied: bankName },
    { of: 'code', value: bankCode, copied: bankCode },
    { of: 'account', value: <Digits of={accountNo} />, copied: withoutGaps(accountNo) },
    { of: 'name', value: accountName },
    { of: 'amount', value: <Sentence text={money(amount)} />, copied: String(amount) },
  ]
  return <AccountCard rows={rows.filter(({ value }) => value !== '')} say={say} />
}

// The gaps are margins, so that a number that is selected by hand is copied without them.
function Digits({ of }: { of: string }) {
  return (
    <>
      {readingGroups(of).map((group) => (
        <span class={/^\d+$/.test(group) ? 'group' : undefined}>
          {group}
          <wbr />
        </span>
      ))}
    </>
  )
}

// Reserves the account's place, so that nothing moves when the account is known.
function AccountToCome({ say }: { say: Say }) {
  const rows = accountRows.map((of) => ({ of, value: <span class="blank" /> }))
  return <AccountCard rows={rows} isBlank say={say} />
}

type AccountRow = {
  readonly of: keyof typeof accountLabels
  readonly value: Child
  /** The text that its copy button copies; without it there is no button. */
  readonly copied?: string
}

type AccountCardProps = {
  readonly rows: readonly AccountRow[]
  readonly isBlank?: boolean
  readonly say: Say
}

function AccountCard({ rows, isBlank = false, say }: AccountCardProps) {
  return (
    <section id="account" class="card" aria-hidden={isBlank ? 'true' : undefined}>
      <h2>{say({ zh: '收款帳號', en: 'Receiving account' })}</h2>
      <dl class="account">
        {rows.map(({ of, value, copied }) => {
          const name = say(accountLabels[of])
          if (copied === undefined) return <Row name={name}>{value}</Row>
          const button = <CopyButton id={`copy-${of}`} text={copied} what={name} say={say} />
          return (
            <Row name={name} copy={button}>
              {value}
            </Row>
          )
        })}
      </dl>
    </section>
  )
}

// Hidden until the script shows it, because it does nothing without the script.
function CopyButton({ id, text, what, say }: { id: string; text: string; what: string; say: Say }) {
  return (
    <button id={id} type="button" class="copy" data-copy={text} hidden>
      <span>{say({ zh: '複製', en: 'Copy' })}</span> <span class="unseen">{what}</span>
    </button>
  )
}

const accountLabels = {
  bank: { zh: '銀行', en: 'Bank' },
  code: { zh: '銀行代碼', en: 'Bank code' },
  account: { zh: '帳號', en: 'Account number' },
  name: { zh: '戶名', en: 'Name' },
  amount: { zh: '金額', en: 'Amount' },
} satisfies Record<string, Meaning>
const accountRows = ['bank', 'code', 'account', 'name', 'amount'] as const
