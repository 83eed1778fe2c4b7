import type { AnswerOf } from '../../../contract/back-office/table.ts'
import { moneyText } from '../../../units/money.ts'
import { useSecondPerson } from '../approvals/waiting-approvals.tsx'
import { useDesk } from '../desk.ts'
import { bucketLabels, channelLabel } from '../labels/merchant-labels.ts'
import {
  AmountField,
  ChoiceField,
  FlagField,
  LinesField,
  ReasonField,
  TextField,
} from '../parts/fields.tsx'
import { ActForm, Disclosed, StickyHiddenField } from '../parts/form.tsx'
import { type Column, List } from '../parts/list.tsx'
import { Card, Fact, Facts, Money } from '../parts/values.tsx'
import { freshKey } from '../token.ts'
import { merchantPath } from './merchant-path.ts'

type BalanceProps = { uid: string; balance: AnswerOf<'showBalance'> }

/** A merchant's money by kind, and the form that corrects it. */
export function Balance({ uid, balance }: BalanceProps) {
  const { say, may } = useDesk()
  const { available, frozen, unconfirmed, channels } = balance.data.summary
  return (
    <Card title={{ zh: '餘額', en: 'Balance' }}>
      <Facts>
        <Fact name={bucketLabels.available}>
          <b>
            <Money dollars={available} />
          </b>
        </Fact>
        <Fact name={bucketLabels.frozen} dollars={frozen} />
        <Fact name={bucketLabels.unconfirmed} dollars={unconfirmed} />
        <Fact name={{ zh: '合計', en: 'In all' }} dollars={balance.balance0} />
      </Facts>
      <List
        id="channels"
        caption={{ zh: '各通道', en: 'By channel' }}
        items={Object.entries(channels)}
        keyOf={([channel]) => channel}
        columns={channelColumns}
        empty={{ zh: '沒有通道。', en: 'No channels.' }}
      />
      <p>
        <a href={merchantPath(uid, '/ledger')}>
          {say({ zh: '查看帳務明細', en: 'See the ledger' })}
        </a>
      </p>
      {may('adjustBalance') ? (
        <Disclosed id="adjust" title={{ zh: '調整餘額', en: 'Adjust the balance' }}>
          <AdjustForm uid={uid} />
        </Disclosed>
      ) : null}
    </Card>
  )
}

type ChannelBalance = AnswerOf<'showBalance'>['data']['summary']['channels'][string]

const channelColumns: readonly Column<readonly [string, ChannelBalance]>[] = [
  {
    name: { zh: '通道', en: 'Channel' },
    cell: ([channel], { say }) => <span title={channel}>{say(channelLabel(channel))}</span>,
  },
  {
    name: bucketLabels.available,
    isAmount: true,
    onPhone: 'end',
    // A sum of payouts is negative without being wrong, so it is not red.
    cell: ([, { available }]) => <span class="sum">{moneyText(available)}</span>,
  },
  {
    name: { zh: '已入帳代收', en: 'Collected' },
    isAmount: true,
    isNamed: true,
    onPhone: 'below',
    cell: ([, { collected }]) => <AmountAndCount total={collected} />,
  },
  {
    name: { zh: '已出款代付', en: 'Paid out' },
    isAmount: true,
    isNamed: true,
    onPhone: 'below',
    cell: ([, { paid_out: paidOut }]) => <AmountAndCount total={paidOut} />,
  },
]

function AmountAndCount({ total: { amount, count } }: { total: ChannelBalance['collected'] }) {
  return (
    <>
      <Money dollars={amount} /> <small>({count})</small>
    </>
  )
}

