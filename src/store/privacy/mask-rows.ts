import { lt } from 'drizzle-orm'
import { firstAttemptField } from '../callbacks/attempts.ts'
import { commit, type MerchantDatabase } from '../database.ts'
import { lateAnswers } from '../schema.ts'
import { rowsOf, sqlText } from '../sql-text.ts'
import { keyWithoutPayer } from './erased-payer.ts'

// Masking keeps whether a field had a value: an empty field stays empty. Numbers, amounts, times, events, entries and
// proofs stay.

const masked = (column: string) => `${column} = iif(${column} = '', '', '***')`

const personalLinkFields = [
  'memberName',
  'memberAccount',
  'memberPhone',
  'memberEmail',
  'payerName',
  'payerAccountNo',
  'payerAccountLast5',
] as const

/** Whether a link's content has an unmasked value. */
export const isUnmaskedLink = (content: Readonly<Record<string, unknown>>): boolean =>
  content.extra !== '' ||
  personalLinkFields.some((name) => !['', '***'].includes(String(content[name] ?? '')))

const payerFields = [...['account', 'last5', 'name'].map((of) => `counterparty_${of}`), 'memo']

const maskedFields = personalLinkFields.map(
  (name) => `'$.${name}', iif(content ->> '${name}' = '', '', '***')`,
)

const maskedContent = `content = json_set(content, ${maskedFields.join(', ')}, '$.extra', '')`

export type MemberRecord = {
  readonly id: number
  readonly merchantId: number
  readonly userId: string
}

/** An erasure under way, as a step needs it. */
type OpenErasure = MemberRecord & { readonly after: number; readonly lastId: number }

/** The records of a step: the next ones of each kind. */
export type StepPage = {
  readonly orders: readonly MemberRecord[]
  readonly links: readonly MemberRecord[]
  /** Approvals by `id`, with their subjects. */
  readonly approvals: readonly { readonly id: number; readonly subject: string }[]
  /** Archived orders, and collections of archived links, each by the record's id. */
  readonly archived: readonly ArchivedKeys[]
  readonly archivedLinks: readonly ArchivedKeys[]
}

/** An archived order or link: its id, its order's id, and their object. */
export type ArchivedKeys = Readonly<Record<'id' | 'orderId' | 'merchantId' | 'objectId', number>>

/** The erasures under way, the least advanced first. */
export async function openErasures(db: MerchantDatabase): Promise<readonly OpenErasure[]> {
  const [found] = await rowsOf(db, [findOpen({})] as const)
  return found
}

const findOpen = sqlText<Readonly<Record<string, never>>, OpenErasure>(`
  select id, merchant_id as merchantId, user_id as userId, after_id as after, last_id as lastId
  from erasures where ended_at is null order by after_id limit 2000
`)

/** The next records after an id, up to a limit of each kind. */
export async function readStep(
  db: MerchantDatabase,
  page: { readonly after: number; readonly rows: number },
): Promise<StepPage> {
  const [orders, links, approvals, archived, archivedLinks] = await rowsOf(db, [
    nextOrders(page),
    nextLinks(page),
    nextApprovals(page),
    nextArchived(page),
    nextArchivedLinks(page),
  ] as const)
  return { orders, links, approvals, archived, archivedLinks }
}

type Page = Parameters<typeof readStep>[1]

// A payout is no member's: only its callback's answers are masked, by their age.
const nextOrders = sqlText<Page, MemberRecord>(`
  select id, merchant_id as merchantId, user_id as userId from collections where id > :after
  union all
  select id, merchant_id, '' from payouts where id > :after
  order by id limit :rows
`)

const nextLinks = sqlText<Page, MemberRecord>(`
  select id, merchant_id as merchantId, content ->> 'memberNo' as userId from payment_links
  where id > :after order by id limit :rows
`)

const nextApprovals = sqlText<Page, StepPage['approvals'][number]>(`
  select id, subject from approvals where id > :after order by id limit :rows
`)

const archivedRow = 'id as orderId, merchant_id as merchantId, object_id as objectId'

const nextArchived = sqlText<Page, ArchivedKeys>(`
  select id, ${archivedRow} from archived_orders where id > :after order by id limit :rows
`)

const nextArchivedLinks = sqlText<Page, ArchivedKeys>(`
  select link_id as id, ${archivedRow} from archived_orders
  where link_id > :after and link_id is not null order by link_id limit :rows
`)

/** The members of the existing collections with these ids. */
export async function membersOf(
  db: MerchantDatabase,
  ids: readonly number[],
): Promise<readonly MemberRecord[]> {
  if (ids.length === 0) return []
  const [found] = await rowsOf(db, [findMembers({ ids: JSON.stringify(ids) })] as const)
  return found
}

