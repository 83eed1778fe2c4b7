import type { Child } from 'hono/jsx'
import {
  type CandidateReason,
  type Doubt,
  switchDoubts,
} from '../../../../contract/back-office/states.ts'
import type { Meaning } from '../../../../units/language.ts'
import { dollarSum, moneyText } from '../../../../units/money.ts'
import { isOfAnother, plainName } from '../../../../units/plain-name.ts'
import { useDesk } from '../../desk.ts'
import { doubtLabels } from '../../labels/auto-labels.ts'
import { reasonLabels } from '../../labels/banking-labels.ts'
import {
  arrivedLabel,
  otherNameLabel,
  otherSumLabels,
  readyLabel,
  severalLabel,
  unsureLabel,
} from '../../labels/order-labels.ts'
import { TextField } from '../../parts/fields.tsx'
import { useField } from '../../parts/form.tsx'
import { LongText } from '../../parts/long-text.tsx'
import { Badge, Foreign, LastFive, Money, shortNumber, Time } from '../../parts/values.tsx'
import type { Arrival } from '../order-states.tsx'
import { AccountOf } from './account-choice.tsx'
import { More } from './seldom-fields.tsx'
import {
  type Accounts,
  type ActsOf,
  type Candidates,
  isCollection,
  isOfOperators,
  isOnFrozen,
  namesOf,
  type OrderDetail,
  type PartyName,
} from './shown-orders.ts'

type Candidate = NonNullable<Candidates>['items'][number]

/**
 * The bank transactions that may pay an order, beside what the order says, with what differs marked: some of them are
 * chosen. Others are named by number.
 */
export function CandidateChoice(acts: ActsOf<OrderDetail>) {
  const { order, candidates, elsewhere, accounts } = acts
  const { say, query } = useDesk()
  const field = useField('bank_transactions', undefined)
  const items = candidates?.items ?? []
  const withFee = linesWithFee(acts)
  const parts = items.filter(
    (one) => !isOfAmount(one) && one.reasons.includes('last5') && !withFee.includes(one),
  )
  const together = partsOf(order, parts)
  const isTogether = together.length > 0 && query.transaction === namedTogether(together)
  const chosen = isTogether
    ? together.map(({ id }) => String(id))
    : [chosenByItself(acts, query.transaction)]
  const isChosen = ({ id }: Candidate) => (field.typed ?? chosen).includes(String(id))
  const isOpened = (one: Candidate) => isChosen(one) || String(one.id) === query.transaction
  const offered = (one: Candidate) => (
    <Offered
      order={order}
      candidate={one}
      isChosen={isChosen(one)}
      isPast={isPastEvidence(one) || (isPair(order, one) && isOfOperators(acts))}
      accounts={accounts}
    />
  )
  // What the reader has opened, or what fits, before the others.
  const likely = items
    .filter(isOfAmount)
    .toSorted((one, other) => Number(isOpened(other)) - Number(isOpened(one)))
  const others = items.filter((one) => ![...likely, ...withFee, ...parts].includes(one))
  const line = (one: Candidate) => (
    <div>
      <Line
        candidate={one}
        isChosen={isChosen(one)}
        isPast={isPastEvidence(one)}
        told={gapOf(Math.abs(one.amount) - order.amount)}
      />{' '}
      {parts.includes(one) && !together.includes(one) ? (
        <OtherSum order={order} candidate={one} />
      ) : null}{' '}
      <Freed order={order} id={one.id} />
    </div>
  )
  return (
    <fieldset class="field candidates">
      <legend>{say({ zh: '由哪筆銀行交易支付？', en: 'Which bank transaction paid it?' })}</legend>
      {likely.length > 0 ? (
        <div class="compared">{likely.map(offered)}</div>
      ) : withFee.length > 0 ? null : (
        <p class="hint">{say(isCollection(order) ? noDeposit : noDebit)}</p>
      )}
      {withFee.length === 0 ? null : (
        <div class="lines">
          <p class="hint">
            {say({
              zh: '同一末五碼，多出的可能是銀行手續費',
              en: 'The same last five, and perhaps the fee of the bank with it',
            })}
          </p>
          {withFee.map((one) => (
            <DebitWithFee order={order} candidate={one} isChosen={isChosen(one)} />
          ))}
        </div>
      )}
      <CameElsewhere order={order} elsewhere={elsewhere} accounts={accounts} />
      {parts.length === 0 ? null : (
        <div class="lines">
          <p class="hint">
            {say({
              zh: '同一末五碼、金額不同：可選多筆合付',
              en: 'The same last five, another amount: several may pay it together',
            })}
          </p>
          {together.length === 0 || isTogether ? null : <Together order={order} some={together} />}
          {parts.map(line)}
        </div>
      )}
      <p class="chosen-sum" data-sum hidden>
        {say({ zh: '所選合計', en: 'Chosen' })} <output class="sum" />
      </p>
      {others.length === 0 ? null : (
        <details class="more" open={others.some(isOpened)}>
          <summary>
            {say({
              zh: `金額不同的交易（${others.length}）`,
              en: `Transactions of another amount (${others.length})`,
            })}
          </summary>
          <div class="lines">{others.map(line)}</div>
        </details>
      )}
      {field.problems.length === 0 ? null : <p class="problem">{field.problems.join(' ')}</p>}
      <Differences order={order} chosen={items.filter(isChosen)} />
      <More title={{ zh: '以編號指定其他交易', en: 'Name other transactions by number' }}>
        <OtherTransactions offered={items} />
      </More>
    </fieldset>
  )
}

