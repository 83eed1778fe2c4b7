/**
 * Thrown by a signed operation whose write met a merchant that is no longer as it was authenticated (decisions §2,
 * "Freshness"). Nothing was written: the request is authenticated again, and the operation runs once more.
 */
export class MerchantChanged extends Error {}
