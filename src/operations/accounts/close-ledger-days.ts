import type { Context, MerchantContext } from '../../context.ts'
import { faultText } from '../../contract/log-redaction.ts'
import { closeDays, lastPass, notePass } from '../../store/accounts/ledger-days.ts'
import { taipeiDay } from '../../units/taipei-time.ts'
import { withSandbox } from '../merchant-contexts.ts'

/**
 * Writes what stood at the end of each day that is over, for merchants that had entries that day: what their ledger
 * opens and closes with (decisions §7, "A merchant's own books"). A run is bounded, the next one does the rest; without
 * a row the sum is taken from the entries meanwhile.
 */
export async function closeLedgerDays(context: Context): Promise<void> {
  await Promise.all(withSandbox(context).map(closeOrLog))
}

// An outage of one database must not delay the days of the others.
async function closeOrLog(context: MerchantContext): Promise<void> {
  try {
    await closeIn(context)
  } catch (error) {
    const { databaseNumber } = context
    context.log({ event: 'ledger_not_closed', database: databaseNumber, fault: faultText(error) })
  }
}

async function closeIn({ db, ...context }: MerchantContext): Promise<void> {
  const now = Math.floor(context.now() / 1000)
  const today = taipeiDay(now)
  const pass = await lastPass(db)
  if (pass !== null && (pass.day > today || (pass.day === today && pass.merchantId === null))) {
    return
  }
  let after: number | null = pass?.day === today ? (pass.merchantId ?? 0) : 0
  for (let step = 0; step < stepsMax && after !== null; step += 1) {
    const { last, isBehind } = await closeDays(db, { after, count: stepSize, before: today, now })
    if (!isBehind) after = last
  }
  await notePass(db, { day: today, merchantId: after })
}

const stepsMax = 40

/** Merchants of one step, each of which it closes one day of: few, because all other requests wait for its query. */
const stepSize = 25
