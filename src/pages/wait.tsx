import type { Child } from 'hono/jsx'
import type {
  ReceivingAccount,
  WaitRefresh,
  WaitState,
  WaitView,
} from '../contract/links/member-page-views.ts'
import { type Language, type Say, sayIn } from '../units/language.ts'
import { assetPath, documentOf, type Frame } from './document.tsx'
import { ClockTime, Icon, money, ReturnLink, Row, Summary } from './parts.tsx'
import { scriptWords, waitWords } from './wait-words.ts'

/** The page of one payment, complete without scripts (decisions §5, "Wait page"). */
export function waitPage(view: WaitView, frame: Frame): string {
  const say = sayIn(frame.language)
  const refreshSeconds = refreshSecondsOf(view.state)
  const words = Object.entries(scriptWords).map(([name, meaning]) => [name, say(meaning)])
  return documentOf({
    frame,
    title: titleOf(view, say),
    head: refreshSeconds === null ? null : <RefreshWithoutScript />,
    children: (
      <>
        <div
          id="payment"
          class="columns"
          data-refresh={`${frame.base}/wait/${view.token}/state?lang=${frame.language}`}
          data-refresh-seconds={refreshSeconds}
          data-now={view.now}
          data-words={JSON.stringify(Object.fromEntries(words))}
        >
          <Payment view={view} say={say} />
        </div>
        <p id="announcer" class="unseen" role="status" />
        <p id="notice" class="notice" role="status" />
        <script type="module" src={assetPath(frame, 'script')} />
      </>
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

function titleOf({ state, amount }: WaitView, say: Say): string {
  return `${say(waitWords[state].title)} · ${money(amount)}`
}

// The script replaces these parts one by one, by their ids. Nothing in them depends on the clock, so that a part that
// has not changed is the same text.
function Payment({ view, say }: { view: WaitView; say: Say }) {
  const { state, amount, account, merchantOrderNo, payerAccountLast5, returnUrl } = view
  return (
    <>
      <Summary
        amount={{ label: say({ zh: '付款金額', en: 'Amount' }), text: money(amount) }}
        merchantOrderNo={merchantOrderNo}
        payerAccountLast5={payerAccountLast5}
        say={say}
      />
      <Status view={view} say={say} />
      {state === 'waiting' ? <AccountToCome say={say} /> : null}
      {account === null ? null : <Account account={account} amount={amount} say={say} />}
      {finalStates.includes(state) ? <ReturnLink to={returnUrl} say={say} /> : null}
    </>
  )
}

function Status({ view, say }: { view: WaitView; say: Say }) {
  const { tone, title, advice } = waitWords[view.state]
  const hasDeadline = view.state === 'waiting' || view.state === 'transfer'
  return (
    <section id="status" class={`card status ${tone}`}>
      <Icon tone={tone} />
      <h2 tabindex={-1}>{say(title)}</h2>
      <p>{say(advice(view))}</p>
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

function Account({
  account,
  amount,
  say,
}: {
  account: ReceivingAccount
  amount: number
  say: Say
}) {
  const accountNo = say(accountWords.no)
  const amountName = say(accountWords.amount)
  return (
    <AccountCard
      say={say}
      bank={account.bankName}
      no={account.accountNo}
      copyNo={<CopyButton id="copy-account" text={account.accountNo} what={accountNo} say={say} />}
      name={account.accountName}
      amount={money(amount)}
      copyAmount={<CopyButton id="copy-amount" text={String(amount)} what={amountName} say={say} />}
    />
  )
}

// Reserves the account's place, so that nothing moves when the account is known.
function AccountToCome({ say }: { say: Say }) {
  const blank = <span class="blank" />
  return <AccountCard say={say} isBlank bank={blank} no={blank} name={blank} amount={blank} />
}

type AccountCardProps = {
  readonly say: Say
  readonly isBlank?: boolean
  readonly bank: Child
  readonly no: Child
  readonly copyNo?: Child
  readonly name: Child
  readonly amount: Child
  readonly copyAmount?: Child
}

function AccountCard({ say, isBlank = false, ...of }: AccountCardProps) {
  return (
    <section id="account" class="card" aria-hidden={isBlank ? 'true' : undefined}>
      <h2>{say({ zh: '收款帳號', en: 'Receiving account' })}</h2>
      <dl class="account">
        <Row name={say({ zh: '銀行', en: 'Bank' })}>{of.bank}</Row>
        <Row name={say(accountWords.no)} copy={of.copyNo}>
          {of.no}
        </Row>
        <Row name={say({ zh: '戶名', en: 'Name' })}>{of.name}</Row>
        <Row name={say(accountWords.amount)} copy={of.copyAmount}>
          {of.amount}
        </Row>
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

const accountWords = {
  no: { zh: '帳號', en: 'Account number' },
  amount: { zh: '金額', en: 'Amount' },
}