function AdjustForm({ uid }: { uid: string }) {
  const { from } = useSecondPerson()
  return (
    <ActForm
      id="adjust"
      call="adjustBalance"
      path={{ uid }}
      button={{ zh: `調整 ${uid} 的餘額`, en: `Adjust the balance of ${uid}` }}
      tone="danger"
      isRepeatable
      warning={{
        zh: `${uid} 的餘額會立即改變，帳務明細多一筆調整。調整不能刪除，只能再做一筆相反的調整。`,
        en: `The balance of ${uid} changes at once, and its ledger says so. Only another one undoes it.`,
      }}
      second={from === null ? undefined : { kind: 'part', text: fromAmount(from) }}
    >
      <ChoiceField
        name="bucket"
        label={{ zh: '哪一種款項', en: 'Which money' }}
        options={Object.entries(bucketLabels)}
      />
      <AmountField
        name="amount"
        label={{ zh: '金額（TWD）', en: 'Amount (TWD)' }}
        hint={{
          zh: '負數為扣除，例如 -150。平台手續費則為：正數退到商戶的可用餘額，負數另向商戶收取。',
          en: 'Negative takes money out, such as -150. Platform fees are given back, or charged where it is negative.',
        }}
        required
      />
      <ReasonField
        hint={{ zh: '商戶會在帳務明細看到。', en: 'The merchant reads it in its ledger.' }}
      />
      <TextField
        name="trade_no"
        label={{ zh: '更正的訂單（交易編號）', en: 'The order that it corrects' }}
        hint={{ zh: '可不填。', en: 'May be empty.' }}
        maxlength={32}
      />
      {/* Whether it was booked may not be known: sent again, it is the same adjustment. */}
      <StickyHiddenField name="idempotency_key" value={freshKey()} />
    </ActForm>
  )
}

const fromAmount = (from: number) => ({
  zh: `連同您今日已獨自完成的金額達 ${moneyText(from)}，須由另一位營運人員核准後才會生效。`,
  en: `From ${moneyText(from)} on, with what you did alone today, another operator has to approve it.`,
})

type AmountsProps = { uid: string; amounts: AnswerOf<'showPaymentAmounts'> }

/** The amounts that a member may pay by link. */
export function Amounts({ uid, amounts }: AmountsProps) {
  const { say, may } = useDesk()
  const { fixed_amounts: fixed, allow_custom: isCustom, custom_min: min, custom_max: max } = amounts
  const comma = say({ zh: '、', en: ', ' })
  return (
    <Card title={{ zh: '付款連結的金額', en: 'Amounts of payment links' }}>
      <Facts>
        <Fact name={{ zh: '固定金額', en: 'Fixed' }}>
          {fixed.length === 0 ? '—' : fixed.map(moneyText).join(comma)}
        </Fact>
        <Fact name={{ zh: '自訂金額', en: 'Custom' }}>
          {isCustom
            ? `${moneyText(min)} – ${moneyText(max)}`
            : say({ zh: '不開放', en: 'Not allowed' })}
        </Fact>
      </Facts>
      {may('setPaymentAmounts') ? <AmountsForm uid={uid} amounts={amounts} /> : null}
    </Card>
  )
}

function AmountsForm({ uid, amounts }: AmountsProps) {
  return (
    <ActForm
      id="amounts"
      folded={{ title: { zh: '更改金額', en: 'Change the amounts' } }}
      call="setPaymentAmounts"
      path={{ uid }}
      button={{ zh: '儲存金額', en: 'Save the amounts' }}
    >
      <LinesField
        name="fixed_amounts"
        label={{ zh: '固定金額', en: 'Fixed amounts' }}
        hint={{
          zh: '整數元，每行一個。會員可直接選擇。',
          en: 'Whole dollars, one on each line; members choose among them.',
        }}
        value={amounts.fixed_amounts.join('\n')}
      />
      <FlagField
        name="allow_custom"
        label={{ zh: '開放自訂金額', en: 'Members may enter an amount' }}
        hint={{
          zh: '會員可輸入下列範圍內的整數金額。',
          en: 'A whole amount within the range below.',
        }}
        value={String(amounts.allow_custom)}
      />
      <TextField
        name="custom_min"
        label={{ zh: '自訂金額下限', en: 'At least' }}
        inputmode="numeric"
        value={String(amounts.custom_min)}
        required
      />
      <TextField
        name="custom_max"
        label={{ zh: '自訂金額上限', en: 'At most' }}
        inputmode="numeric"
        value={String(amounts.custom_max)}
        required
      />
    </ActForm>
  )
}