const findMembers = sqlText<Ids, MemberRecord>(`
  select id, merchant_id as merchantId, user_id as userId from collections
  where id in (select value from json_each(:ids))
`)

/** A step's counts for an erasure. */
type Progress = { readonly id: number; readonly orders: number; readonly links: number }

/**
 * Masks records by their ids, and moves the erasures of a step on to `end`, in one batch; an erasure ends there if its
 * last record is before it. A step that another run has taken counts nothing twice.
 */
export async function maskRecords(
  db: MerchantDatabase,
  step: {
    readonly orders: readonly number[]
    readonly links: readonly number[]
    readonly approvals: readonly number[]
    readonly erasures: readonly Progress[]
    readonly after: number
    readonly end: number
    readonly now: number
  },
): Promise<void> {
  const [orders, links, approvals] = [step.orders, step.links, step.approvals].map((ids) => ({
    ids: JSON.stringify(ids),
  })) as [Ids, Ids, Ids]
  const { after, end, now } = step
  await commit(db, [
    maskNumbers(orders),
    maskPostings(orders),
    maskTransactions(orders),
    ...maskAnswers({ ...orders, before: Number.MAX_SAFE_INTEGER }),
    maskNotes(orders),
    maskApprovals(approvals),
    forgetSlots(orders),
    maskCollections(orders),
    maskLinks(links),
    moveErasures({ erasures: JSON.stringify(step.erasures), after, end, now }),
  ])
}

type Ids = { readonly ids: string }

const linesOfOrders = `
  select transactions.value from json_each(:ids) as orders
  cross join events on events.order_id = orders.value
  cross join json_each(events.fact, '$.bankTransactions') as transactions`

// Masks the bank's lines of members' payments.
const maskTransactions = sqlText<Ids>(`
  update bank_transactions set
    counterparty_account = '***', counterparty_last5 = '', counterparty_name = '***',
    ${masked('memo')}, posted_as = iif(posted_as is null, null, '[]'),
    line_key = iif(line_key is null, null, ${keyWithoutPayer('line_key')})
  where id in (${linesOfOrders}) and order_id in (select value from json_each(:ids))
`)

// Masks the requests to a second person about lines posted by hand. The index has text of no affinity, hence the `+`.
const maskPostings = sqlText<Ids>(`
  update approvals set body = json_replace(body, ${['read', 'sent']
    .flatMap((form) => payerFields.map((name) => `$.${form}.${name}`))
    .map((field) => `'${field}', iif(body ->> '${field}' = '', '', '***')`)
    .join(', ')})
  where id in (
    select posted.id from bank_transactions as line
    left join bank_transaction_numbers as other on other.transaction_id = line.id
    cross join approvals as posted on posted.call = 'postTransaction'
      and posted.body ->> '$.read.external_id' in (+line.external_id, +other.external_id)
      and posted.body ->> '$.read.bank_account' = line.bank_account_id
    where line.id in (${linesOfOrders}) and line.order_id in (select value from json_each(:ids))
  )
`)

const maskNumbers = sqlText<Ids>(`
  update bank_transaction_numbers set posted_as = '[]' where transaction_id in (
    select id from bank_transactions
    where id in (${linesOfOrders}) and order_id in (select value from json_each(:ids))
  )
`)

/** Orders, and the time (UTC seconds) before which their attempts' answers are masked. */
type Answers = Ids & { readonly before: number }

const maskAnswers = (orders: Answers) =>
  [maskFirstAnswers(orders), maskOtherAnswers(orders)] as const

// An acknowledging answer is the word that the interface prescribes.
const isUnmaskedFirst = `order_id in (select value from json_each(:ids))
    and ${firstAttemptField('answer')} <> '' and ${firstAttemptField('outcome')} <> 'delivered'`
const isUnmaskedOther = `order_id in (select value from json_each(:ids))
    and answer <> '' and outcome <> 'delivered'`

const maskFirstAnswers = sqlText<Answers>(`
  update callbacks set first_attempt = json_set(first_attempt, '$.answer', '')
  where ${isUnmaskedFirst} and coalesce(${firstAttemptField('startedAt')}, 0) < :before
`)

const maskOtherAnswers = sqlText<Answers>(`
  update callback_attempts set answer = '' where ${isUnmaskedOther} and started_at < :before
`)

// A note may contain anything; its existence, author and time stay.
const maskNotes = sqlText<Ids>(`
  update journal set after = json_object('text', '***')
  where action = 'note' and subject in (
    select trade_no from collections where id in (select value from json_each(:ids))
  )
`)

const maskApprovals = sqlText<Ids>(`
  update approvals set before = null where id in (select value from json_each(:ids))
`)

