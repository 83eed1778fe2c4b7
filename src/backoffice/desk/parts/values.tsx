import type { Child } from 'hono/jsx'
import { lastFive } from '../../../units/account-digits.ts'
import type { Meaning } from '../../../units/language.ts'
import { moneyText } from '../../../units/money.ts'
import { secondsToTaipei, taipeiIso, taipeiToSeconds } from '../../../units/taipei-time.ts'
import { useDesk } from '../desk.ts'

/** An amount in TWD, in dollars; below zero in red. */
export function Money({ dollars }: { dollars: number }) {
  return <span class={dollars < 0 ? 'sum negative' : 'sum'}>{moneyText(dollars)}</span>
}

/** An amount with its sign, plus or minus. */
export function SignedMoney({ dollars }: { dollars: number }) {
  return dollars > 0 ? (
    <span class="sum">{`+${moneyText(dollars)}`}</span>
  ) : (
    <Money dollars={dollars} />
  )
}

/** A share in percent, as people write it: 15,000 parts per million are `1.5`. */
export function percentText(ratePpm: number): string {
  return String(ratePpm / 10_000)
}

/** A time of the API (Asia/Taipei); a dash for null. `brief` omits this year and the seconds, or this year alone. */
export function Time({ at, brief = false }: { at: string | null; brief?: boolean | 'seconds' }) {
  const { now } = useDesk()
  if (at === null) return <>—</>
  const thisYear = secondsToTaipei(now).slice(0, 5)
  const text = brief && at.startsWith(thisYear) ? at.slice(5, brief === true ? 16 : undefined) : at
  return (
    <time datetime={taipeiIso(at)} title={at}>
      {text.replaceAll('-', '/')}
    </time>
  )
}

/** How long ago a time of the API was, in its largest unit; a dash for null. */
export function Age({ at }: { at: string | null }) {
  return <RelativeTime at={at} textOf={(left) => ageOf(Math.max(0, -left))} />
}

/** The same as a text: `3 min ago`. */
export function Ago({ at }: { at: string | null }) {
  const { say } = useDesk()
  if (at === null) return <>—</>
  return (
    <span class="sum">
      <Age at={at} />
      {say({ zh: '前', en: ' ago' })}
    </span>
  )
}

/** How long is left until a time of the API; the script of a page that stays open counts it down. */
export function Countdown({ until }: { until: string | null }) {
  const textOf = (left: number) => (left <= 0 ? { zh: '時間到', en: 'Over' } : ageOf(left))
  return <RelativeTime at={until} textOf={textOf} isCounted />
}

/** How long it is until a time of the API, in its largest unit: at any moment once it is over. A dash for null. */
export function Until({ at }: { at: string | null }) {
  return <RelativeTime at={at} textOf={(left) => (left <= 0 ? anyMoment : untilOf(left))} />
}

type RelativeTimeProps = {
  readonly at: string | null
  /** What is said of the seconds that are left until then; below zero once it is over. */
  readonly textOf: (secondsLeft: number) => Meaning
  readonly isCounted?: boolean
}

function RelativeTime({ at, textOf, isCounted = false }: RelativeTimeProps) {
  const { now, say } = useDesk()
  const seconds = at === null ? null : taipeiToSeconds(at)
  if (at === null || seconds === null) return <>—</>
  return (
    <time datetime={taipeiIso(at)} title={at} data-ends-at={isCounted ? seconds : undefined}>
      {say(textOf(seconds - now))}
    </time>
  )
}

const anyMoment: Meaning = { zh: '即將', en: 'any moment' }

function untilOf(seconds: number): Meaning {
  const { zh, en } = seconds < 60 ? { zh: `${seconds} 秒`, en: `${seconds} s` } : ageOf(seconds)
  return { zh: `${zh}後`, en: `in ${en}` }
}

function ageOf(seconds: number): Meaning {
  if (seconds < 60) return { zh: '不到一分鐘', en: 'under a minute' }
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return { zh: `${minutes} 分鐘`, en: `${minutes} min` }
  const hours = Math.floor(minutes / 60)
  if (hours < 48) return { zh: `${hours} 小時`, en: `${hours} h` }
  const days = Math.floor(hours / 24)
  return { zh: `${days} 天`, en: `${days} d` }
}

/** The tone of a state: nothing to do, in progress, needs care, done, wrong. */
export type Tone = 'over' | 'busy' | 'care' | 'done' | 'wrong'

export function Translated({ text }: { text: Meaning }) {
  return <>{useDesk().say(text)}</>
}

export function Badge({ tone, children }: { tone: Tone; children: Child }) {
  return <span class={`badge ${tone}`}>{children}</span>
}

type CardProps = {
  readonly title: Meaning
  readonly look?: 'spaced' | 'sheet' | 'decision'
  readonly id?: string
  readonly children: Child
}

/** A part of a page below its heading. */
export function Card({ title, look, id, children }: CardProps) {
  return (
    <section class={look === undefined ? 'card' : `card ${look}`} id={id}>
      <h2>{useDesk().say(title)}</h2>
      {children}
    </section>
  )
}