const noDeposit: Meaning = {
  zh: '目前沒有這個金額的銀行交易，入帳後會出現在這裡。',
  en: 'There is no bank transaction of this amount yet. It appears here once it comes in.',
}
const noDebit: Meaning = {
  zh: '目前沒有這個金額的銀行交易，扣款後會出現在這裡。',
  en: 'There is no bank transaction of this amount yet. It appears here once it is debited.',
}

// What nobody has chosen yet is chosen only if the API takes it as it is: the one that the address names, else the only
// one, unless another order on its account is equal: a tick would say whose it is. An order that was settled without a
// transaction asks for its sum alone (back office §4).
function chosenByItself(acts: ActsOf<OrderDetail>, named: string | undefined): string {
  const { order, candidates, rivals } = acts
  if (isOnFrozen(acts) || isOfOperators(acts)) return ''
  // One debit pays one of several payouts that are alike.
  if (!isCollection(order) && named === undefined && rivals.length > 0) return ''
  // Another person's name is no evidence against the order, but somebody looks at it first, as in Ready.
  const isNamed = (one: Candidate) =>
    named === undefined ? !isCollection(order) || !isOfOther(order, one) : String(one.id) === named
  const isBacking = order.backed === false && named !== undefined
  const fitting = isBacking
    ? (candidates?.items ?? []).filter(isOfAmount)
    : goodOnes(order, candidates).filter(({ doubts }) => !doubts?.some(isRefused))
  const [first, ...others] = fitting.filter(isNamed)
  return first === undefined || others.length > 0 ? '' : String(first.id)
}

const isRefused = (doubt: Doubt) => doubt === 'twin' || doubt === 'already_paid'

type TogetherProps = { readonly order: OrderDetail; readonly some: readonly Candidate[] }

// Deposits that make up the order's amount, as one choice: a link, so that no script is needed.
function Together({ order, some }: TogetherProps) {
  const { say, address } = useDesk()
  const [path, query] = address.split('?')
  const asked = new URLSearchParams(query)
  asked.set('transaction', namedTogether(some))
  return (
    <p>
      <a class="button quiet" href={`${path}?${asked}#acts`}>
        {say({
          zh: `選這 ${some.length} 筆，合計 ${moneyText(order.amount)}`,
          en: `Choose these ${some.length}: together ${moneyText(order.amount)}`,
        })}
      </a>
    </p>
  )
}

const namedTogether = (some: readonly Candidate[]) => some.map(({ id }) => id).join(',')

const partsMax = 8

// The fewest deposits whose amount alone differs, and that make up the order's; none where no such do.
function partsOf(order: OrderDetail, parts: readonly Candidate[]): readonly Candidate[] {
  const sound = parts.filter(
    (one) => !isPastEvidence(one) && one.fits_better === null && !wasFreed(order, one.id),
  )
  const subsets = sound
    .slice(0, partsMax)
    .reduce<readonly (readonly Candidate[])[]>(
      (all, one) => all.concat(all.map((some) => [...some, one])),
      [[]],
    )
  const sumOf = (some: readonly Candidate[]) => some.reduce((sum, { amount }) => sum + amount, 0)
  const found = subsets.filter((some) => sumOf(some) === order.amount)
  return found.toSorted((one, other) => one.length - other.length)[0] ?? []
}

type ElsewhereProps = Pick<ActsOf<OrderDetail>, 'order' | 'elsewhere' | 'accounts'>

