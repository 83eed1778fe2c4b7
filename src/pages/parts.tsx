import type { Child } from 'hono/jsx'
import type { Say } from '../units/language.ts'
import { secondsToTaipei } from '../units/taipei-time.ts'
import { webAddressProblem } from '../units/web-address.ts'

/** Formats an amount in dollars, with two decimals unless it is whole. */
export function money(dollars: number): string {
  const digits = Number.isInteger(dollars) ? 0 : 2
  return `NT$${dollars.toLocaleString('en-US', { minimumFractionDigits: digits })}`
}

/** The amount, order number and payer's account, in the same place of every page. */
export function Summary({
  amount,
  merchantOrderNo,
  payerAccountLast5,
  say,
}: {
  amount: { readonly label: string; readonly text: string } | null
  merchantOrderNo: string
  payerAccountLast5: string
  say: Say
}) {
  return (
    <section id="summary" class="card" aria-label={say({ zh: '付款資訊', en: 'Payment details' })}>
      {amount === null ? null : (
        <p class="amount">
          <span>{amount.label}</span> <strong>{amount.text}</strong>
        </p>
      )}
      <dl>
        <Row name={say({ zh: '訂單編號', en: 'Order number' })}>{merchantOrderNo}</Row>
        {payerAccountLast5 === '' ? null : (
          <Row name={say({ zh: '轉出帳號末五碼', en: 'Your account ends in' })}>
            {payerAccountLast5}
          </Row>
        )}
      </dl>
    </section>
  )
}

/** A name, its value, and its copy button if there is one. */
export function Row({ name, children, copy }: { name: string; children: Child; copy?: Child }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
      {copy === undefined ? null : <dd>{copy}</dd>}
    </div>
  )
}

/** A time in Asia/Taipei, rounded down to the minute, so that no deadline looks later than it is. */
export function ClockTime({ seconds }: { seconds: number }) {
  const [date = '', time = ''] = secondsToTaipei(seconds).split(' ')
  return (
    <time datetime={`${date}T${time}+08:00`}>
      {date.slice(5).replace('-', '/')} {time.slice(0, 5)}
    </time>
  )
}

/** The link back to the merchant; nothing where the merchant gave no valid address. */
export function ReturnLink({ to, say }: { to: string; say: Say }) {
  if (to === '' || webAddressProblem(to) !== null) return null
  return (
    <p id="return">
      <a class="button" href={to} rel="noreferrer noopener">
        <span>{say({ zh: '返回商家', en: 'Back to the merchant' })}</span>
        <small>{new URL(to).host}</small>
      </a>
    </p>
  )
}

/** The kind of a message, which decides its colour and icon. */
export type Tone = 'busy' | 'act' | 'care' | 'done' | 'over'

/** The icon of a tone, which is decoration only and hidden from screen readers. */
export function Icon({ tone }: { tone: Tone }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      <circle cx="12" cy="12" r="10" />
      <path d={strokes[tone]} />
    </svg>
  )
}

const strokes: Readonly<Record<Tone, string>> = {
  busy: 'M12 2a10 10 0 0 1 10 10',
  act: 'M7 12h10M13 8l4 4-4 4',
  care: 'M12 7v6M12 16.8v.2',
  done: 'M7.5 12.5l3 3 6-7',
  over: 'M12 7v5.5l3.5 2',
}
