import type { Context, MerchantContext } from '../context.ts'
import type { EarlierRequest } from '../contract/orders/earlier-request.ts'
import type { Merchant } from '../rules/merchants/merchant.ts'
import type { Principal } from '../rules/people/principal.ts'

/** The context of a back-office call, and the person in whose name it is carried out. */
export type Command = { readonly context: Context; readonly principal: Principal }

/** A command in the database of its records. */
export type MerchantCommand = Command & { readonly context: MerchantContext }

export type MerchantRequest<Request> = {
  readonly context: MerchantContext
  readonly merchant: Merchant
  readonly request: Request
}

/** A creating request, with its meaning in earlier names at each creating endpoint (decisions §2, "Replays"). */
export type CreationRequest<Request> = MerchantRequest<Request> & {
  readonly earlier: EarlierRequest | null
}
