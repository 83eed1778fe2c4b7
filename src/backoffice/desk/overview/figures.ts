import type { AnswerOf } from '../../../contract/back-office/table.ts'
import { daySeconds } from '../../../units/clock.ts'
import type { Meaning } from '../../../units/language.ts'
import { secondsToTaipei, taipeiDay, taipeiDayStart } from '../../../units/taipei-time.ts'

/** A number of the overview, and the list that shows just what it counts. */
export type Figure = {
  readonly name: Meaning
  readonly count: number
  /** Since when the oldest of them waits; absent if that says nothing. */
  readonly oldest?: string | null
  /** When a person has to act: at once, once the oldest has waited so many seconds, or never. */
  readonly care: 'at_once' | 'never' | number
  readonly links: readonly [Link, ...Link[]]
}

type Link = { readonly to: string; readonly called: Meaning }

export type FigureGroup = { readonly name: Meaning; readonly figures: readonly Figure[] }

const ofOrders: Meaning = { zh: '訂單', en: 'Orders' }
const ofCallbacks: Meaning = { zh: '通知', en: 'Callbacks' }

/** The tiles of the next work: orders without an account, payouts, and approvals. */
export function taskFigures(overview: AnswerOf<'overview'>): readonly Figure[] {
  return [
    ...waitingFigures(overview),
    {
      name: { zh: '待核准', en: 'To approve' },
      count: overview.approvals_waiting,
      oldest: overview.oldest_approval_at,
      care: 'at_once',
      links: only('/approvals'),
    },
  ]
}

/** The other figures of the overview, in groups; `now` is in UTC seconds. */
export function figureGroups(overview: AnswerOf<'overview'>, now: number): readonly FigureGroup[] {
  return [
    { name: ofOrders, figures: [...orderFigures(overview, now), unbackedFigure(overview)] },
    { name: ofCallbacks, figures: callbackFigures(overview) },
    { name: { zh: '銀行', en: 'Bank' }, figures: bankFigures(overview, now) },
  ]
}

/** The figures of test merchants, who have no tiles, bank accounts or approvals. None of them needs a person. */
export function testFigureGroups(
  overview: AnswerOf<'overview'>,
  now: number,
): readonly FigureGroup[] {
  return [
    {
      name: ofOrders,
      figures: [...waitingFigures(overview), ...orderFigures(overview, now)].map(ofTests),
    },
    { name: ofCallbacks, figures: callbackFigures(overview).map(ofTests) },
  ]
}

function ofTests({ links: [first, ...others], ...figure }: Figure): Figure {
  return { ...figure, care: 'never', links: [asTest(first), ...others.map(asTest)] }
}

function asTest({ to, called }: Link): Link {
  return { to: `${to}${to.includes('?') ? '&' : '?'}test=only`, called }
}

function waitingFigures({ collections, payouts }: AnswerOf<'overview'>): readonly Figure[] {
  return [
    {
      name: { zh: '待指定帳戶', en: 'Needs an account' },
      count: collections.waiting,
      oldest: collections.oldest_waiting_at,
      care: 5 * minute,
      links: only('/desk?show=pending'),
    },
    {
      name: { zh: '待出款', en: 'To pay out' },
      count: payouts.waiting,
      oldest: payouts.oldest_waiting_at,
      care: 30 * minute,
      links: only('/desk/payouts'),
    },
  ]
}

function orderFigures({ collections }: AnswerOf<'overview'>, now: number): readonly Figure[] {
  const today = new URLSearchParams({
    from: secondsToTaipei(taipeiDayStart(taipeiDay(now))),
  }).toString()
  return [
    {
      name: { zh: '例外', en: 'Exceptions' },
      count: collections.exceptions,
      oldest: collections.oldest_exception_at,
      care: 'at_once',
      links: only('/collections?status=pending&collection_status=exception&expired=false'),
    },
    {
      name: { zh: '今日未取得帳戶的付款連結', en: 'Links of today that never got an account' },
      count: collections.ended_without_account,
      care: 'at_once',
      links: only(`/collections?status=pending&collection_status=exception&expired=true&${today}`),
    },
    {
      name: { zh: '商戶申報、待確認的款項', en: 'Money that merchants declared' },
      count: collections.unconfirmed,
      oldest: collections.oldest_unconfirmed_at,
      care: 'at_once',
      links: only('/collections?confirmation=awaiting'),
    },
  ]
}

function unbackedFigure({ unbacked_orders: count }: AnswerOf<'overview'>): Figure {
  return {
    name: { zh: '無銀行交易佐證', en: 'Settled without a bank transaction' },
    count,
    care: 'at_once',
    links: [
      { to: '/collections?backed=false', called: { zh: '代收', en: 'Collections' } },
      { to: '/payouts?backed=false', called: { zh: '代付', en: 'Payouts' } },
    ],
  }
}

function bankFigures(overview: AnswerOf<'overview'>, now: number): readonly Figure[] {
  const aDayAgo = new URLSearchParams({ to: secondsToTaipei(now - daySeconds) }).toString()
  return [
    {
      name: { zh: '未認列的銀行交易', en: 'Unclaimed bank transactions' },
      count: overview.unclaimed_transactions,
      oldest: overview.oldest_unclaimed_at,
      care: 60 * minute,
      links: only('/bank-transactions?state=unclaimed'),
    },
    {
      name: { zh: '一日後仍未經對帳單確認', en: 'Not confirmed by a statement after a day' },
      count: overview.unconfirmed_lines,
      care: 'at_once',
      links: only(`/bank-transactions?confirmed=false&${aDayAgo}`),
    },
    {
      name: { zh: '對帳單缺漏', en: 'Gaps between statements' },
      count: overview.gaps,
      care: 'at_once',
      links: only('/bank-accounts'),
    },
    {
      name: { zh: '已達每日上限的帳戶', en: 'Accounts at their daily cap' },
      count: overview.caps.reached,
      care: 'at_once',
      links: only('/bank-accounts'),
    },
  ]
}

function callbackFigures({ callbacks, endpoints }: AnswerOf<'overview'>): readonly Figure[] {
  return [
    {
      name: { zh: '待送的通知', en: 'Callbacks that are due' },
      count: callbacks.due,
      oldest: callbacks.oldest_due_at,
      care: 5 * minute,
      links: only('/callbacks?state=due'),
    },
    {
      name: { zh: '送達失敗、稍後再試的通知', en: 'Callbacks that failed and are tried again' },
      count: callbacks.failing,
      care: 'at_once',
      links: only('/callbacks?failing=true'),
    },
    {
      name: { zh: '擱置的通知', en: 'Callbacks that are parked' },
      count: callbacks.parked,
      care: 'at_once',
      links: only('/callbacks?state=parked'),
    },
    {
      name: { zh: '已放棄的通知', en: 'Callbacks that were given up' },
      count: callbacks.given_up,
      care: 'never',
      links: only('/callbacks?state=given_up'),
    },
    {
      name: { zh: '暫停的接收端', en: 'Receivers that are paused' },
      count: endpoints.open,
      care: 'at_once',
      links: only('/receivers'),
    },
  ]
}

const minute = 60

function only(to: string): readonly [Link] {
  return [{ to, called: { zh: '查看', en: 'See' } }]
}
