import { sentNotes } from '../../../../contract/back-office/states.ts'
import type { Meaning } from '../../../../units/language.ts'
import { moneyText } from '../../../../units/money.ts'
import { useDesk } from '../../desk.ts'
import { formFields } from '../../form-body.ts'
import { HiddenField } from '../../parts/fields.tsx'
import { ActForm, Disclosed } from '../../parts/form.tsx'
import { isCollection, type OrderDetail } from '../order-details.ts'

// Between the transfer at the bank and the debit that the bank reports, only a note records that a payout was sent.

const sent: Meaning = { zh: sentNotes.sent, en: "Sent at the bank's own page" }
const unsent: Meaning = { zh: sentNotes.unsent, en: 'Found out that it was not sent' }

/** The labels of the notes that a button writes, by their stored texts. */
export const markNotes: ReadonlyMap<string, Meaning> = new Map(
  [sent, unsent].map((one) => [one.zh, one]),
)

/** The note that a waiting payout's money is sent; null without one, and after a later note that revokes it. */
export function sentNote(order: OrderDetail) {
  if (isCollection(order) || order.status !== 'pending') return null
  const last = order.notes.findLast(({ text }) => markNotes.has(text))
  return last?.text === sent.zh ? last : null
}

type SentProps = {
  readonly order: OrderDetail
  readonly id: string
  readonly button: Meaning
  readonly hotkey?: string
}

/** The state of a sent payout until its bank reports the debit. */
export const sentLabel: Meaning = { zh: '已送出，等扣款', en: 'Sent, no debit yet' }

/** Notes that the money of a payout is sent. */
export function SentNoteForm({ order, ...form }: SentProps) {
  const { say } = useDesk()
  const amount = moneyText(order.amount)
  const outcome = { zh: `${amount} ${sent.zh}`, en: `${amount} is sent at the bank's own page` }
  return (
    <ActForm call="notePayout" path={{ trade_no: order.trade_no }} tone="quiet" {...form}>
      <HiddenField name="text" value={sent.zh} />
      <HiddenField name={formFields.outcome} value={say(outcome)} />
    </ActForm>
  )
}

/** Releases a payout with the answer whether its money was sent: money that two people send is lost. */
export function PayoutRelease({ order }: { order: OrderDetail }) {
  const { say, identity } = useDesk()
  const { agent } = order
  const path = { trade_no: order.trade_no }
  if (sentNote(order) !== null) {
    return (
      <ActForm
        id="unsent"
        hotkey="r"
        folded={{ title: { zh: '沒有匯出？', en: 'Not sent after all?' } }}
        call="notePayout"
        path={path}
        tone="danger"
        button={unsent}
        warning={{
          zh: '請先在網銀查明這筆沒有匯出，也不在處理中。之後才能再匯款、放回或取消。',
          en:
            "Look at the bank's own page first: it has neither sent it nor is about to. After that it can be " +
            'sent, released or cancelled again.',
        }}
      >
        <HiddenField name="text" value={unsent.zh} />
      </ActForm>
    )
  }
  return (
    <Disclosed id="release" title={{ zh: '放回', en: 'Release' }} hotkey="r">
      <p>
        {agent === identity.name
          ? say({ zh: '這筆錢匯出了嗎？', en: 'Have you sent its money?' })
          : say({
              zh: `請先問 ${agent}：這筆錢匯出了嗎？`,
              en: `Ask ${agent} first: was its money sent?`,
            })}
      </p>
      <div class="quick">
        <ActForm
          id="release"
          call="releasePayout"
          path={path}
          tone="quiet"
          button={{ zh: '沒有匯款，放回', en: 'Nothing was sent: release it' }}
        />
        <SentNoteForm
          order={order}
          id="keep"
          button={{ zh: '已匯款，等待扣款', en: 'It is sent, and waits for its debit' }}
        />
      </div>
    </Disclosed>
  )
}
