import type { Context, MerchantContext } from '../context.ts'
import type { EarlierRequest } from '../contract/orders/earlier-request.ts'
import type { Merchant } from '../rules/merchants/merchant.ts'
import type { Principal } from '../rules/people/principal.ts'

/** With what a call of the back office is carried out, and in whose name. */
export type Command = { readonly context: Context; readonly principal: Principal }

/** The same, in the database that its records are in. */
export type MerchantCommand = Command & { readonly context: MerchantContext }

/** A merchant's signed request. */
export type MerchantRequest<Request> = {
  readonly context: MerchantContext
  readonly merchant: Merchant
  readonly request: Request
}

/**
 * A request that creates, with what one in earlier names means at each creating endpoint (decisions §2, "Replays").
 */
export type CreationRequest<Request> = MerchantRequest<Request> & {
  readonly earlier: EarlierRequest | null
}
