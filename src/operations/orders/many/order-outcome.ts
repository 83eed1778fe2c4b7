import type { Context } from '../../../context.ts'
import { faultText } from '../../../contract/log-redaction.ts'
import { Refusal, type RefusalCode, type RefusalDetails } from '../../../contract/refusals.ts'
import type { Meaning } from '../../../units/language.ts'
import { refusalOfFailure } from '../../answer-in-time.ts'

/** The outcome of one of several orders: done, or refused with its details. */
export type OrderOutcome<Done extends string> = {
  readonly trade_no: string
  readonly outcome: Done | RefusalCode
  readonly message?: Meaning
  /** The settled amount, in dollars. */
  readonly paid_amount?: number
} & Pick<RefusalDetails, 'taken_by' | 'held_by' | 'differs' | 'approval_id'>

/** Runs an order's command. A refusal or a fault is its outcome and stops no other order. */
export async function outcomeOf<Done extends string>(
  { log }: Context,
  tradeNo: string,
  work: () => Promise<Omit<OrderOutcome<Done>, 'trade_no'>>,
): Promise<OrderOutcome<Done>> {
  try {
    return { trade_no: tradeNo, ...(await work()) }
  } catch (error) {
    const refusal = error instanceof Refusal ? error : refusalOfFailure(error)
    if (refusal === null) log({ event: 'order_fault', trade_no: tradeNo, fault: faultText(error) })
    const { code, meaning, details } = refusal ?? new Refusal('internal_error')
    return { trade_no: tradeNo, outcome: code, message: meaning, ...carriedBy(details) }
  }
}

function carriedBy({ taken_by, held_by, differs, approval_id }: RefusalDetails) {
  return {
    ...(taken_by === undefined ? {} : { taken_by }),
    ...(held_by === undefined ? {} : { held_by }),
    ...(differs === undefined ? {} : { differs }),
    ...(approval_id === undefined ? {} : { approval_id }),
  }
}
