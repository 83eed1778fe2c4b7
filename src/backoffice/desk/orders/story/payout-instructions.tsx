import type { Identity } from '../../../../contract/back-office/roles.ts'
import type { Meaning } from '../../../../units/language.ts'
import { dollarSum, moneyText } from '../../../../units/money.ts'
import { type Desk, useDesk } from '../../desk.ts'
import { beyondAgents, codeLabel } from '../../labels/refusal-labels.ts'
import { BySecond, type SecondByProof } from '../../parts/form.tsx'
import {
  Copyable,
  Fact,
  LastFive,
  lastFiveText,
  Money,
  OutsideText,
  Time,
} from '../../parts/values.tsx'
import { TakeForm } from '../acts/assignment-forms.tsx'
import {
  actionOf,
  type Dossier,
  type Funds,
  isCollection,
  lacksAccount,
  namesOf,
  needsSecond,
  type OrderDetail,
  type PayoutDetails,
} from '../acts/order-details.ts'
import { sentNote } from '../acts/sent-forms.tsx'
import { fittingCandidates, ownDebits } from '../evidence/choose-candidates.ts'
import { SimilarPaidNotice } from '../evidence/similar-paid-orders.tsx'
import { orderNumber } from '../order-name.ts'
import { People } from './links.tsx'

// The part of a payout's page before the payment: whether to pay it, the merchant's money, and the payee.

/**
 * The money of a payout's merchant, for readers who may see it; null for a collection, and once the payout is decided.
 */
export async function fundsOf(desk: Desk, order: OrderDetail): Promise<Funds | null> {
  if (isCollection(order) || order.status !== 'pending' || !desk.may('showBalance')) return null
  const balance = await desk.ask('showBalance', { path: { uid: order.uid } })
  if (!balance.ok) return null
  const { available, frozen } = balance.value.data.summary
  // The payout's own money is frozen already, so that paying it reduces the sum of both.
  const now = dollarSum([available, frozen])
  const after = dollarSum([now, -order.amount, -(order.fee ?? 0)])
  return { now, after, available, frozen }
}

/** The merchant's money before a payout and after it, as a fact. */
export function FundsFact({ funds }: { funds: Funds | null }) {
  const { say } = useDesk()
  if (funds === null) return null
  return (
    <>
      <Fact name={{ zh: '商戶餘額（含凍結）', en: "Merchant's balance (with frozen)" }}>
        <Money dollars={funds.now} />
        {say({ zh: '，出款後 ', en: ', after it ' })}
        <b id="funds-after">
          <Money dollars={funds.after} />
        </b>
      </Fact>
      <Fact name={{ zh: '商戶可動用', en: 'Available to the merchant' }}>
        <span id="funds-available">
          <Money dollars={funds.available} />
          {say({ zh: '（待出款佔用 ', en: ' (waiting payouts take ' })}
          <Money dollars={funds.frozen} />
          {say({ zh: '）', en: ')' })}
          {funds.available < 0
            ? say({ zh: '，餘額不足以全部出款', en: ': not enough to pay them all' })
            : null}
        </span>
      </Fact>
    </>
  )
}

/** The values of a payout that matter before it is paid. */
export type PayoutInstruction = Pick<
  Dossier<PayoutDetails>,
  'order' | 'accounts' | 'funds' | 'candidates' | 'rivals' | 'similarPaid'
>

/** The notices above a payout's figures: why its reader should not pay it yet, or at all. */
export function PayingNotices(paying: PayoutInstruction) {
  const { may } = useDesk()
  if (paying.order.status !== 'pending' || !may('takePayout')) return null
  return (
    <>
      <TransferSent {...paying} />
      <HandedBack order={paying.order} />
      <DebitedNotice {...paying} />
      <SimilarPaidNotice {...paying} />
      <LikePayoutsNotice {...paying} />
      <InWhoseHands {...paying} />
    </>
  )
}

// The next person sees no debit yet and might send the money again.
function TransferSent(paying: PayoutInstruction) {
  const { say } = useDesk()
  const note = sentNote(paying.order)
  if (note === null) return null
  return (
    <p class="notice care" id="sent-by">
      <b>
        {say({ zh: '已送出 ', en: 'Sent by ' })}
        <OutsideText text={note.by} /> <Time at={note.at} brief />
        {ownDebits(paying).length > 0
          ? null
          : say({ zh: '，等待扣款', en: ', waiting for its debit' })}
      </b>
      {say({ zh: '。請勿再匯款。', en: '. Do not pay it again.' })}
    </p>
  )
}

