import { raw } from 'hono/html'
import type { Child } from 'hono/jsx'
import type { Payee } from '../contract/links/member-page-views.ts'
import type { Say } from '../units/language.ts'
import { secondsToTaipei, taipeiIso } from '../units/taipei-time.ts'
import { webAddressProblem } from '../units/web-address.ts'

/** A text whose amounts are never split over two lines. */
export function Sentence({ text }: { text: string }) {
  const parts = text.split(/(NT\$[\d,.]*\d)/)
  return <>{parts.map((part, n) => (n % 2 === 0 ? part : <span class="sum">{part}</span>))}</>
}

type SummaryProps = {
  readonly payee: Payee | null
  readonly amount?: { readonly label: string; readonly text: string }
  /** Whether it is shown as a receipt. */
  readonly isPaid?: boolean
  /** Rows of a receipt. */
  readonly children?: Child
  readonly say: Say
}

/** The payee and the amount, first on every page; on a receipt with its rows. */
export function Summary({ payee, amount, isPaid = false, children, say }: SummaryProps) {
  const title = isPaid ? summaryLabels.receipt : summaryLabels.payment
  return (
    <section id="summary" class={isPaid ? 'card receipt' : 'card'} aria-label={say(title)}>
      {isPaid ? <h2>{say(title)}</h2> : null}
      {payee === null ? null : (
        <p class="payee">
          <span>{say(isPaid ? summaryLabels.paidTo : summaryLabels.payTo)}</span>{' '}
          <b dir="auto">{payee.name}</b>
        </p>
      )}
      {amount === undefined ? null : (
        <p class="amount">
          <span>{amount.label}</span>{' '}
          <strong class={amount.text.length > 10 ? 'sum long' : 'sum'}>{amount.text}</strong>
        </p>
      )}
      {isPaid ? <dl>{children}</dl> : null}
    </section>
  )
}

const summaryLabels = {
  payment: { zh: '付款對象與金額', en: 'Payee and amount' },
  details: { zh: '訂單資訊', en: 'Order details' },
  receipt: { zh: '收據', en: 'Receipt' },
  payTo: { zh: '付款給', en: 'Pay to' },
  paidTo: { zh: '收款商家', en: 'Paid to' },
}

type ReferencesProps = {
  readonly merchantOrderNo: string
  readonly payerAccountLast5: string
  readonly say: Say
}

/**
 * The numbers by which the merchant and the member know the payment, in a card of its own: on a phone below the
 * instructions.
 */
export function References(props: ReferencesProps) {
  return (
    <section id="references" class="card" aria-label={props.say(summaryLabels.details)}>
      <dl>
        <ReferenceRows {...props} />
      </dl>
    </section>
  )
}

/** The rows of the order number and of the payer's account. */
export function ReferenceRows({ merchantOrderNo, payerAccountLast5, say }: ReferencesProps) {
  return (
    <>
      <Row name={say({ zh: '訂單編號', en: 'Order number' })}>{merchantOrderNo}</Row>
      {payerAccountLast5 === '' ? null : (
        <Row name={say({ zh: '轉出帳號末五碼', en: 'Your account ends in' })}>
          {payerAccountLast5}
        </Row>
      )}
    </>
  )
}

/** A name, its value, and its copy button if there is one. */
export function Row({ name, children, copy }: { name: string; children: Child; copy?: Child }) {
  return (
    <div class={copy === undefined ? undefined : 'copied'}>
      <dt>{name}</dt>
      <dd>{children}</dd>
      {copy === undefined ? null : <dd>{copy}</dd>}
    </div>
  )
}

/**
 * A time in Asia/Taipei: whole, or without year and seconds, rounded down to the minute, so that no deadline looks
 * later than it is. A whole one at midnight is a day alone: banks that tell no time of a transfer tell its day.
 */
export function ClockTime({ seconds, isWhole = false }: { seconds: number; isWhole?: boolean }) {
  const at = secondsToTaipei(seconds)
  const [date = '', time = ''] = at.split(' ')
  const whole = time === '00:00:00' ? [date] : [date, time]
  const parts = isWhole ? whole : [date.slice(5), time.slice(0, 5)]
  return <time datetime={taipeiIso(at)}>{parts.join(' ').replaceAll('-', '/')}</time>
}

type WaysProps = {
  readonly returnUrl: string
  readonly payee: Payee | null
  /** Whether the state is final: the link back is a button then, and a quiet link before. */
  readonly isOver: boolean
  readonly say: Say
}

/** The links back to the merchant and to its support; nothing without a valid address. */
export function Ways({ returnUrl, payee, isOver, say }: WaysProps) {
  const supportUrl = payee?.supportUrl ?? ''
  return (
    <>
      {isLink(returnUrl) ? (
        <p id="return">
          <a class={isOver ? 'button' : 'link'} href={returnUrl} rel="noreferrer noopener">
            <span>{say({ zh: '返回商家', en: 'Back to the merchant' })}</span>{' '}
            <small>{new URL(returnUrl).host}</small>
          </a>
        </p>
      ) : null}
      {isLink(supportUrl) ? (
        <p id="support">
          <a class="link" href={supportUrl} rel="noreferrer noopener">
            <span>
              {say({ zh: '需要協助？聯絡商家客服', en: 'Need help? Contact the merchant' })}
            </span>
          </a>
        </p>
      ) : null}
    </>
  )
}

function isLink(address: string): boolean {
  return address !== '' && webAddressProblem(address) === null
}

/** The kind of a message, which decides its colour and icon. */
export type Tone = 'busy' | 'act' | 'care' | 'done' | 'over'

/** The icon of a tone, which is decoration only and hidden from screen readers. */
export function Icon({ tone }: { tone: Tone }) {
  return icons[tone]
}

const icons = {
  busy: iconOf('M12 2a10 10 0 0 1 10 10'),
  act: iconOf('M7 12h10M13 8l4 4-4 4'),
  care: iconOf('M12 7v6M12 16.8v.2'),
  done: iconOf('M7.5 12.5l3 3 6-7'),
  over: iconOf('M12 7v5.5l3.5 2'),
}

function iconOf(strokes: string) {
  return written(
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      <circle cx="12" cy="12" r="10" />
      <path d={strokes} />
    </svg>,
  )
}

/** The text of an element that never changes, because drawing a page writes each of its elements anew. */
export function written(element: { toString(): string | Promise<string> }) {
  return raw(element.toString())
}