// Money of the order's amount and payer on accounts that it is not on: none of it is chosen by itself.
function CameElsewhere({ order, elsewhere, accounts }: ElsewhereProps) {
  const { say, identity } = useDesk()
  const { typed = [] } = useField('bank_transactions', undefined)
  if (elsewhere.length === 0) return null
  // Another account is no evidence to an agent, and to nobody of an order that waits on one.
  const mayChoose = identity.role === 'operator'
  const isPast = isCollection(order) && order.collection_status === 'matched'
  return (
    <div class="lines" id="elsewhere">
      <p class="hint">
        {order.bank_account === null
          ? say({
              zh: '訂單尚未指定帳戶；這些交易的金額與末五碼相符：',
              en: 'The order is on no account. These have its amount and last five:',
            })
          : say({
              zh: '其他帳戶的交易，金額與末五碼相符：',
              en: 'On another account, of its amount and last five:',
            })}{' '}
        {isPast || !mayChoose
          ? say({
              zh: '由營運人員勾選「證據不符」並說明原因後入帳。',
              en: 'An operator settles by it, past the evidence and with a reason.',
            })
          : null}
      </p>
      {elsewhere.map((one) => (
        <div>
          {mayChoose ? (
            <Line candidate={one} isChosen={typed.includes(String(one.id))} isPast={isPast} />
          ) : (
            <a href={`/bank-transactions/${one.id}`}>
              <Money dollars={one.amount} /> <LastFive of={one.counterparty_last5} />
            </a>
          )}{' '}
          <AccountOf id={one.bank_account} accounts={accounts} />
        </div>
      ))}
    </div>
  )
}

/** Whether any transaction of the order's amount, or of its payer, may pay it. */
export function hasLikely({ order, candidates, elsewhere }: ActsOf<OrderDetail>): boolean {
  const isLikely = (one: Candidate) =>
    !wasFreed(order, one.id) && (isOfAmount(one) || one.reasons.includes('last5'))
  return elsewhere.length > 0 || candidates?.items.some(isLikely) === true
}

/** Whether any transaction has the order's amount, whoever it is of. */
export function hasOfAmount({ candidates }: Pick<ActsOf<OrderDetail>, 'candidates'>): boolean {
  return candidates?.items.some(isOfAmount) === true
}

function isOfAmount({ differs }: Candidate): boolean {
  return !differs.includes('amount')
}

// Another sum has words of its own.
function isPastEvidence({ differs }: Candidate): boolean {
  return differs.some((one) => one !== 'amount')
}

/** The candidates in which nothing differs and that the order was not reversed from. */
export function goodOnes(order: OrderDetail, candidates: Candidates): readonly Candidate[] {
  return (candidates?.items ?? []).filter((one) => isPair(order, one))
}

/** The only one of them; null where there is none. */
export function onlyGood(order: OrderDetail, candidates: Candidates): Candidate | null {
  const good = goodOnes(order, candidates)
  return good.length === 1 ? (good[0] ?? null) : null
}

/** How an order is marked whose money it waits for and has come; null where it has not. */
export function arrivalOf({ order, candidates, rivals }: ActsOf<OrderDetail>): Arrival {
  const good = order.status === 'pending' ? goodOnes(order, candidates) : []
  const [first] = good
  if (first === undefined) return null
  // Money on its account is a collection's own, whatever waits on another.
  const isRivalled = isCollection(order) ? isOfOperators({ rivals }) : rivals.length > 0
  if (isRivalled || good.some(isDoubted)) return ['care', unsureLabel]
  if (isCollection(order) && good.some((one) => isOfOther(order, one)))
    return ['care', otherNameLabel]
  if (good.length > 1) return ['care', severalLabel]
  const isAside = isCollection(order) && order.collection_status === 'exception'
  return ['done', isAside ? arrivedLabel : readyLabel]
}

/** Whether the service is in doubt whose a transaction is: switches alone are no doubt. */
export function isDoubted({ doubts }: Pick<Candidate, 'doubts'>): boolean {
  return doubts?.some((doubt) => doubt !== 'no_order' && !isOfSwitch(doubt)) === true
}

const isOfSwitch = (doubt: Doubt) => switchDoubts.some((one) => one === doubt)

// Whether nothing of the transaction differs from the order.
function isPair(order: OrderDetail, { id, differs, reasons }: Candidate): boolean {
  return differs.length === 0 && reasons.includes('amount') && !wasFreed(order, id)
}

