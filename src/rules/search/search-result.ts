import type { SearchKind, SearchMatch } from '../../contract/back-office/search.ts'
import { toAmount } from '../../units/money.ts'
import { secondsToTaipei } from '../../units/taipei-time.ts'
import { mayUse } from '../banking/bank-account.ts'
import type { Actor } from '../people/principal.ts'

/** Something that a search has found. Amount in hundredths, time in UTC seconds. */
export type SearchHit = {
  readonly kind: SearchKind
  readonly name: string
  readonly matchedOn: SearchMatch
  /** Null where it is of no merchant. */
  readonly merchantUid: string | null
  /** The collection of a link; absent for all else. */
  readonly tradeNo?: string
  readonly amount: number | null
  readonly status: string
  readonly createdAt: number
  /** Whether it waits for a person. */
  readonly waits: boolean
}

/** The same, with whether it is a test merchant's. */
export type Placed = SearchHit & { readonly test: boolean }

/** Who searches, whether it sees everything, and which accounts it may use. */
export type Sight = {
  readonly reader: Actor
  readonly everything: boolean
  readonly accounts: ReadonlySet<number>
}

/** What an actor sees of one database, whose accounts these are; agents see those that they may use. */
export function sightOf(
  reader: Actor,
  accounts: readonly { readonly id: number; readonly agents: readonly string[] }[],
): Sight {
  const usable = accounts.filter((account) => mayUse(account, reader))
  const everything = reader.role !== 'agent'
  return { reader, everything, accounts: new Set(usable.map(({ id }) => id)) }
}

/** What was found, each thing once: what waits first, then the newest, and `limit` at most. */
export function ranked(found: readonly Placed[], limit: number): readonly Placed[] {
  const once = new Map<string, Placed>()
  for (const one of found) {
    const key = `${one.kind} ${one.name}`
    if (!once.has(key)) once.set(key, one)
  }
  return [...once.values()]
    .sort((one, other) => {
      return Number(other.waits) - Number(one.waits) || other.createdAt - one.createdAt
    })
    .slice(0, limit)
}

/** Something found, as the back office shows it (back office §7). */
export function foundView({
  kind,
  name,
  merchantUid,
  tradeNo,
  amount,
  status,
  createdAt,
  matchedOn,
  test,
}: Placed) {
  return {
    kind,
    name,
    ...(merchantUid === null ? {} : { merchant_uid: merchantUid }),
    ...(tradeNo === undefined ? {} : { trade_no: tradeNo }),
    ...(amount === null ? {} : { amount: toAmount(amount) }),
    status,
    created_at: secondsToTaipei(createdAt),
    matched_on: matchedOn,
    test,
  }
}