// A slot's key contains its payer's digits.
const forgetSlots = sqlText<Ids>(`
  delete from slots where (last5, order_id) in (
    select last5, id from collections
    where id in (select value from json_each(:ids)) and last5 <> ''
  )
`)

const maskCollections = sqlText<Ids>(`
  update collections set
    ${masked('user_name')}, ${masked('counterparty_account')}, last5 = '', extra = ''
  where id in (select value from json_each(:ids))
`)

// A link whose amount its member has not picked ends: the order would be its masked payer's.
const maskLinks = sqlText<Ids>(`
  update payment_links set ${maskedContent},
    state = iif(state = 'open' and collection_id is null, 'expired', state),
    ends_at = iif(collection_id is null, null, ends_at)
  where id in (select value from json_each(:ids))
`)

const moveErasures = sqlText<{
  readonly erasures: string
  readonly after: number
  readonly end: number
  readonly now: number
}>(`
  update erasures set
    orders = orders + (value ->> 'orders'), links = links + (value ->> 'links'),
    after_id = :end, ended_at = iif(last_id <= :end, :now, null)
  from json_each(:erasures)
  where erasures.id = value ->> 'id' and after_id = :after
`)

/** The id up to which old records are masked. */
export async function retainedUpTo(db: MerchantDatabase): Promise<number> {
  const [[found]] = await rowsOf(db, [findRetained({})] as const)
  return found?.after ?? 0
}

const findRetained = sqlText<Readonly<Record<string, never>>, { readonly after: number }>(
  'select after_id as after from retention where id = 1',
)

/** Orders by their ids, and the time (UTC seconds) before which their attempts' answers are old. */
type OldAnswers = { readonly orders: readonly number[]; readonly before: number }

/**
 * Empties the old answers of orders' attempts and masks links, by their ids; all up to `end` are then done but for
 * younger answers, which are noted.
 */
export async function maskOld(
  db: MerchantDatabase,
  {
    links,
    after,
    end,
    ...old
  }: OldAnswers & Readonly<Record<'after' | 'end', number>> & { readonly links: readonly number[] },
): Promise<void> {
  await commit(db, [
    ...maskOldAnswers(old),
    maskEndedLinks({ ids: JSON.stringify(links) }),
    moveRetention({ after, end }),
  ])
}

/** Orders with a noted answer from before that time (UTC seconds), at most `limit`. */
export async function findLateAnswers(
  db: MerchantDatabase,
  { before, limit }: { readonly before: number; readonly limit: number },
): Promise<readonly number[]> {
  const { orderId, answeredAt } = lateAnswers
  const found = await db
    .select({ orderId })
    .from(lateAnswers)
    .where(lt(answeredAt, before))
    .orderBy(answeredAt)
    .limit(limit)
  return found.map((late) => late.orderId)
}

/** Empties the old answers of orders that were noted, and notes their younger ones. */
export async function maskLate(db: MerchantDatabase, old: OldAnswers): Promise<void> {
  await commit(db, maskOldAnswers(old))
}

function maskOldAnswers({ orders, before }: OldAnswers) {
  const answers = { ids: JSON.stringify(orders), before }
  return [forgetLate(answers), ...maskAnswers(answers), noteLate(answers)] as const
}

// An order may have been archived again: its answers are emptied when it comes back.
const forgetLate = sqlText<Ids>(`
  delete from late_answers where order_id in (select value from json_each(:ids))
    and not exists (select 1 from archived_orders where id = order_id)
`)

const noteLate = sqlText<Ids>(`
  insert into late_answers (order_id, answered_at)
  select order_id, min(at) from (
    select order_id, ${firstAttemptField('startedAt')} as at from callbacks where ${isUnmaskedFirst}
    union all
    select order_id, started_at from callback_attempts where ${isUnmaskedOther}
  ) group by order_id
`)

/** Notes an answer at that time (UTC seconds) to a callback of an order that is masked by its age already. */
export const noteLateAnswer = sqlText<{ readonly orderId: number; readonly answeredAt: number }>(`
  insert into late_answers (order_id, answered_at)
  select :orderId, :answeredAt where exists (select 1 from retention where id = 1 and after_id >= :orderId)
  on conflict do nothing
`)

const maskEndedLinks = sqlText<Ids>(`
  update payment_links set ${maskedContent}
  where id in (select value from json_each(:ids)) and state <> 'open'
`)

// A migration may let it begin again meanwhile.
const moveRetention = sqlText<Readonly<Record<'after' | 'end', number>>>(`
  insert into retention (id, after_id) values (1, :end)
  on conflict (id) do update set after_id = excluded.after_id where after_id = :after
`)
