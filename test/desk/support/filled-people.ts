import { randomUUID } from 'node:crypto'
import type { Examples, Filling } from './filled.ts'
import { aShop, ask, askTwo, type Body, operator, secondOperator } from './shop.ts'

/** Merchants with settings, a product, a person with a role, holds, and approvals in their states. */
export async function fillPeople(filling: Filling): Promise<Readonly<Record<string, Examples>>> {
  const { shop, texts } = filling
  const name = `${randomUUID().slice(0, 8)}@agents.example`
  await askTwo('PUT', `/people/${name}`, { role: 'agent' })
  const product = await ask(operator, 'POST', '/products', {
    sku: randomUUID().slice(0, 8),
    name: texts.product,
    currency: 'HKD',
    price_hkd_cents: 10_000,
  })
  const merchants = { settled: shop.uid, disabled: (await disabledShop(filling)).uid }
  const hold = { merchant_uid: shop.uid, user_id: 'member-9', reason: '警示帳戶', case_no: 'A-1' }
  await ask(operator, 'POST', '/holds', hold)
  const member = { merchant_uid: shop.uid, user_id: 'member-0', reason: '本人要求' }
  const erasure = await askTwo('POST', '/erasures', member)
  return {
    merchants: withStatement(examplesOf('uid', merchants)),
    products: examplesOf('id', { sold: product.id }),
    people: examplesOf('name', { given: name }),
    erasures: examplesOf('id', { begun: erasure.id }),
    approvals: examplesOf('id', await approvals(filling)),
  }
}

/** The same with the first statement of each, which is there from the beginning. */
function withStatement(merchants: Examples): Examples {
  const each = Object.entries(merchants).map(([state, path]) => [state, { ...path, number: '1' }])
  return Object.fromEntries(each)
}

async function disabledShop({ texts }: Filling): Promise<Body> {
  const shop = await aShop(texts.merchant)
  const display = { name: texts.merchant, support_url: 'https://shop.example/help' }
  const amounts = { fixed_amounts: [100, 500], allow_custom: true, custom_min: 1, custom_max: 900 }
  await ask(operator, 'PUT', `/merchants/${shop.uid}/payment-amounts`, amounts)
  await ask(operator, 'POST', `/merchants/${shop.uid}/adjustments`, {
    amount: -12.5,
    bucket: 'available',
    reason: '手續費',
    idempotency_key: randomUUID(),
  })
  const changes = { enabled: false, ip_whitelist: ['10.0.0.0/8'], settings: { display } }
  const asked = await askedBy(operator, shop.uid, changes)
  await ask(secondOperator, 'POST', `/approvals/${asked}/approve`, {})
  return shop
}

/** One that waits by each operator, one that was carried out, one that was not. */
async function approvals({ shop, texts }: Filling) {
  const waiting = await askedBy(operator, (await aShop(texts.merchant)).uid)
  const others = await askedBy(secondOperator, (await aShop(texts.merchant)).uid)
  const rejected = await askedBy(operator, (await aShop(texts.merchant)).uid)
  await ask(secondOperator, 'POST', `/approvals/${rejected}/reject`, { reason: '未經申請' })
  const done = await askedBy(operator, shop.uid, { settings: { trusted: true } })
  await ask(secondOperator, 'POST', `/approvals/${done}/approve`, {})
  return { waiting, others, rejected, done }
}

async function askedBy(actor: string, uid: string, changes?: object): Promise<number> {
  const [method, path] = changes === undefined ? ['POST', '/secret'] : ['PATCH', '']
  const { approval_id } = await ask(actor, method, `/merchants/${uid}${path}`, changes ?? {})
  return approval_id
}

function examplesOf(name: string, values: Readonly<Record<string, string | number>>): Examples {
  const all = Object.entries(values)
  return Object.fromEntries(all.map(([state, value]) => [state, { [name]: String(value) }]))
}
