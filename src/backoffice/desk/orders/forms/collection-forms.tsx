import type { Meaning } from '../../../../units/language.ts'
import { moneyText } from '../../../../units/money.ts'
import { AccountOf } from '../../banking/accounts/accounts.tsx'
import { FirstOnAccount } from '../../banking/transactions/candidate-list.tsx'
import { useDesk } from '../../desk.ts'
import { OutsideText, Time } from '../../parts/values.tsx'
import { fittingCandidates, hasLikely } from '../evidence/choose-candidates.ts'
import { SimilarPaidNotice } from '../evidence/similar-paid-orders.tsx'
import {
  type CollectionDetails,
  isOnFrozen,
  isPossible,
  needsOperator,
  type OrderPageData,
} from '../order-details.ts'
import { orderNumber } from '../order-name.ts'
import { orderPath } from '../order-path.ts'
import { HandingForms, TakeForm } from './assignment-forms.tsx'
import { BackingForm } from './backing-form.tsx'
import { MatchForms } from './match-form.tsx'
import { OrderForms } from './order-forms.tsx'
import { ExceptionForm } from './put-aside-forms.tsx'
import { ReverseForm } from './reverse-form.tsx'
import { SettleForm } from './settle-form.tsx'
import { VerdictForms } from './verdict-forms.tsx'

/** The forms of a collection for its reader, and why the other calls are not possible now (back office §7). */
export function CollectionForms(data: OrderPageData<CollectionDetails>) {
  const { identity } = useDesk()
  const { order, accounts } = data
  const settling = isPossible(order, 'settle') ? (
    <>
      {isOnFrozen(data) ? <FrozenNotice /> : null}
      <SimilarPaidNotice {...data} />
      <RivalsNotice {...data} />
      {identity.role === 'agent' && needsOperator(data) ? null : <SettleForm {...data} />}
    </>
  ) : null
  return (
    <OrderForms
      order={order}
      others={
        <>
          <HandingForms order={order} />
          {isPossible(order, 'exception') ? <ExceptionForm order={order} /> : null}
          {isPossible(order, 'reverse') ? <ReverseForm order={order} /> : null}
        </>
      }
    >
      <TakeForm order={order} />
      {hasLikely(data) ? settling : null}
      {isPossible(order, 'match') ? (
        <MatchForms order={order} accounts={accounts} mayBePaid={hasLikely(data)} />
      ) : null}
      {hasLikely(data) ? null : settling}
      {isPossible(order, 'confirm') ? <VerdictForms {...data} /> : null}
      {isPossible(order, 'back') ? <BackingForm {...data} /> : null}
    </OrderForms>
  )
}

function FrozenNotice() {
  const { say } = useDesk()
  return (
    <p class="notice wrong" id="on-frozen">
      {say({
        zh: '銀行已凍結此帳戶。確認款項可動用之後才入帳；尚未付款者請改指定其他帳戶。',
        en:
          'The bank has frozen this account. Settle only once you know that the money can be used; if nothing is ' +
          'paid yet, give the order another account.',
      })}
    </p>
  )
}

