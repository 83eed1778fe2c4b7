import type { MerchantClient } from './client.ts'
import type { Operations } from './contract.ts'
import { Refused } from './errors.ts'

type Page = Operations['queryLedger']['answer']['data']

/** The merchant's ledger over a range of days. */
export type Ledger = {
  /** Oldest first. */
  readonly entries: Page['items']
  readonly opening: Page['opening']
  readonly closing: Page['closing']
  /** Whether `opening` and the entries add up to `closing`, in each bucket. */
  readonly isBalanced: boolean
}

/**
 * Reads the merchant's ledger from the day `from` to the day `to` (`YYYY-MM-DD` in Taipei), page by page. If an entry
 * with an earlier time is booked meanwhile, which can happen only to the current day, the read is started again, up
 * to three reads in all.
 */
export async function readLedger(
  client: Pick<MerchantClient, 'queryLedger'>,
  days: { readonly from: string; readonly to: string },
): Promise<Ledger> {
  for (let reads = 1; ; reads += 1) {
    try {
      return await readPages(client, days)
    } catch (thrown) {
      const hasMoved = thrown instanceof Refused && 'cursor' in thrown.errors
      if (!hasMoved || reads === 3) throw thrown
    }
  }
}

async function readPages(
  client: Pick<MerchantClient, 'queryLedger'>,
  days: { readonly from: string; readonly to: string },
): Promise<Ledger> {
  const entries: Page['items'][number][] = []
  let page = (await client.queryLedger({ ...days, limit: 200 })).data
  const { opening } = page
  entries.push(...page.items)
  while (page.next_cursor !== null) {
    page = (await client.queryLedger({ ...days, limit: 200, cursor: page.next_cursor })).data
    entries.push(...page.items)
  }
  const { closing } = page
  return { entries, opening, closing, isBalanced: addsUp(entries, opening, closing) }
}

const buckets = ['available', 'frozen', 'unconfirmed'] as const

function addsUp(
  entries: Ledger['entries'],
  opening: Ledger['opening'],
  closing: Ledger['closing'],
): boolean {
  return buckets.every((bucket) => {
    let sum = hundredths(opening[bucket])
    for (const { bucket_from, bucket_to, amount, fee = 0 } of entries) {
      if (bucket_to === bucket) sum += hundredths(amount)
      if (bucket_from === bucket) sum -= hundredths(amount)
      // The fee is taken from the bucket that the money enters, or from the one that it left.
      const payer = bucket_to === 'outside' ? bucket_from : bucket_to
      if (payer === bucket) sum -= hundredths(fee)
    }
    return sum === hundredths(closing[bucket])
  })
}

function hundredths(amount: number): number {
  return Math.round(amount * 100)
}
