import { useDesk } from '../../desk.ts'
import { LastFive, Money, OutsideText, Time } from '../../parts/values.tsx'
import { fittingCandidates, ownDebits } from '../evidence/choose-candidates.ts'
import { SimilarPaidNotice } from '../evidence/similar-paid-orders.tsx'
import { sentNote } from '../forms/sent-forms.tsx'
import { orderNumber } from '../order-name.ts'
import { InWhoseHands, type PayoutInstruction } from './before-paying.tsx'

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
          <OutsideText text={one.counterparty_name} /> <LastFive account={one.counterparty_last5} />
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
