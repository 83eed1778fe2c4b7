type StoredProduct = {
  readonly id: number
  /** "" for a product of the platform. */
  readonly merchantUid: string
  readonly sku: string
  readonly name: string
  readonly currency: string
  readonly priceHkdCents: number
}

/** A product as outsiders see it (§2.8). */
export function productView(product: StoredProduct) {
  return {
    id: String(product.id),
    uid: product.merchantUid,
    sku: product.sku,
    name: product.name,
    currency: product.currency,
    price_hkd_cents: product.priceHkdCents,
  }
}
