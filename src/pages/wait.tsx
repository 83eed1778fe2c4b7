import type {
  PaidReport,
  Receipt,
  ReceivingAccount,
  WaitRefresh,
  WaitState,
  WaitView,
} from '../contract/links/member-page-views.ts'
import { readingGroups, withoutSeparators } from '../units/account-digits.ts'
import { type Language, type Meaning, type Say, sayIn } from '../units/language.ts'
import { moneyText } from '../units/money.ts'
import { assetPath } from './assets.ts'
import { documentOf, type Frame } from './document.tsx'
import {
  ClockTime,
  Icon,
  ReferenceRows,
  References,
  Row,
  Sentence,
  Summary,
  Ways,
  written,
} from './parts.tsx'
import { labelsOf, paidLabels, scriptLabels } from './wait-labels.ts'

/** The page of one payment with the tag of its content, complete without scripts (decisions §5, "Wait page"). */
export function waitPage(view: WaitView, tag: string, frame: Frame): string {
  const say = sayIn(frame.language)
  const refreshSeconds = refreshSecondsOf(view.state)
  const last5 = view.report?.last5 ?? null
  const query = `lang=${frame.language}${last5 === null ? '' : `&last5=${last5}`}`
  const state = `${frame.base}/wait/${view.token}/state?${query}`
  return documentOf({
    frame,
    title: titleOf(view, say),
    // A reload would empty the field in which the member types the digits.
    head: refreshSeconds === null || last5 !== null ? null : refreshWithoutScript,
    bar: notice,
    children: (
      <>
        <div
          id="payment"
          class="columns"
          data-refresh={state}
          data-refresh-seconds={refreshSeconds}
          data-shown={tag}
          data-bookmark={view.bookmark}
          data-now={view.now}
          data-labels={labels[frame.language]}
        >
          <Payment view={view} frame={frame} say={say} />
        </div>
        {script}
      </>
    ),
  })
}

/** The page as it looks now, without its script, which would count down and poll. */
export function waitPicture(view: WaitView, frame: Frame): string {
  const say = sayIn(frame.language)
  return documentOf({
    frame,
    title: titleOf(view, say),
    children: (
      <div id="payment" class="columns">
        <Payment view={view} frame={frame} say={say} />
      </div>
    ),
  })
}

/** The part of the page that changes, for an open page. */
export function waitRefresh(view: WaitView, frame: Frame): WaitRefresh {
  const say = sayIn(frame.language)
  return {
    now: view.now,
    refreshSeconds: refreshSecondsOf(view.state),
    title: titleOf(view, say),
    html: (<Payment view={view} frame={frame} say={say} />).toString(),
  }
}

const labels = { zh: labelsIn('zh'), en: labelsIn('en') }

function labelsIn(language: Language): string {
  const texts = Object.entries(scriptLabels).map(([name, meaning]) => [name, meaning[language]])
  return JSON.stringify(Object.fromEntries(texts))
}

const refreshSeconds = 3
const refreshWithoutScriptSeconds = 10
const finalStates: readonly WaitState[] = ['paid', 'paid_elsewhere', 'expired']

function refreshSecondsOf(state: WaitState): number | null {
  return finalStates.includes(state) ? null : refreshSeconds
}

const refreshWithoutScript = written(
  <noscript>
    <meta http-equiv="refresh" content={String(refreshWithoutScriptSeconds)} />
  </noscript>,
)
const notice = written(<p id="notice" role="status" />)
const script = written(
  <>
    <p id="announcer" class="unseen" role="status" />
    <script type="module" src={assetPath('wait.js')} />
  </>,
)

function titleOf(view: WaitView, say: Say): string {
  return `${say(labelsOf(view).title)} · ${moneyText(leadingAmount(view))}`
}

// The paid amount once there is one, because it may differ from the amount asked for.
function leadingAmount({ amount, receipt }: WaitView): number {
  return receipt === null ? amount : receipt.paidAmount / 100
}

