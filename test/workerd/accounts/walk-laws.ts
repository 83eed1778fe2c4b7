import type { Home } from '../support/walk/homes.ts'

// What holds in a database of the walk: some of it after each round of operations, all of it at the end.

/** What is wrong after a round of operations that began at that time (UTC seconds): nothing is, by the law of fees. */
export async function unsoundAfter(home: Home, before: Balances, since: number): Promise<object[]> {
  const broken = await Promise.all([unsoundSums(home), unsoundChains(home)])
  return [...broken.flat(), ...(await overdrawnSince(home, before, since))]
}

/** What is available to each merchant over all channels; hundredths. */
type Balances = ReadonlyMap<number, number>

/** What is available now. */
export async function balancesOf({ rows }: Home): Promise<Balances> {
  const found = await rows<{ merchant: number; available: number }>(
    'select merchant_id as merchant, sum(available) as available from balances group by 1',
  )
  return new Map(found.map(({ merchant, available }) => [merchant, available]))
}

/**
 * Merchants that went below zero, or further below, without an entry that may take them there: a reversal, a correction,
 * a payout that needs no balance or was paid. The creation of a withdrawal never may.
 */
async function overdrawnSince(home: Home, before: Balances, since: number): Promise<object[]> {
  const now = await balancesOf(home)
  const further = [...now].filter(
    ([merchant, available]) => available < Math.min(0, before.get(merchant) ?? 0),
  )
  const allowed = await Promise.all(
    further.map(([merchant]) =>
      home.rows(
        `select 1 from ledger_entries join merchants on merchants.id = merchant_id
         where merchant_id = ? and at >= ? and from_bucket = 'available'
           and not (kind = 'withdrawal' and seq = 1)
           and not (kind = 'payout' and seq = 1 and payout_requires_balance)
         limit 1`,
        merchant,
        since,
      ),
    ),
  )
  return further
    .filter((_, place) => allowed[place]?.length === 0)
    .map(([merchant, available]) => ({ merchant, available, was: before.get(merchant) }))
}

/** Statements that do not end with what the one before did and their entries, and entries in no statement. */
function unsoundChains({ rows }: Home): Promise<object[]> {
  return rows(
    `with changes as (
       select merchant_id, coalesce(statement, 0) as number, sum(
         iif(from_bucket = 'outside', amount, 0) - iif(to_bucket = 'outside', amount, 0) - fee
       ) as changed
       from ledger_entries group by 1, 2
     ), ends as (
       select merchant_id, number, available + frozen + unconfirmed as balances from statements
       union all
       select merchants.id, statement, coalesce(sum(available + frozen + unconfirmed), 0)
       from merchants left join balances on merchant_id = merchants.id group by 1
     ), moves as (
       select merchant_id, number,
         balances - coalesce(lag(balances) over (partition by merchant_id order by number), 0) as moved
       from ends
     )
     select 'statement' as what, * from moves full join changes using (merchant_id, number)
     where moved is null or moved <> coalesce(changed, 0)`,
  )
}

/** Merchants whose buckets and fees are not what came from outside less what went there. */
function unsoundSums({ rows }: Home): Promise<object[]> {
  return rows(
    `with sums as (
       select merchant_id, sum(available + frozen + unconfirmed + collection_fees + payout_fees
         + withdrawal_fees + corrected_fees) as kept from balances group by 1
     ), flows as (
       select merchant_id, sum(iif(from_bucket = 'outside', amount, 0) - iif(to_bucket = 'outside', amount, 0)) as came
       from ledger_entries where kind is not 'fee_correction' group by 1
     )
     select * from sums full join flows using (merchant_id) where coalesce(kept, 0) <> coalesce(came, 0)`,
  )
}

/** Order numbers whose links are not all closed while a settlement of one stands, or are closed while none does. */
export function unsoundLinks({ rows }: Home): Promise<object[]> {
  return rows(
    `select links.merchant_id, links.merchant_order_no, count(*) as n, sum(state = 'closed') as closed,
       sum(status <> 'pending') as settled
     from payment_links as links left join collections on collections.id = collection_id
     group by 1, 2
     having closed <> iif(coalesce(settled, 0) > 0, n, 0)`,
  )
}

/** Orders that are not where their newest event led, and reasons that do not fit the state. */
export function unsoundOrders({ rows }: Home): Promise<object[]> {
  return rows(
    `select trade_no, status, collection_status, to_state, reason from collections
     join events on events.order_id = collections.id and events.seq = collections.seq
     where to_state <> status || '/' || collection_status
       or (reason <> '') <> (status = 'pending' and collection_status = 'exception')
     union all
     select trade_no, status, '', to_state, reason from payouts
     join events on events.order_id = payouts.id and events.seq = payouts.seq
     where to_state <> status or (reason <> '') <> (status = 'cancelled')`,
  )
}

/** Merchants that are marked as held without a hold in force, or the other way round. */
export function unsoundHolds({ rows }: Home): Promise<object[]> {
  return rows(
    `select uid, held from merchants where held <> exists (
       select 1 from holds where key = 'merchant:' || uid and lifted_at is null
     )`,
  )
}

/** The holds of accounts, which each database keeps, as a text. */
export async function heldAccounts({ rows }: Home): Promise<string> {
  return JSON.stringify(await rows("select * from holds where account_no <> '' order by id"))
}

/** What accounts say that they have received on their newest day. */
export function receivedOfDay({ rows }: Home): Promise<object[]> {
  return rows(
    `select id as account, day, received as amount from bank_accounts where received <> 0 order by 1`,
  )
}

export function creditsOfDay({ rows }: Home): Promise<object[]> {
  return rows(
    `select bank_account_id as account, day, sum(amount) as amount
     from bank_transactions join bank_accounts on bank_accounts.id = bank_account_id
     where amount > 0 and (booked_at + 28800) / 86400 = day
       and (bank_transactions.created_at + 28800) / 86400 = day
     group by 1 order by 1`,
  )
}