/** Whether the order was reversed from that transaction. */
function wasFreed({ events }: OrderDetail, id: number): boolean {
  return events.some(({ freed = [] }) => freed.includes(id))
}

// What a refused settlement tells: both figures of what does not hold.
function Differences({ order, chosen }: { order: OrderDetail; chosen: readonly Candidate[] }) {
  const { say, attempt } = useDesk()
  const differs = attempt?.refused?.differs ?? []
  if (differs.length === 0) return null
  const figures = chosen.flatMap((one) => [
    { of: 'last5' as const, ours: order.last5, banks: one.counterparty_last5 },
    { of: 'amount' as const, ours: moneyText(order.amount), banks: moneyText(one.amount) },
  ])
  return (
    <>
      {figures
        .filter(({ of }) => differs.includes(of))
        .map(({ of, ours, banks }) => (
          <p class="problem">
            {say(names[of])}
            {say({
              zh: `：訂單 ${ours || '—'}，銀行 ${banks || '—'}`,
              en: `: order ${ours || '—'}, bank ${banks || '—'}`,
            })}
          </p>
        ))}
    </>
  )
}

type LineProps = {
  readonly candidate: Pick<
    Candidate,
    'id' | 'amount' | 'booked_at' | 'counterparty_last5' | 'counterparty_name'
  > & { readonly day_only?: boolean }
  readonly isChosen: boolean
  /** Whether only an operator settles by it, who says why. */
  readonly isPast: boolean
  /** What its amount is made of, or how much it is more or less than the order's, where these differ. */
  readonly told?: Meaning
}

// A transaction in one line.
function Line({ candidate, isChosen, isPast, told }: LineProps) {
  const { say } = useDesk()
  const { id, amount, booked_at: bookedAt, day_only: dayOnly = false } = candidate
  return (
    <label class="line-offer">
      <input
        type="checkbox"
        id={`transaction-${id}`}
        name="bank_transactions"
        value={String(id)}
        checked={isChosen}
        data-amount={amount}
        data-differs={isPast ? 'differs' : undefined}
      />{' '}
      <b>
        <Money dollars={amount} />
      </b>{' '}
      {told === undefined ? null : <small>{say(told)}</small>}{' '}
      <LastFive of={candidate.counterparty_last5} /> <Foreign text={candidate.counterparty_name} />{' '}
      <Time at={dayOnly ? bookedAt.slice(0, 10) : bookedAt} brief />
    </label>
  )
}

// How another sum of the order's own payer is booked: the control for it appears once it is chosen.
function OtherSum({ order, candidate }: Pick<Offer, 'order' | 'candidate'>) {
  const { say, identity } = useDesk()
  if (!isCollection(order) || order.status !== 'pending' || isPastEvidence(candidate)) return null
  const gap = candidate.amount - order.amount
  const { zh, en } = otherSumLabels[gap < 0 ? 'less' : 'more']
  return (
    <small>
      {identity.role === 'operator'
        ? say({ zh: `勾選它，再勾選「${zh}」`, en: `Tick it, then tick "${en}"` })
        : say({ zh: '由營運人員入帳', en: 'An operator settles it' })}
    </small>
  )
}

/** Debits to the payee of a payout that waits, with no more beside its amount than their bank may take as its fee. */
export function linesWithFee({ order, candidates, accounts }: ActsOf<OrderDetail>) {
  if (isCollection(order) || order.status !== 'pending') return []
  return (candidates?.items ?? []).filter((one) => {
    const fee = feeIn(order, one)
    const account = accounts?.find(({ id }) => id === one.bank_account)
    const isOfPayee = one.reasons.includes('last5') && !isPastEvidence(one)
    return isOfPayee && fee > 0 && fee <= (account?.fee_max ?? 0)
  })
}

const feeIn = ({ amount }: OrderDetail, candidate: Candidate) =>
  dollarSum([-candidate.amount, -amount])

// A debit with the bank's fee, and the tick that books the fee; the script ticks it with the debit.
function DebitWithFee({
  order,
  candidate,
  isChosen,
}: Pick<Offer, 'order' | 'candidate' | 'isChosen'>) {
  const { say } = useDesk()
  const { typed = [] } = useField('fee', undefined)
  const fee = feeIn(order, candidate)
  const [paid, more] = [moneyText(order.amount), moneyText(fee)]
  const id = `transaction-${candidate.id}-fee`
  return (
    <div>
      <Line
        candidate={candidate}
        isChosen={isChosen}
        isPast={false}
        told={{ zh: `出款 ${paid} + 手續費 ${more}`, en: `paid ${paid} + fee ${more}` }}
      />
      <p class="field flag">
        <input
          type="checkbox"
          id={id}
          name="fee"
          value={String(fee)}
          checked={isChosen && typed.includes(String(fee))}
          data-fee-of={`transaction-${candidate.id}`}
        />
        <label for={id}>
          {say({ zh: `其中 ${more} 是銀行手續費`, en: `${more} of it is the fee of the bank` })}
        </label>
      </p>
      <Freed order={order} id={candidate.id} />
    </div>
  )
}

