import type { Desk } from '../desk.ts'
import { accountText } from '../merchants/settlement/settlement-section.tsx'
import { type Members, membersOf } from '../parts/members.tsx'
import type { ApprovalDetail } from './approvals.ts'

/**
 * The records that an approval names by a number alone: the settlement account that it removes or pays to, by default
 * the oldest while it waits, and the price that it withdraws. None for any other call.
 */
export async function termsOf(
  desk: Desk,
  { call, path, body, state }: ApprovalDetail,
): Promise<Members> {
  const { id, version } = membersOf(path)
  const at = { path: { uid: String(membersOf(path).uid) } }
  if (call === 'withdrawPricing') {
    const prices = await desk.ask('listPricing', { ...at, query: { limit: '50' } })
    const all = prices.ok ? prices.value.items : []
    const found = all.find((one) => String(one.version) === String(version))
    return { version, valid_from: found?.valid_from, ...found?.pricing }
  }
  if (call !== 'withdraw' && call !== 'removeSettlementAccount') return {}
  const accounts = await desk.ask('listSettlementAccounts', at)
  const named = String(id ?? membersOf(body).settlement_account ?? '')
  const all = accounts.ok ? accounts.value.items : []
  if (named === '' && state !== 'waiting') return {}
  const found = named === '' ? all[0] : all.find((one) => String(one.id) === named)
  return { settlement_account: found === undefined ? named : desk.say(accountText(found)) }
}