// A deposit that fits several orders: which of them waits on its account; else the number of deposits, the orders in
// the order of the rule, and who decides.
function RivalsNotice({ order, candidates, rivals, accounts }: OrderPageData<CollectionDetails>) {
  const { say, identity } = useDesk()
  const [line] = fittingCandidates(order, candidates)
  if (line === undefined || rivals.length === 0) return null
  const isRanked = needsOperator({ rivals })
  const own = { ...order, name: order.payer_name || order.user_name, place: null }
  const all = [
    ...rivals.filter(({ place }) => place === 'before'),
    own,
    ...rivals.filter(({ place }) => place !== 'before'),
  ]
  const shared = sharedBy(rivals)
  const isEach = isRanked && shared >= all.length
  const what = isEach ? decidesEach : decides
  return (
    <div class="notice care" id="rivals">
      <p>
        <b>
          {say(
            isEach
              ? eachPays(shared, all.length)
              : isRanked
                ? onePays(line.amount, all.length)
                : elsewhere(line.amount, rivals.length),
          )}
        </b>
      </p>
      <ul>
        {all.map((one, n) => (
          <li>
            {one === own ? (
              <>
                {say({ zh: '本筆 ', en: 'This order, ' })}
                <OutsideText text={orderNumber(one)} />
              </>
            ) : (
              <a href={orderPath(one.trade_no)}>
                <OutsideText text={orderNumber(one)} />
              </a>
            )}{' '}
            <OutsideText text={one.name} /> <Time at={one.created_at} brief />{' '}
            {isRanked ? null : one.bank_account === null ? (
              say({ zh: '尚未指定帳戶', en: 'on no account' })
            ) : (
              <>
                {say({ zh: '等在 ', en: 'waits on ' })}
                <AccountOf id={one.bank_account} accounts={accounts} />
              </>
            )}
            {isRanked && n === 0 ? <FirstOnAccount /> : null}
          </li>
        ))}
      </ul>
      <p>
        <a href={`/bank-transactions/${line.id}`}>
          {say({ zh: '比對這筆款項與各訂單', en: 'Compare the deposit with each' })}
        </a>
        {say({ zh: '。', en: '. ' })}
        {say(isRanked ? what[identity.role === 'operator' ? 'operator' : 'others'] : makeSure)}
      </p>
    </div>
  )
}

// The number of deposits that fit all of these orders.
function sharedBy(rivals: OrderPageData<CollectionDetails>['rivals']): number {
  return Math.min(...rivals.map(({ shares }) => shares))
}

const elsewhere = (amount: number, orders: number): Meaning => ({
  zh: `款項 ${moneyText(amount)} 入帳於本筆的帳戶；另 ${orders} 筆同一付款人同金額，等在別處：`,
  en: `${moneyText(amount)} arrived on this order's account; of that payer and amount ${orders} more elsewhere:`,
})
const onePays = (amount: number, orders: number): Meaning => ({
  zh: `1 筆款項 ${moneyText(amount)}，${orders} 筆訂單，同一付款人同金額：只能支付其中一筆。`,
  en: `One deposit of ${moneyText(amount)}, ${orders} orders of one payer and amount: it pays one of them.`,
})
const eachPays = (deposits: number, orders: number): Meaning => ({
  zh: `${deposits} 筆款項、${orders} 筆訂單，同一付款人同金額：各付一筆。`,
  en: `${deposits} deposits, ${orders} orders of one payer and amount: each pays one.`,
})

const makeSure: Meaning = {
  zh: '款項與本筆相符；入帳前請確認會員要付的不是另一筆。',
  en: 'The money fits this order. Before you settle, make sure that the member did not mean another one.',
}

type Deciders = Readonly<Record<'operator' | 'others', Meaning>>

const decides: Deciders = {
  operator: {
    zh: '查明款項屬於本筆後，勾選它、勾選「已查明屬於本筆」並填寫原因。',
    en: 'Verify whose payment this is, then select it, tick "I have verified" and enter a reason.',
  },
  others: {
    zh: '由營運人員查明後入帳，專員不能直接入帳；可在備註寫下會員的說法。',
    en: 'An operator verifies and settles it; agents cannot. Add a note of what the member says.',
  },
}
// The settlement compares an order with other waiting ones (back office §4); the last waiting one has no rival.
const decidesEach: Deciders = {
  operator: {
    zh: '先入帳較早的一筆：勾選任一筆款項、勾選「已查明屬於本筆」並填寫原因；最後一筆即可直接入帳。',
    en: 'Settle the earlier one first: select a deposit, tick "I have verified", enter a reason. The last needs none.',
  },
  others: {
    zh: '由營運人員先入帳較早的一筆；最後一筆即可直接入帳。',
    en: 'An operator settles the earlier one first; the last one can then be settled directly.',
  },
}
