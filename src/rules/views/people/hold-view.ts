import { secondsToTaipei } from '../../../units/taipei-time.ts'
import type { Hold } from '../../merchants/hold.ts'
import { isTestId } from '../../orders/order-identity.ts'

/** A hold as the back office sees it (back office §6). */
export function holdView(hold: Hold) {
  return {
    id: hold.id,
    merchant_uid: hold.merchantUid,
    user_id: hold.userId,
    account_no: hold.accountNo,
    trade_no: hold.tradeNo,
    reason: hold.reason,
    case_no: hold.caseNo,
    actor: hold.actor,
    created_at: secondsToTaipei(hold.createdAt),
    lifted_at: secondsToTaipei(hold.liftedAt),
    lifted_by: hold.liftedBy,
    lift_reason: hold.liftReason,
    test: isTestId(hold.id),
  }
}