const gapOf = (dollars: number): Meaning =>
  dollars < 0
    ? { zh: `少 ${moneyText(-dollars)}`, en: `${moneyText(-dollars)} less` }
    : { zh: `多 ${moneyText(dollars)}`, en: `${moneyText(dollars)} more` }

// The boxes above and this field have one name: their values are one list.
function OtherTransactions({ offered }: { offered: readonly Candidate[] }) {
  const { typed = [] } = useField('bank_transactions', undefined)
  const named = typed.filter((text) => !offered.some(({ id }) => String(id) === text))
  return (
    <TextField
      name="bank_transactions"
      again={named.join(', ')}
      label={{ zh: '銀行交易編號', en: 'Numbers of bank transactions' }}
      hint={{ zh: '多個以逗號分隔', en: 'Several are separated by commas' }}
      maxlength={1000}
    />
  )
}

type Offer = {
  readonly order: OrderDetail
  readonly candidate: Candidate
  readonly isChosen: boolean
  /** Whether only an operator settles by it, who says why. */
  readonly isPast: boolean
  readonly accounts: Accounts
}

function Offered({ order, candidate, isChosen, isPast, accounts }: Offer) {
  const { say } = useDesk()
  const { id, amount, reasons, differs, booked_at: bookedAt, day_only: dayOnly } = candidate
  // What is unknown on one side differs from nothing.
  const isKnown = order.last5 !== '' && candidate.counterparty_last5 !== ''
  const markOf = (reason: CandidateReason) => {
    if (reasons.includes(reason)) return 'same'
    return differs.includes(reason) && (reason !== 'last5' || isKnown) ? 'differs' : undefined
  }
  const people = namesOf(order)
  const rows: readonly Compared[] = [
    {
      of: 'amount',
      mark: markOf('amount'),
      ours: <Money dollars={order.amount} />,
      banks: <Money dollars={amount} />,
    },
    {
      of: 'last5',
      mark: markOf('last5'),
      ours: order.last5 || '—',
      banks: candidate.counterparty_last5 || '—',
    },
    {
      of: 'in_time',
      mark: markOf('in_time'),
      ours: <Time at={order.created_at} brief />,
      banks: <Time at={dayOnly ? bookedAt.slice(0, 10) : bookedAt} brief />,
    },
    {
      of: 'account',
      mark: markOf('account'),
      ours: <AccountOf id={order.bank_account} accounts={accounts} />,
      banks: <AccountOf id={candidate.bank_account} accounts={accounts} />,
    },
    {
      of: 'name',
      mark: markOf('name') ?? (isOfOther(order, candidate) ? 'differs care' : undefined),
      told: namesake(order, candidate),
      ours: <Names people={people} />,
      banks: <Foreign text={candidate.counterparty_name} />,
    },
  ]
  return (
    <div class="offer">
      <label>
        <input
          type="checkbox"
          id={`transaction-${id}`}
          name="bank_transactions"
          value={String(id)}
          checked={isChosen}
          data-amount={amount}
          data-differs={isPast ? (isPair(order, candidate) ? 'rival' : 'differs') : undefined}
          aria-describedby={`transaction-${id}-about`}
        />{' '}
        <span>
          <b>
            <Money dollars={amount} />
          </b>{' '}
          <small title={String(id)} class="sum">
            {say({ zh: '交易 ', en: 'transaction ' })}
            {shortNumber(String(id))}
          </small>
        </span>
      </label>
      <table id={`transaction-${id}-about`}>
        <thead>
          <tr>
            <td />
            <th scope="col">{say({ zh: '訂單', en: 'The order' })}</th>
            <th scope="col">{say({ zh: '銀行交易', en: 'The bank' })}</th>
          </tr>
        </thead>
        <tbody>
          {rows.toSorted(differingFirst).map((row) => (
            <Row {...row} />
          ))}
          {candidate.memo === '' ? null : (
            <tr>
              <th scope="row">{say({ zh: '備註', en: 'Memo' })}</th>
              <td colspan={2}>
                <LongText text={candidate.memo} />
              </td>
            </tr>
          )}
        </tbody>
      </table>
      <p class="badges">
        <Freed order={order} id={id} />
        <FitsBetter of={candidate} />
        {reasons
          .filter((one) => isRemark(one) && !(isPast && one === 'only_candidate'))
          .map((reason) => (
            <Badge tone={reason === 'late' ? 'care' : 'busy'}>{say(reasonLabels[reason])}</Badge>
          ))}
      </p>
      <NotByItself of={candidate} />
    </div>
  )
}

