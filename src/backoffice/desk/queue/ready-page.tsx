import { settledAtOnceMax } from '../../../contract/back-office/states.ts'
import type { AnswerOf } from '../../../contract/back-office/table.ts'
import { dollarSum, moneyText } from '../../../units/money.ts'
import { isOfAnother } from '../../../units/plain-name.ts'
import { AccountOf, type Accounts, usableAccounts } from '../banking/accounts/accounts.tsx'
import { type Desk, useDesk } from '../desk.ts'
import { otherNameLabel } from '../labels/order-labels.ts'
import { orderNumber } from '../orders/order-name.ts'
import { Outcomes, outcomeNames } from '../orders/outcomes.tsx'
import { type BoundedCount, countText, type PageContent } from '../page.ts'
import { ChecksField } from '../parts/fields.tsx'
import { ActForm } from '../parts/form.tsx'
import { Pager } from '../parts/list.tsx'
import { Age, Badge, CutNumber, LastFive, Money, OutsideText } from '../parts/values.tsx'
import { HeldMark } from './marks.tsx'
import { queueAddress } from './queue-address.ts'
import { firstReadyPage } from './ready-list.ts'
import { AgentName, type Waiting } from './waiting-list.tsx'

type Ready = AnswerOf<'listReady'>['items'][number]

/** The exact pairs, which a form settles at once, below the outcomes of the previous ones. */
export async function drawReady(desk: Desk): Promise<PageContent> {
  const { bank_account: account = '', cursor = '' } = desk.query
  const query = { bank_account: account, cursor, limit: String(settledAtOnceMax) }
  const [{ items, next_cursor: next }, accounts, names] = await Promise.all([
    desk.need('listReady', { query }),
    usableAccounts(desk),
    outcomeNames(desk),
  ])
  const own = items.filter(isOwnOf(desk, accounts))
  return {
    title: desk.say({ zh: '可入帳', en: 'Ready to settle' }),
    ...(cursor === '' ? { ready: countOf(own, next) } : {}),
    aside: <Outcomes names={names} />,
    main: (
      <>
        {items.length === 0 ? (
          <p class="quiet-text">
            {desk.say({
              zh: '沒有可直接入帳的訂單；確切的款項到帳後會出現在這裡。',
              en: 'Nothing can be settled at once. What has its exact deposit appears here.',
            })}
          </p>
        ) : (
          <ReadyPairs items={items} accounts={accounts} />
        )}
        <Pager next={next} newestFirst={false} />
      </>
    ),
  }
}

/** The number and sum of the pairs that can be settled at once: the same on every page. */
export async function countReady(desk: Desk): Promise<(BoundedCount & { sum: number }) | null> {
  const answer = await firstReadyPage(desk, '')
  if (!answer.ok) return null
  const { items, next_cursor: next } = answer.value
  return countOf(items.filter(await readerSettles(desk)), next)
}

function countOf(own: readonly Ready[], next: string | null) {
  const free = own.filter(({ held }) => !held)
  const sum = dollarSum(free.map(({ amount }) => amount))
  return { count: free.length, sum, isCut: next !== null }
}

/** Whether the reader may settle a pair without changes, once nothing holds it. */
export async function readerSettles(desk: Desk): Promise<(item: Ready) => boolean> {
  return isOwnOf(desk, desk.identity.role === 'agent' ? await usableAccounts(desk) : null)
}

// Only an operator may settle an order that another agent has taken, or that an agent would have to take first. Another
// payer name is no evidence against the order, but a person has to look at it first.
function isOwnOf({ identity }: Desk, accounts: Accounts) {
  const otherHolder = otherHolderFor(identity.name, accounts)
  return (item: Ready) =>
    !hasOtherName(item) && (identity.role !== 'agent' || otherHolder(item) === null)
}

type PairsProps = { readonly items: readonly Ready[]; readonly accounts: Accounts }

// Money from another name needs a reason, which only the order's own form asks for, so it is not preselected here.
function ReadyPairs({ items, accounts }: PairsProps) {
  const { say, may } = useDesk()
  const others = items.filter(hasOtherName)
  const plain = items.filter((item) => !hasOtherName(item))
  const Plain = may('settleCollections') ? ReadyForm : ReadyRows
  return (
    <>
      {plain.length === 0 ? null : <Plain items={plain} accounts={accounts} />}
      {others.length === 0 ? null : (
        <section id="ready-others">
          <h2>
            {say({
              zh: `戶名不同（${others.length}）：請逐筆處理`,
              en: `Other name (${others.length}): settle each by itself`,
            })}
          </h2>
          <ReadyRows items={others} accounts={accounts} />
        </section>
      )}
    </>
  )
}

function ReadyRows({ items, accounts }: PairsProps) {
  const { query } = useDesk()
  return (
    <div class="waiting">
      <ol>
        {items.map((item) => (
          <li>
            <a href={addressOfOrder(query, item)}>
              <ReadyRow item={item} accounts={accounts} isLinked />
            </a>
          </li>
        ))}
      </ol>
    </div>
  )
}