export function Facts({ children }: { children: Child }) {
  return <dl class="facts">{children}</dl>
}

type FactProps = { readonly name: Meaning } & (
  | { readonly children: Child }
  | { readonly text: string }
  | { readonly copied: string }
  | { readonly at: string | null }
  | { readonly dollars: number }
)

/** A name and its value: a text from outside, one to be copied, a time, an amount, or what is drawn in it. */
export function Fact(props: FactProps) {
  const { say } = useDesk()
  return (
    <div>
      <dt>{say(props.name)}</dt>
      <dd>
        {'text' in props ? (
          <OutsideText text={props.text} />
        ) : 'copied' in props ? (
          <Copyable text={props.copied} />
        ) : 'at' in props ? (
          <Time at={props.at} />
        ) : 'dollars' in props ? (
          <Money dollars={props.dollars} />
        ) : (
          props.children
        )}
      </dd>
    </div>
  )
}

type CopyableProps = { readonly text: string; readonly display?: Child; readonly label?: Meaning }

/** A text with a button that copies it, by script; `display` replaces the visible text, `label` the button's. */
export function Copyable({ text, display, label = copyLabel }: CopyableProps) {
  const { say } = useDesk()
  if (text === '') return <>—</>
  return (
    <span class="copyable">
      {display ?? <OutsideText text={text} />}{' '}
      <button type="button" class="quiet" data-copy={text} hidden>
        <bdi class="unseen">{text}</bdi> {say(label)}
      </button>
    </span>
  )
}

const copyLabel: Meaning = { zh: '複製', en: 'Copy' }

/** The end of a number that the service gave, `…KPQ7ZR`; its tooltip has the whole. */
function ShortNumber({ text }: { text: string }) {
  return (
    <span class="sum" title={text}>
      {shortNumber(text)}
    </span>
  )
}

/** The same with a button that copies the whole. */
export function CopiedNumber({ text }: { text: string }) {
  const { say } = useDesk()
  return (
    <span class="copyable">
      <ShortNumber text={text} />{' '}
      <button
        type="button"
        class="quiet copies"
        data-copy={text}
        aria-label={say({ zh: `複製 ${text}`, en: `Copy ${text}` })}
        hidden
      />
    </span>
  )
}

/** The same as text: `…7K3M9Q`. */
export function shortNumber(text: string): string {
  return text.length <= wholeMax ? text : `…${text.slice(-shownEnd)}`
}

const shownEnd = 6

// Up to this many characters are shown whole.
const wholeMax = 13

/** The last five digits of an account, as `…12345`, in one piece; nothing of an account without any. */
export function LastFive({ account }: { account: string }) {
  const text = lastFiveText(account)
  return text === '' ? null : <span class="sum">{text}</span>
}

/** The same as text. */
export function lastFiveText(account: string): string {
  const digits = lastFive(account)
  return digits === '' ? '' : `…${digits}`
}

/** A person's name and the last five digits of their account. */
export function Party({ name, last5 }: { name: string; last5: string }) {
  return (
    <>
      <OutsideText text={name} /> <LastFive account={last5} />
    </>
  )
}

/**
 * A text of a merchant, a member or a bank, isolated from the text around it, because it may run from right to left. A
 * number stays in one piece; without room its end is cut off, and its tooltip has the whole.
 */
export function OutsideText({ text }: { text: string }) {
  if (text === '') return <>—</>
  if (!number.test(text)) return <bdi>{text}</bdi>
  return (
    <bdi class="number" title={text.length > briefNumber ? text : undefined}>
      {text}
    </bdi>
  )
}

/** A text of the service, in which numbers with hyphens are not broken at a line's end; the script does the same. */
export function UnbrokenText({ text }: { text: string }) {
  const parts = text.split(/((?=[\w-]*\d)\w+(?:-\w+)+)/)
  return <>{parts.map((part, n) => (n % 2 === 0 ? part : <span class="sum">{part}</span>))}</>
}

/** A number that is cut in its middle if it has no room, because its end distinguishes it from others. */
export function CutNumber({ text }: { text: string }) {
  if (text.length <= wholeMax || !number.test(text)) return <OutsideText text={text} />
  return (
    <bdi class="number middle-cut" title={text.length > briefNumber ? text : undefined}>
      <span>{text.slice(0, -shownEnd)}</span>
      <span>{text.slice(-shownEnd)}</span>
    </bdi>
  )
}

/** A sentence that ends in a number, which stays whole where the words before it have no room. */
export function CutText({ text }: { text: string }) {
  const [, words, end] = /^(.*) (\S*\d{5})$/.exec(text) ?? []
  if (words === undefined) return <OutsideText text={text} />
  return (
    <bdi class="number middle-cut">
      <span>{`${words}\u00a0`}</span>
      <span>{end}</span>
    </bdi>
  )
}

// Letters and digits, and the marks that stand between them; or a word before such: `M OB-504`.
const number = /^(?=.*\d)(?=.{3,64}$)(?:\w{1,8} )?[\w.:@+-]+$/
const briefNumber = 16