// The previous agent, who was asked whether the money was sent.
function HandedBack({ order: { events } }: Pick<PayoutInstruction, 'order'>) {
  const { say } = useDesk()
  const back = events.findLast(({ name }) => name === 'released')
  const took = events.findLast(({ name, seq }) => name === 'taken' && seq < (back?.seq ?? 0))
  if (back === undefined || took === undefined) return null
  return (
    <p class="notice" id="handed-back">
      <OutsideText text={back.agent ?? ''} />
      {say({ zh: ' 於 ', en: ' took it ' })}
      <Time at={took.at} brief />
      {say({ zh: ' 領取，', en: '; released ' })}
      <Time at={back.at} brief />
      {say({ zh: ' 由 ', en: ' by ' })}
      <OutsideText text={back.actor} />
      {say({
        zh: ' 放回；在本後台放回須先答「沒有匯款」。',
        en: ': who releases it here answers that nothing was sent.',
      })}
    </p>
  )
}

// A person who overlooks the payout's debits would send the money again.
function DebitedNotice(paying: PayoutInstruction) {
  const { say } = useDesk()
  const debits = ownDebits(paying)
  if (debits.length === 0) return null
  return (
    <div class="notice wrong" id="has-left">
      {debits.map((one) => (
        <p>
          <b>{say({ zh: '先不要匯款：', en: 'Do not send it yet: ' })}</b>
          <Time at={one.day_only ? one.booked_at.slice(0, 10) : one.booked_at} brief />
          {say({ zh: ' 已有一筆 ', en: ', the bank took ' })}
          <a href={`/bank-transactions/${one.id}`}>
            <Money dollars={one.amount} />
          </a>
          {say({ zh: ' 扣給 ', en: ' for ' })}
          <OutsideText text={one.counterparty_name} /> <LastFive of={one.counterparty_last5} />
        </p>
      ))}
    </div>
  )
}

// Other payouts of the same amount and payee: money that is sent twice is lost, and one debit pays one of them.
function LikePayoutsNotice({ order, candidates, rivals }: PayoutInstruction) {
  const { say } = useDesk()
  if (rivals.length === 0) return null
  const [line, ...lines] = fittingCandidates(order, candidates)
  const n = rivals.length + 1
  const debits = lines.length + 1
  return (
    <div class="notice care" id="rivals">
      <p>
        <b>
          {say(
            line === undefined
              ? {
                  zh: '另有代付的收款人與金額相同，請確認不是重複：',
                  en: 'Another payout has the same payee and amount; make sure that it is no duplicate:',
                }
              : {
                  zh: `${n} 筆代付、${debits} 筆扣款：每筆扣款只能支付其中一筆代付。`,
                  en: `${n} payouts, ${debits === 1 ? '1 debit' : `${debits} debits`}: a debit pays one of them.`,
                },
          )}
        </b>
      </p>
      <ul>
        {line === undefined ? null : (
          <li>
            {say({ zh: '本筆 ', en: 'This payout, ' })}
            <OutsideText text={orderNumber(order)} /> <OutsideText text={order.payee_name} />{' '}
            <Time at={order.created_at} brief />
          </li>
        )}
        {rivals.map((one) => (
          <li>
            <a href={`/payouts/${one.trade_no}`}>
              <OutsideText text={orderNumber(one)} />
            </a>{' '}
            <OutsideText text={one.name} /> <Time at={one.created_at} brief />
          </li>
        ))}
      </ul>
      {line === undefined ? null : (
        <p>
          {say({
            zh: '請先確認扣款屬於本筆，再勾選它。',
            en: 'Make sure that the debit is for this one before you tick it.',
          })}
        </p>
      )}
    </div>
  )
}

function InWhoseHands({ order, funds }: PayoutInstruction) {
  const { say, identity } = useDesk()
  const { agent } = order
  const isBare = lacksAccount(order)
  if (agent === identity.name && !isBare) return <BeforePaying order={order} funds={funds} />
  if (agent === '' || agent === identity.name) {
    return (
      <section class={isBare || isShort(funds) ? 'notice wrong' : 'notice care'} id="paying">
        {isBare ? null : <ShortfallNotice funds={funds} />}
        <p>{say(isBare ? nowhere : takeFirst)}</p>
        <TakeForm order={order} />
      </section>
    )
  }
  return (
    <p class="notice wrong" id="paying">
      {say({ zh: '請勿付款：由 ', en: 'Do not pay it: it is in the hands of ' })}
      <b>
        <OutsideText text={agent} />
      </b>
      {say({ zh: ' 處理中，重複付款無法追回。', en: ', and what is paid twice is lost.' })}
    </p>
  )
}

const takeFirst: Meaning = {
  zh: '請先領取再出款，以免與他人重複付款。',
  en: 'Take it before you pay, so that nobody else pays it, too.',
}
const nowhere: Meaning = {
  zh: '沒有收款帳號，無法出款。請取消代付，由商戶附上帳號重新送出。',
  en: 'It has no account to pay to, and cannot be paid: cancel it, so that the merchant sends it again with one.',
}

