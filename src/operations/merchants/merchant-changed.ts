/**
 * Thrown by a signed operation whose write found that the merchant had changed since it was authenticated (decisions
 * §2, "Freshness"). Nothing was written: the request is authenticated again, and the operation runs once more.
 */
export class MerchantChanged extends Error {}
