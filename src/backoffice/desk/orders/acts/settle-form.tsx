import type { Meaning } from '../../../../units/language.ts'
import { moneyText } from '../../../../units/money.ts'
import { useDesk } from '../../desk.ts'
import { otherSumLabels } from '../../labels/order-labels.ts'
import { AmountField, ChecksField, FlagField, TextField } from '../../parts/fields.tsx'
import { ActForm, Disclosed } from '../../parts/form.tsx'
import { CandidateChoice } from '../evidence/candidate-choice.tsx'
import { hasLikely } from '../evidence/judge-candidates.ts'
import { More, OverrideField, ReasonField } from './seldom-fields.tsx'
import {
  type ActsOf,
  type CollectionDetails,
  isOfOperators,
  isOnFrozen,
  needsSecond,
} from './shown-orders.ts'

/** Books a deposit: what paid it, and seldom how much, when, and past what. */
export function SettleForm(acts: ActsOf<CollectionDetails>) {
  const { identity, say } = useDesk()
  const { order } = acts
  const { uid, amount, trade_no: tradeNo, if_paid: ifPaid } = order
  const gets = ifPaid === null ? { zh: '', en: '' } : netOf(ifPaid)
  const account = acts.accounts?.find(({ id }) => id === order.bank_account)
  const isOperator = identity.role === 'operator'
  const isShared = isOfOperators(acts)
  return (
    <Disclosed
      id="settle"
      title={{ zh: '入帳', en: 'Settle' }}
      hotkey="s"
      open={hasLikely(acts) && !isOnFrozen(acts)}
    >
      <ActForm
        id="settle"
        call="settleCollection"
        path={{ trade_no: tradeNo }}
        button={{ zh: '入帳', en: 'Settle' }}
        warning={{
          zh: `所選交易的總和計入商戶 ${uid} 的餘額，並立即通知商戶；未選時為所填的實付金額，未填即為 ${moneyText(amount)}。${gets.zh}`,
          en:
            `The sum of what is chosen is added to the balance of merchant ${uid}, who is told at once; where ` +
            `nothing is, the paid amount, or ${moneyText(amount)} where that is empty.${gets.en}`,
        }}
        live={{
          button: { zh: '入帳 {sum}', en: 'Settle {sum}' },
          warning: {
            zh: `計入商戶 ${uid} 的餘額：{sum}。立即通知商戶。${gets.zh}`,
            en: `Added to the balance of merchant ${uid}: {sum}. The merchant is told at once.${gets.en}`,
          },
          counts: { amount, field: 'paid_amount', needsProof: account?.backing === 'required' },
        }}
        needsSecond={needsSecond(order, 'settle')}
      >
        <CandidateChoice {...acts} />
        <More>
          <AmountField
            name="paid_amount"
            label={{ zh: '實付金額', en: 'Paid amount' }}
            hint={{
              zh: '空白即為所選交易的總和，未選時為訂單金額',
              en: "Where it is empty: the sum of what is chosen, else the order's amount",
            }}
          />
          <TextField
            name="paid_at"
            type="datetime-local"
            label={{ zh: '付款時間', en: 'Paid at' }}
            hint={{ zh: '空白即為現在', en: 'Now, where it is empty' }}
          />
          {isOperator ? null : <ReasonField />}
        </More>
        {isOperator ? (
          <>
            {isShared ? <FoundOut /> : null}
            <OverrideField
              acts={acts}
              names={['amount', ...(isShared ? [] : ['evidence_differs' as const]), 'already_paid']}
            >
              <FlagField
                name="manual"
                label={{ zh: '人工入帳', en: 'Settle by hand' }}
                hint={{
                  zh: '沒有銀行交易（須說明原因），或實付少於訂單金額時',
                  en: 'Without a bank transaction (with a reason), or with less than the amount',
                }}
              />
              {isShared ? null : <ReasonField />}
            </OverrideField>
            <PastGap gap="less" sends={['manual', 'true']} />
            <PastGap gap="more" sends={['override', 'amount']} />
          </>
        ) : (
          <p class="hint" data-gap="less more" hidden>
            {say({
              zh: '與訂單金額不同的款項由營運人員入帳。',
              en: "An operator settles another sum than the order's.",
            })}
          </p>
        )}
      </ActForm>
    </Disclosed>
  )
}

// What settles a deposit that several orders fit: in sight, with its reason.
function FoundOut() {
  const { say } = useDesk()
  return (
    <div id="found-out">
      <ChecksField
        name="override"
        label={{ zh: '這筆款項屬於哪一筆', en: 'Whose money it is' }}
        options={[{ value: 'evidence_differs', label: say(foundOut) }]}
      />
      <ReasonField />
    </div>
  )
}

const foundOut: Meaning = {
  zh: '已查明屬於本筆（須說明原因）',
  en: 'I have found out that it belongs to this order (with a reason)',
}

type GapProps = {
  readonly gap: 'less' | 'more'
  readonly sends: readonly [name: string, value: string]
}

// Shown by the script while another sum is chosen; without it the same is among the checks.
function PastGap({ gap, sends: [name, value] }: GapProps) {
  const { say } = useDesk()
  return (
    <div data-gap={gap} hidden>
      <p class="field flag">
        <input id={`settle-${gap}`} type="checkbox" name={name} value={value} />
        <label for={`settle-${gap}`}>{say(otherSumLabels[gap])}</label>
      </p>
    </div>
  )
}

// Of the order's amount; of another sum the fee is another one.
function netOf({ fee, net }: NonNullable<CollectionDetails['if_paid']>): Meaning {
  return {
    zh: `以訂單金額計，手續費 ${moneyText(fee)}，商戶實得 ${moneyText(net)}。`,
    en: ` Of the order's amount ${moneyText(fee)} is the fee, and the merchant gets ${moneyText(net)}.`,
  }
}
