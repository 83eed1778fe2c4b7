import type { AnswerOf } from '../../../../contract/back-office/table.ts'
import { moneyText } from '../../../../units/money.ts'
import { useSecondPerson } from '../../approvals/waiting-approvals.tsx'
import { type Desk, useDesk } from '../../desk.ts'
import { ignoredKindLabels } from '../../labels/banking-labels.ts'
import { ReasonChoice, type UsualReason } from '../../parts/choices/reason-choice.tsx'
import { ReasonField, TextField } from '../../parts/fields.tsx'
import { ActForm, Disclosed } from '../../parts/form.tsx'
import type { Transaction } from './transaction-table.tsx'

type TransactionDetail = AnswerOf<'showTransaction'>

type Props = {
  readonly transaction: TransactionDetail
  /** Unclaimed ones of the same size in the other direction. */
  readonly opposite: readonly Transaction[]
}

/** The transactions that may be the other half of an own transfer or of a return: both are ignored together. */
export async function oppositeOf(
  desk: Desk,
  one: TransactionDetail,
): Promise<readonly Transaction[]> {
  if (one.state !== 'unclaimed' || !desk.may('ignoreTransaction')) return []
  const query = { amount: String(-one.amount), state: 'unclaimed', limit: '20' }
  const answer = await desk.ask('listTransactions', { query })
  return answer.ok ? answer.value.items : []
}

/** Ignores a transaction that pays no order, or reopens it. */
export function TransactionForms({ transaction, opposite }: Props) {
  const { may } = useDesk()
  const { state, id } = transaction
  if (state === 'unclaimed' && may('ignoreTransaction')) {
    return (
      <Disclosed id="ignore" title={{ zh: '列為不處理', en: 'Ignore it' }} hotkey="x">
        <IgnoreForm transaction={transaction} opposite={opposite} />
      </Disclosed>
    )
  }
  if (state === 'ignored' && may('reopenTransaction')) {
    return (
      <ActForm
        id="reopen"
        hotkey="x"
        folded={{ title: { zh: '恢復', en: 'Take it back' } }}
        call="reopenTransaction"
        path={{ id }}
        button={{ zh: '恢復為未認列', en: 'Make it unclaimed again' }}
        {...(transaction.counterpart === null ? {} : { warning: withCounterpart })}
      >
        <ReasonField hint={{ zh: '會記入日誌。', en: 'The journal keeps it.' }} />
      </ActForm>
    )
  }
  return null
}

const withCounterpart = {
  zh: '對應的另一方向交易會一併恢復。',
  en: 'Its counterpart of the other direction is taken back with it.',
}

type IgnoreProps = Partial<Pick<Props, 'opposite'>> & {
  readonly transaction: Pick<Transaction, 'id'>
}

/** Ignores a transaction with the kind of its money, together with its counterpart if there is one. */
export function IgnoreForm({ transaction: { id }, opposite }: IgnoreProps) {
  const { from } = useSecondPerson()
  return (
    <ActForm
      id="ignore"
      call="ignoreTransaction"
      path={{ id }}
      button={{ zh: '列為不處理', en: 'Ignore it' }}
      warning={{
        zh: '它不再列為任何訂單的候選，直到恢復為止。',
        en: "It is no order's candidate any more, until it is taken back.",
      }}
      second={opposite && from !== null ? { kind: 'part', text: debitFrom(from) } : undefined}
    >
      <ReasonChoice label={{ zh: '這筆交易是', en: 'What it is' }} usual={usualKinds} />
      {opposite === undefined ? null : (
        <>
          <TextField
            name="counterpart"
            label={{ zh: '對應的交易（選填）', en: 'Counterpart, if there is one' }}
            hint={{
              zh: '自有帳戶互轉或退回時，另一方向那筆交易的編號；兩筆一併不處理。',
              en: 'Of an own transfer or a return: the id of the one in the other direction. Both are ignored.',
            }}
            inputmode="numeric"
            maxlength={16}
            list="opposite"
          />
          <datalist id="opposite">
            {opposite.map(({ id: one, amount: sum, booked_at, counterparty_name: name }) => (
              <option value={String(one)}>{`${moneyText(sum)} ${booked_at} ${name}`}</option>
            ))}
          </datalist>
        </>
      )}
    </ActForm>
  )
}

// Either of the two may be the debit.
const debitFrom = (from: number) => ({
  zh: `出帳連同您今日已獨自完成的金額達 ${moneyText(from)}，須由另一位營運人員核准後才會生效。`,
  en: `A debit from ${moneyText(from)} on, with what you did alone today, takes another operator's approval.`,
})

// Money that is still to be sent back has no kind here: once ignored, nobody would see it again.
const usualKinds: readonly UsualReason[] = [
  ...(['interest', 'fee', 'own_transfer', 'returned'] as const).map((kind) => ({
    kind,
    ...ignoredKindLabels[kind],
  })),
  { kind: 'other', isKindOnly: true, zh: '其他…', en: 'Other…' },
]