// It came before: it is no new deposit.
function Freed({ order, id }: { order: OrderDetail; id: number }) {
  const { say } = useDesk()
  if (!wasFreed(order, id)) return null
  return (
    <Badge tone="care">
      {say({ zh: '此訂單曾從這筆交易沖正', en: 'This order was reversed from it' })}
    </Badge>
  )
}

// What the service has against the transaction that looks like this order's own.
function NotByItself({ of: { doubts, reasons } }: { of: Candidate }) {
  const { say } = useDesk()
  if (!doubts?.length || !reasons.includes('amount') || !reasons.includes('last5')) return null
  return (
    <ul class="hint">
      {doubts.map((doubt) => (
        <li>{say(doubtLabels[doubt])}</li>
      ))}
    </ul>
  )
}

// Whose money it looks like: another order that waits for this amount of this payer.
function FitsBetter({ of: { fits_better: tradeNo } }: { of: Pick<Candidate, 'fits_better'> }) {
  const { say } = useDesk()
  if (tradeNo === null) return null
  return (
    <a href={`/collections/${tradeNo}`}>
      {say({ zh: '更符合另一筆訂單', en: 'Fits another order better' })}
    </a>
  )
}

// No evidence, and yet what a person looks at: whoever paid has none of the names that the order has.
function isOfOther(order: OrderDetail, { counterparty_name: name }: Candidate): boolean {
  return isOfAnother(
    namesOf(order).map((one) => one.name),
    name,
  )
}

type Mark = 'same' | 'differs' | 'differs care' | undefined

// What an order and a transaction say of one thing.
type Compared = {
  readonly of: keyof typeof names
  readonly mark: Mark
  /** What is said of the mark, where its own word says too little. */
  readonly told?: Meaning | null
  readonly ours: Child
  readonly banks: Child
}

const isDifferent = ({ mark }: Compared) => Number(mark?.startsWith('differs') ?? false)
const differingFirst = (one: Compared, other: Compared) => isDifferent(other) - isDifferent(one)

function Row({ of, mark, told, ours, banks }: Compared) {
  const { say } = useDesk()
  return (
    <tr class={mark}>
      <th scope="row">{say(names[of])}</th>
      <td>{ours}</td>
      <td>
        <span>{banks}</span>
        {mark === undefined ? null : <small>{say(told ?? markLabels[mark])}</small>}
      </td>
    </tr>
  )
}

// Each with whose it is, where there are two.
function Names({ people }: { people: readonly PartyName[] }) {
  const { say } = useDesk()
  if (people.length === 0) return <>—</>
  return (
    <>
      {people.map(({ whose, name }) => (
        <span>
          {people.length === 1 ? null : <small>{say(whose)} </small>}
          <Foreign text={name} />
        </span>
      ))}
    </>
  )
}

// An order may name two people, of whom the transaction's is one: which one is told.
function namesake(order: OrderDetail, { counterparty_name: name }: Candidate): Meaning | null {
  const people = namesOf(order)
  const found = people.find((one) => plainName(one.name) === plainName(name))
  if (found === undefined || people.length === 1) return null
  const { zh, en } = found.whose
  return { zh: `與${zh}相符`, en: `same as the ${en.toLowerCase()}` }
}

const isRemark = (reason: CandidateReason) =>
  reason === 'late' || reason === 'only_candidate' || reason === 'settled_unbacked'

const names = {
  amount: { zh: '金額', en: 'Amount' },
  last5: { zh: '末五碼', en: 'Last five' },
  in_time: { zh: '時間', en: 'Time' },
  account: { zh: '帳戶', en: 'Account' },
  name: { zh: '姓名', en: 'Name' },
}

const markLabels = {
  same: { zh: '相符', en: 'same' },
  differs: { zh: '不符', en: 'differs' },
  'differs care': { zh: '不符', en: 'differs' },
}
