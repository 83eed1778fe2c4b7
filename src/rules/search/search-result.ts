import type { SearchKind, SearchMatch } from '../../contract/back-office/search.ts'
import type { MatchingStatus } from '../../contract/orders/order-statuses.ts'
import { toAmount } from '../../units/money.ts'
import { nameContains } from '../../units/plain-name.ts'
import { secondsToTaipei } from '../../units/taipei-time.ts'
import { mayUseAccount } from '../banking/bank-account.ts'
import type { DepositMarks } from '../banking/deposit-marks.ts'
import type { Actor } from '../people/principal.ts'

/** A search hit. Amount in hundredths, time in UTC seconds. */
export type SearchHit = {
  readonly kind: SearchKind
  readonly name: string
  readonly matchedOn: SearchMatch
  /** The names of the payer, payee or holder; the first non-empty one is shown. */
  readonly parties: readonly string[]
  /** The last five digits of their account, or of one of ours; "" for none. */
  readonly last5: string
  /** The merchant's number of an order; "" for none. */
  readonly orderNo: string
  /** Our account. */
  readonly bankAccountId: number | null
  /** Null without a merchant. */
  readonly merchantUid: string | null
  /** The collection of a link, or the order of a bank transaction; absent otherwise. */
  readonly tradeNo?: string
  /** The id of an order, or of a bank transaction's order. */
  readonly orderId: number | null
  readonly amount: number | null
  readonly status: string
  /** What a pending collection waits for; absent otherwise. */
  readonly waitsFor?: MatchingStatus | 'expired'
  /** Whether the money of a pending collection has come, and whether a hold keeps it; absent for all else. */
  readonly marks?: { readonly deposits: DepositMarks; readonly held: boolean }
  readonly createdAt: number
  /** Whether it waits for a person. */
  readonly waits: boolean
}

/** A hit, and whether it is a test merchant's. */
export type RankableHit = SearchHit & { readonly test: boolean }

/** The reader, whether it sees everything, and its accounts. */
export type ReaderAccess = {
  readonly reader: Actor
  readonly everything: boolean
  readonly accounts: ReadonlySet<number>
}

/** An actor's access to one database with these accounts; agents see those that they may use. */
export function readerAccessOf(
  reader: Actor,
  accounts: readonly { readonly id: number; readonly agents: readonly string[] }[],
): ReaderAccess {
  const usable = accounts.filter((account) => mayUseAccount(account, reader))
  const everything = reader.role !== 'agent'
  return { reader, everything, accounts: new Set(usable.map(({ id }) => id)) }
}

/** Of the hits by digits or amount those with the name, and all others; all hits without a name. */
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

/** The hits, each once: waiting ones first, then the newest, at most `limit`. */
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

/** A hit for the back office (back office §7). */
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
  marks,
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
    ...marks,
    created_at: secondsToTaipei(createdAt),
    matched_on: matchedOn,
    test,
  }
}
