import type { SearchKind, SearchMatch } from '../../contract/back-office/search.ts'
import type { MatchingStatus } from '../../contract/orders/order-statuses.ts'
import { toAmount } from '../../units/money.ts'
import { nameContains } from '../../units/plain-name.ts'
import { secondsToTaipei } from '../../units/taipei-time.ts'
import { mayUseAccount } from '../banking/bank-account.ts'
import type { Actor } from '../people/principal.ts'

/** Something that a search has found. Amount in hundredths, time in UTC seconds. */
export type SearchHit = {
  readonly kind: SearchKind
  readonly name: string
  readonly matchedOn: SearchMatch
  /** Who pays, is paid, or holds it, under each of their names; the first that is told is shown. */
  readonly parties: readonly string[]
  /** The last five digits of their account, or of an account of ours; "" where there are none. */
  readonly last5: string
  /** The merchant's number of an order; "" where it is of none. */
  readonly orderNo: string
  /** The account of ours that it is on. */
  readonly bankAccountId: number | null
  /** Null where it is of no merchant. */
  readonly merchantUid: string | null
  /** The collection of a link, and the order that a bank transaction pays; absent for all else. */
  readonly tradeNo?: string
  /** An order's id, or that of the order that a bank transaction pays. */
  readonly orderId: number | null
  readonly amount: number | null
  readonly status: string
  /** What a pending collection waits for; absent for all else. */
  readonly waitsFor?: MatchingStatus | 'expired'
  readonly createdAt: number
  /** Whether it waits for a person. */
  readonly waits: boolean
}

/** The same, with whether it is a test merchant's. */
export type RankableHit = SearchHit & { readonly test: boolean }

/** Who searches, whether it sees everything, and which accounts it may use. */
export type ReaderAccess = {
  readonly reader: Actor
  readonly everything: boolean
  readonly accounts: ReadonlySet<number>
}

/** What an actor sees of one database, whose accounts these are; agents see those that they may use. */
export function readerAccessOf(
  reader: Actor,
  accounts: readonly { readonly id: number; readonly agents: readonly string[] }[],
): ReaderAccess {
  const usable = accounts.filter((account) => mayUseAccount(account, reader))
  const everything = reader.role !== 'agent'
  return { reader, everything, accounts: new Set(usable.map(({ id }) => id)) }
}

/** Of what digits or an amount have found, what has that name, with all else; everything where no name is asked. */
export function filterByName(
  found: readonly SearchHit[],
  name: string | null,
): readonly SearchHit[] {
  if (name === null) return found
  const isByDeposit = ({ matchedOn }: SearchHit) => matchedOn === 'amount' || matchedOn === 'last5'
  return found.filter(
    (one) => !isByDeposit(one) || one.parties.some((party) => nameContains(party, name)),
  )
}

/** What was found, each thing once: what waits first, then the newest, and `limit` at most. */
export function rankHits(found: readonly RankableHit[], limit: number): readonly RankableHit[] {
  const once = new Map<string, RankableHit>()
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
export function searchHitView({
  kind,
  name,
  merchantUid,
  tradeNo,
  parties,
  last5,
  orderNo,
  bankAccountId,
  amount,
  status,
  waitsFor,
  createdAt,
  matchedOn,
  test,
}: RankableHit) {
  const party = parties.find((one) => one !== '')
  return {
    kind,
    name,
    ...(merchantUid === null ? {} : { merchant_uid: merchantUid }),
    ...(tradeNo === undefined ? {} : { trade_no: tradeNo }),
    ...(orderNo === '' ? {} : { merchant_order_no: orderNo }),
    ...(party === undefined ? {} : { party_name: party }),
    ...(last5 === '' ? {} : { last5 }),
    ...(bankAccountId === null ? {} : { bank_account: bankAccountId }),
    ...(amount === null ? {} : { amount: toAmount(amount) }),
    status,
    ...(waitsFor === undefined ? {} : { collection_status: waitsFor }),
    created_at: secondsToTaipei(createdAt),
    matched_on: matchedOn,
    test,
  }
}