type PartProps = { readonly view: WaitView; readonly say: Say }

// The script replaces these parts one by one, by their ids. Nothing in them depends on the clock, so that a part that
// has not changed is the same text.
function Payment({ view, frame, say }: PartProps & { readonly frame: Frame }) {
  const { state, amount, account, report, receipt, payee, returnUrl } = view
  const page = `${frame.base}/wait/${view.token}`
  return (
    <>
      {receipt === null ? (
        <>
          <Summary
            payee={payee}
            amount={{ label: say({ zh: '付款金額', en: 'Amount' }), text: moneyText(amount) }}
            say={say}
          />
          <References {...view} say={say} />
        </>
      ) : (
        <PaidSummary view={view} receipt={receipt} say={say} />
      )}
      <Status view={view} say={say} />
      {account === null ? null : (
        <Account account={account} amount={amount} isUsed={report?.hasPaid === true} say={say} />
      )}
      {report === null ? null : (
        <HavePaid report={report} page={page} language={frame.language} say={say} />
      )}
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
      amount={{ label: say({ zh: '實付金額', en: 'Amount paid' }), text: moneyText(paid) }}
      say={say}
    >
      {paid === amount ? null : (
        <Row name={say({ zh: '應付金額', en: 'Amount asked' })}>
          <Sentence text={moneyText(amount)} />
        </Row>
      )}
      {paidAt === null ? null : (
        <Row name={say({ zh: '付款時間（台北）', en: 'Paid (Taipei)' })}>
          <ClockTime seconds={paidAt} isWhole />
        </Row>
      )}
      <ReferenceRows {...view} say={say} />
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
  const { tone, title, advice } = labelsOf(view)
  const isToldPaid = view.report?.hasPaid === true
  // The member's statement comes first then.
  const classes = isToldPaid ? 'busy said' : tone
  // A member who has transferred is in no hurry any more.
  const deadline = isToldPaid ? undefined : deadlines[view.state]
  return (
    <section id="status" class={`card status ${classes}`}>
      <Icon tone={isToldPaid ? 'busy' : tone} />
      <h2 tabindex={-1}>{say(isToldPaid ? paidLabels.checking : title)}</h2>
      <p>
        <Sentence text={say(isToldPaid ? paidLabels.atHand : advice(view))} />
      </p>
      {deadline === undefined ? null : (
        <div class="deadline">
          <p>
            <span>{say(deadline)}</span> <ClockTime seconds={view.endsAt} />
          </p>
          {deadline === payBefore ? (
            <p class="countdown">
              <span>{say({ zh: '剩餘時間', en: 'Time left' })}</span>{' '}
              <b role="timer" data-ends-at={view.endsAt} />
            </p>
          ) : null}
        </div>
      )}
    </section>
  )
}

const payBefore = { zh: '付款期限（台北時間）', en: 'Pay before (Taipei time)' }
const deadlines: Readonly<Partial<Record<WaitState, Meaning>>> = {
  waiting: payBefore,
  transfer: payBefore,
  review: { zh: '訂單期限（台北時間）', en: 'Order ends (Taipei time)' },
  checking: { zh: '核對至（台北時間）', en: 'Checked until (Taipei time)' },
}

type AccountProps = {
  readonly account: ReceivingAccount
  /** In dollars. */
  readonly amount: number
  /** Whether the member has transferred to it: it is folded, so that nobody pays again. */
  readonly isUsed: boolean
  readonly say: Say
}

function Account(props: AccountProps) {
  const name = props.say({ zh: '收款帳號', en: 'Receiving account' })
  const details = <AccountDetails {...props} />
  return (
    <section id="account" class="card" aria-label={name}>
      {props.isUsed ? (
        <details>
          <summary>{name}</summary>
          {details}
        </details>
      ) : (
        details
      )}
    </section>
  )
}

function AccountDetails({ account, amount, isUsed, say }: AccountProps) {
  const { bankName, bankCode, accountNo, accountName } = account
  const number = say({ zh: '帳號', en: 'account number' })
  const sum = say({ zh: '金額', en: 'Amount' })
  return (
    <>
      <p class="bank">
        <span>{say({ zh: '銀行', en: 'Bank' })}</span> <b>{`${bankName} ${bankCode}`.trim()}</b>
      </p>
      <p class="number">
        <span class="unseen">{number} </span>
        <b>
          <Digits text={accountNo} />
        </b>
      </p>
      <CopyButton
        id="copy-account"
        text={withoutSeparators(accountNo)}
        what={number}
        isWide={!isUsed}
        say={say}
      />
      <dl>
        {accountName === '' ? null : (
          <Row name={say({ zh: '戶名', en: 'Name' })}>{accountName}</Row>
        )}
        <Row
          name={sum}
          copy={<CopyButton id="copy-amount" text={String(amount)} what={sum} say={say} />}
        >
          <Sentence text={moneyText(amount)} />
        </Row>
      </dl>
    </>
  )
}

type HavePaidProps = {
  readonly report: PaidReport
  /** The page's path and language. */
  readonly page: string
  readonly language: Language
  readonly say: Say
}

// The member's statement is no evidence, so nothing is promised for it (matching §6).
function HavePaid(asking: HavePaidProps) {
  const { page, language, say } = asking
  const { hasPaid, asksLast5 } = asking.report
  return (
    <section id="paid" class="card">
      <p>{say(hasPaid ? paidLabels.askAgain : paidLabels.ask)}</p>
      <form method="post" action={`${page}/paid?lang=${language}`}>
        {asksLast5 ? <LastFive {...asking} /> : null}
        <button type="submit" class="button second" id="have-paid">
          {say(hasPaid ? paidLabels.again : paidLabels.button)}
        </button>
      </form>
    </section>
  )
}

function LastFive({ report: { last5 }, page, language, say }: HavePaidProps) {
  const isWrong = last5 === 'wrong'
  return (
    <div class="custom">
      <label for="last5">{say(paidLabels.last5)}</label>
      {isWrong ? (
        <p id="problem" class="problem" role="alert">
          {say(paidLabels.wrong)}
        </p>
      ) : null}
      <noscript>
        <p class="quiet">
          <a href={`${page}?lang=${language}${last5 === null ? '&last5=typing' : ''}`}>
            {say(last5 === null ? paidLabels.typing : paidLabels.resume)}
          </a>
        </p>
      </noscript>
      <div class="field plain">
        <input
          id="last5"
          name="last5"
          type="text"
          inputmode="numeric"
          autocomplete="off"
          maxlength={5}
          aria-describedby={isWrong ? 'problem' : undefined}
          aria-invalid={isWrong ? 'true' : undefined}
        />
      </div>
    </div>
  )
}

// The gaps are margins, so that a number that is selected by hand is copied without them.
function Digits({ text }: { text: string }) {
  return (
    <>
      {readingGroups(text).map((group) => (
        <span class={/^\d+$/.test(group) ? 'group' : undefined}>
          {group}
          <wbr />
        </span>
      ))}
    </>
  )
}

type CopyButtonProps = {
  readonly id: string
  readonly text: string
  readonly what: string
  /** Whether it names what it copies, over the whole width. */
  readonly isWide?: boolean
  readonly say: Say
}

// Hidden until the script shows it, because it does nothing without the script.
function CopyButton({ id, text, what, isWide = false, say }: CopyButtonProps) {
  return (
    <button id={id} type="button" class={isWide ? 'copy wide' : 'copy'} data-copy={text} hidden>
      <span>{say({ zh: '複製', en: 'Copy' })}</span>
      {say({ zh: '', en: ' ' })}
      <span class={isWide ? undefined : 'unseen'}>{what}</span>
    </button>
  )
}
