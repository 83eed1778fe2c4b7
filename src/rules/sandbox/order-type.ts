import type { RequestOf } from '../../contract/endpoint.ts'
import type { sandboxOutcome } from '../../contract/sandbox/outcome-endpoint.ts'
import type { OrderType } from '../orders/order-identity.ts'

type OrderReference = Pick<RequestOf<typeof sandboxOutcome>, 'type' | 'orderid' | 'serial_no'>

/** The kind of order of a request: the given one, else by the own number that only one kind has. */
export function orderTypeOf({ type, orderid, serial_no: serialNo }: OrderReference): OrderType {
  return type ?? (serialNo !== '' && orderid === '' ? 'payout' : 'collection')
}