// Shown before the account can be copied: money that was sent does not come back if its booking is refused.
function BeforePaying({ order, funds }: Pick<PayoutInstruction, 'order' | 'funds'>) {
  const { say } = useDesk()
  const process = actionOf(order, 'process')
  if (process?.allowed === false) {
    const { reason = '' } = process
    return (
      <p class="notice wrong" id="paying">
        <b>{say({ zh: '請勿付款：', en: 'Do not pay it: ' })}</b>
        {say(reason === 'forbidden' ? beyondAgents : codeLabel(reason))}
      </p>
    )
  }
  const isCovered = !isShort(funds)
  const takesSecond = needsSecond(order, 'process')
  if (isCovered && !takesSecond) return null
  return (
    <section class={isCovered ? 'notice care' : 'notice wrong'} id="paying">
      <ShortfallNotice funds={funds} />
      {takesSecond ? (
        <p>{isCovered ? <BySecond form="process" of={secondUnbacked} /> : say(second)}</p>
      ) : null}
    </section>
  )
}

const isShort = (funds: Funds | null) => funds !== null && funds.after < 0

// The amount that the merchant lacks for the payout.
function ShortfallNotice({ funds }: { funds: Funds | null }) {
  const { say } = useDesk()
  if (funds === null || !isShort(funds)) return null
  const short = moneyText(-funds.after)
  return (
    <p>
      <b>
        {say({ zh: `餘額不足 ${short}，先不要匯款。`, en: `${short} short: do not pay it yet. ` })}
      </b>
      {say({
        zh: '要出款須勾選「超過商戶餘額」並填原因。',
        en: 'To pay it all the same, tick that it is more than the merchant has, with a reason.',
      })}
    </p>
  )
}

const second: Meaning = {
  zh: '付款前請先徵得另一位營運人員同意：出款完成須由其核准，已匯出的款項不會因駁回而退回。',
  en:
    'Ask another operator before you pay: booking it takes their approval, and money that is sent does not come ' +
    'back if they reject it.',
}
const secondUnbacked: SecondByProof = {
  proven: {
    zh: '已選銀行扣款：不必再徵得另一位營運人員同意。',
    en: "The bank's debit is chosen: another operator need not be asked.",
  },
  unproven: second,
  either: {
    zh: '付款前請先徵得另一位營運人員同意：沒有銀行扣款時須由其核准，已匯出的款項不會因駁回而退回。',
    en:
      "Ask another operator before you pay: booking it without the bank's debit takes their approval, and money that " +
      'is sent does not come back if they reject it.',
  },
}

const mayPay = (order: PayoutDetails, { name }: Identity) =>
  order.status !== 'pending' ||
  (order.agent === name && !lacksAccount(order) && actionOf(order, 'process')?.allowed !== false)

/** The payee's account; for an agent who has not taken the payout, its last five digits. */
export function shownPayeeAccount(order: PayoutDetails, identity: Identity): string {
  const isWhole = identity.role !== 'agent' || mayPay(order, identity)
  return isWhole ? order.payee_account : lastFiveText(order.last5)
}

/**
 * The values that a bank's form asks for, in that order, each with a button that copies it, and one that copies all,
 * for the agent who has taken the payout and not sent it yet. A payout that two people copy is paid twice.
 */
export function PayeeFacts({ order }: { order: PayoutDetails }) {
  const { identity } = useDesk()
  const names = namesOf(order)
  if (!mayPay(order, identity) || sentNote(order) !== null) {
    return (
      <>
        <Fact name={{ zh: '收款銀行', en: 'Bank' }} text={order.payee_bank} />
        <Fact name={{ zh: '收款帳號', en: 'Account' }} text={shownPayeeAccount(order, identity)} />
        <People order={order} />
        <Fact name={{ zh: '金額', en: 'Amount' }} dollars={order.amount} />
      </>
    )
  }
  const texts = [order.payee_bank, order.payee_account, ...names.map(({ name }) => name)]
  return (
    <>
      <Fact name={{ zh: '收款銀行', en: 'Bank' }} copied={order.payee_bank} />
      <Fact name={{ zh: '收款帳號', en: 'Account' }} copied={order.payee_account} />
      {names.map(({ whose, name }) => (
        <Fact name={whose} copied={name} />
      ))}
      <Fact name={{ zh: '金額', en: 'Amount' }}>
        <Copyable text={String(order.amount)} display={<Money dollars={order.amount} />} />{' '}
        <Copyable
          text={[...texts, order.amount].join('\n')}
          display=""
          label={{ zh: '全部複製', en: 'Copy all' }}
        />
      </Fact>
    </>
  )
}