function ReadyForm({ items, accounts }: PairsProps) {
  const desk = useDesk()
  const { say, identity } = desk
  const otherHolder = otherHolderFor(identity.name, accounts)
  const isOwn = isOwnOf(desk, accounts)
  const isKept = (item: Ready) => item.held || !isOwn(item)
  // A person looks first at an order of another agent.
  const isChosen = (item: Ready) => !isKept(item) && otherHolder(item) === null
  const free = items.filter(isChosen)
  const sum = dollarSum(free.map(({ amount }) => amount))
  return (
    <ActForm
      id="ready"
      call="settleCollections"
      button={{ zh: '所選的全部入帳', en: 'Settle what is chosen' }}
      hotkey="s"
      warning={{
        zh: `所選的每筆各自計入其商戶，並立即通知；本頁可選 ${free.length} 筆、${moneyText(sum)}。`,
        en:
          'Each chosen payment is credited to its merchant, which is notified at once. ' +
          `${free.length} can be chosen on this page, ${moneyText(sum)}.`,
      }}
      choice={{
        button: { zh: '入帳 {count} 筆，{sum}', en: 'Settle {count}, {sum}' },
        warning: {
          zh: '每筆各自計入其商戶，並立即通知。',
          en: 'Each is credited to its merchant, which is notified at once.',
        },
      }}
    >
      <p class="buttons">
        <button type="button" class="quiet" data-choose="all" hidden>
          {say({ zh: '全選', en: 'Choose all' })}
        </button>
        <button type="button" class="quiet" data-choose="none" hidden>
          {say({ zh: '全不選', en: 'Choose none' })}
        </button>
      </p>
      <ChecksField
        name="items"
        label={{ zh: '訂單與其款項', en: 'Orders, and their money' }}
        options={items.map((item) => ({
          value: JSON.stringify({
            trade_no: item.trade_no,
            bank_transactions: [item.bank_transaction],
          }),
          checked: isChosen(item),
          disabled: isKept(item),
          isByHand: !isChosen(item),
          amount: item.amount,
          label: <ReadyRow item={item} accounts={accounts} />,
        }))}
      />
    </ActForm>
  )
}

type RowProps = { readonly item: Ready; readonly accounts: Accounts; readonly isLinked?: boolean }

function ReadyRow({ item, accounts, isLinked = false }: RowProps) {
  const { say, identity, query } = useDesk()
  const { collection } = item
  const otherHolder = otherHolderFor(identity.name, accounts)(item)
  const number = <CutNumber text={orderNumber(collection)} />
  return (
    <span class="ready-row" id={`ready-${item.trade_no}`}>
      <span class="row-line">
        <b>
          <Money dollars={item.amount} />
        </b>{' '}
        <span class="cut">
          <OutsideText text={collection.payer_name || collection.user_name} />
          {hasOtherName(item) ? (
            <span class="paid-by">
              {say({ zh: '，匯款人 ', en: ', paid by ' })}
              <OutsideText text={item.counterparty_name} />
            </span>
          ) : null}
        </span>{' '}
        <span class="row-marks">
          <LastFive account={collection.last5} /> <HeldMark order={item} />
        </span>
      </span>{' '}
      <span class="row-line quiet-text">
        {isLinked ? (
          <span class="cut">{number}</span>
        ) : (
          <a class="cut" href={addressOfOrder(query, item)}>
            {number}
          </a>
        )}{' '}
        <AccountOf id={collection.bank_account} accounts={accounts} />{' '}
        <span>
          <Age at={collection.created_at} /> ·{' '}
          {otherHolder === null ? <AgentName agent={collection.agent} /> : null}
          {otherHolder === 'another' ? <Badge tone="care">{collection.agent}</Badge> : null}
          {otherHolder === 'nobody' ? (
            <Badge tone="care">{say(identity.role === 'agent' ? toTake : free)}</Badge>
          ) : null}
        </span>
        {hasOtherName(item) ? <Badge tone="care">{say(otherNameLabel)}</Badge> : null}
      </span>
    </span>
  )
}

// Opened beside the queue, the order shows its own button.
function addressOfOrder(query: Desk['query'], { trade_no: order }: Ready): string {
  return queueAddress({ address: '/desk', query }, { cursor: undefined, order })
}

const toTake = { zh: '須先領取', en: 'Take it first' }
const free = { zh: '無人領取', en: 'Nobody has it' }

// `another` for an order of another agent, `nobody` for one that an agent must take first; null if the reader settles
// it. Any agent may settle an order that the service has matched (matching §2), which it does only on accounts that are
// not off.
function otherHolderFor(name: string, accounts: Accounts) {
  return ({ collection: { agent, bank_account: id } }: Ready) => {
    if (agent !== '') return agent === name ? null : 'another'
    return accounts?.find((one) => one.id === id)?.auto === 'off' ? 'nobody' : null
  }
}

// Whether the bank names another person than the order.
function hasOtherName({ collection, counterparty_name: name }: Ready): boolean {
  return isOfAnother([collection.payer_name, collection.user_name], name)
}

type StripProps = {
  readonly orders: readonly Pick<Waiting, 'amount' | 'held'>[]
  /** Whether there are more than these. */
  readonly isCut: boolean
}

/** The sum that can be settled at once, with a link to the list, for readers who may settle. */
export function ReadyStrip({ orders, isCut }: StripProps) {
  const { say, may, query } = useDesk()
  const free = orders.filter(({ held }) => !held)
  if (free.length === 0 || !may('settleCollections')) return null
  const account = query.bank_account ?? ''
  const count = countText({ count: free.length, isCut })
  return (
    <p class="ready-strip" id="ready-strip">
      <span>
        {say({ zh: `可入帳 ${count} 筆 `, en: `${count} ready to settle ` })}
        <b>
          <Money dollars={dollarSum(free.map(({ amount }) => amount))} />
        </b>
      </span>
      <a
        class="button"
        href={account === '' ? '/desk/ready' : `/desk/ready?bank_account=${account}`}
      >
        {say({ zh: '一次入帳多筆', en: 'Settle several at once' })}
      </a>
    </p>
  )
}
