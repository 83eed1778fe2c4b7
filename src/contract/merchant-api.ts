import { queryBalance } from './account.ts'
import { createCollection, queryCollection } from './collections.ts'
import type { AnyEndpoint } from './endpoint.ts'
import { createPayout, queryPayout } from './payouts.ts'

/** Every endpoint of the merchant API that is signed, in the order of §4. */
export const signedEndpoints: readonly AnyEndpoint[] = [
  createCollection,
  queryCollection,
  createPayout,
  queryPayout,
  queryBalance,
]
