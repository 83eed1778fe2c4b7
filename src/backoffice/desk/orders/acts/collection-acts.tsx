import type { Meaning } from '../../../../units/language.ts'
import { moneyText } from '../../../../units/money.ts'
import { useDesk } from '../../desk.ts'
import { Badge, Foreign, Time } from '../../parts/values.tsx'
import { orderNumber } from '../order-name.ts'
import { orderPath } from '../order-path.ts'
import { Acts } from './acts.tsx'
import { HandingForms, TakeForm } from './assignment-forms.tsx'
import { BackForm } from './back-form.tsx'
import { goodOnes, hasLikely } from './candidate-choice.tsx'
import { MatchForms } from './match-form.tsx'
import { ExceptionForm } from './put-aside-forms.tsx'
import { ReverseForm } from './reverse-form.tsx'
import { SettleForm } from './settle-form.tsx'
import {
  type ActsOf,
  type CollectionDetails,
  isOfOperators,
  isOnFrozen,
  isPossible,
} from './shown-orders.ts'
import { VerdictForms } from './verdict-forms.tsx'

/** A form for all that its reader can do with a collection, and why the rest cannot be done now (back office §7). */
export function CollectionActs(acts: ActsOf<CollectionDetails>) {
  const { identity } = useDesk()
  const { order, accounts } = acts
  const settling = isPossible(order, 'settle') ? (
    <>
      {isOnFrozen(acts) ? <FrozenBand /> : null}
      <RivalsBand {...acts} />
      {identity.role === 'agent' && isOfOperators(acts) ? null : <SettleForm {...acts} />}
    </>
  ) : null
  return (
    <Acts
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
      {hasLikely(acts) ? settling : null}
      {isPossible(order, 'match') ? <MatchForms order={order} accounts={accounts} /> : null}
      {hasLikely(acts) ? null : settling}
      {isPossible(order, 'confirm') ? <VerdictForms {...acts} /> : null}
      {isPossible(order, 'back') ? <BackForm {...acts} /> : null}
    </Acts>
  )
}

function FrozenBand() {
  const { say } = useDesk()
  return (
    <p class="notice wrong" id="on-frozen">
      {say({
        zh: '銀行已凍結此帳戶。確認款項可動用之後才入帳；尚未付款者請改指定其他帳戶。',
        en:
          'The bank has frozen its account. Settle it only once you know that the money is ours; where nothing is ' +
          'paid, give it another account.',
      })}
    </p>
  )
}

// One deposit that several orders fit, as one question: the orders as the rule puts them, and who decides.
function RivalsBand({ order, candidates, rivals }: ActsOf<CollectionDetails>) {
  const { say, identity } = useDesk()
  const [line] = goodOnes(order, candidates)
  if (line === undefined || rivals.length === 0) return null
  const isRanked = isOfOperators({ rivals })
  const own = { ...order, name: order.payer_name || order.user_name, place: null }
  const all = [
    ...rivals.filter(({ place }) => place === 'before'),
    own,
    ...rivals.filter(({ place }) => place !== 'before'),
  ]
  return (
    <div class="notice care" id="rivals">
      <p>
        <b>
          {say({
            zh: `一筆款項 ${moneyText(line.amount)} 同時符合 ${all.length} 筆訂單，只能支付其中一筆：`,
            en: `One deposit of ${moneyText(line.amount)} fits ${all.length} orders alike, and pays one of them:`,
          })}
        </b>
      </p>
      <ul>
        {all.map((one, n) => (
          <li>
            {one === own ? (
              <>
                {say({ zh: '本筆 ', en: 'This order, ' })}
                <Foreign text={orderNumber(one)} />
              </>
            ) : (
              <a href={orderPath(one.trade_no)}>
                <Foreign text={orderNumber(one)} />
              </a>
            )}{' '}
            <Foreign text={one.name} /> <Time at={one.created_at} brief />{' '}
            {isRanked && n === 0 ? (
              <Badge tone="busy">
                {say({ zh: '優先：最先指定帳戶', en: 'First: given the account first' })}
              </Badge>
            ) : null}
          </li>
        ))}
      </ul>
      <p>
        <a href={`/bank-transactions/${line.id}`}>
          {say({ zh: '比對這筆款項與各訂單', en: 'Compare the deposit with each' })}
        </a>
        {say({ zh: '。', en: '. ' })}
        {say(isRanked ? decides[identity.role === 'operator' ? 'operator' : 'others'] : makeSure)}
      </p>
    </div>
  )
}

const makeSure: Meaning = {
  zh: '請先確認款項屬於本筆，再入帳。',
  en: 'Make sure that it is for this one before you settle.',
}
const decides: Readonly<Record<'operator' | 'others', Meaning>> = {
  operator: {
    zh: '確認款項屬於本筆後，勾選它、勾選略過檢查並填寫原因。',
    en: 'Once you know that it is for this one: tick it, go past the check, and give the reason.',
  },
  others: {
    zh: '由營運人員查明後入帳，專員不能直接入帳；可在備註寫下會員的說法。',
    en: 'An operator finds out and settles it; agents cannot. Leave a note of what the member says.',
  },
}
