import { env } from 'cloudflare:workers'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { signedJson } from '../../../scripts/client/merchant-client.ts'
import type { Context, MerchantContext } from '../../../src/context.ts'
import { merchantApi } from '../../../src/http/merchant-api.ts'
import { showBridgeLink } from '../../../src/operations/links/bridge-link.ts'
import { createPlainLink } from '../../../src/operations/links/create-payment-link.ts'
import { createMerchant } from '../../../src/operations/merchants/manage-merchant.ts'
import { readMerchant } from '../../../src/operations/merchants/read-merchant.ts'
import { logUnusableKeys, resealSecrets } from '../../../src/operations/merchants/reseal-secrets.ts'
import { showKeys } from '../../../src/operations/merchants/show-keys.ts'
import type { Settings } from '../../../src/settings.ts'
import { openMerchantDatabase } from '../../../src/store/database.ts'
import { encryptSecret, keyMark } from '../../../src/store/merchants/secret-encryption.ts'
import { fullD1 } from '../../support/failing-database.ts'
import { interruptedD1, watchedD1 } from '../../support/watched.ts'
import { aLink } from '../support/links.ts'
import { inEveryDatabase } from '../support/minute.ts'
import { damageSecret, encryptedSecretOf, unmarkSecret } from '../support/secrets.ts'
import {
  aContext,
  aMerchant,
  answerOf,
  expectRefused,
  failingDatabase,
  json,
  newCaches,
  operator,
  paths,
  post,
  rotateShop,
  rows,
} from '../support/service.ts'
import { bindings, databases } from '../support/three-databases.ts'

// The steps of docs/runbooks/rotate-keys.md. In each of them isolates of two versions serve at once.

const oldKey = env.SECRETS_KEY
const newKey = btoa('the new key of thirty-two bytes!')
const lastKey = btoa('one more key of thirty-two bytes')

const steps = {
  before: { secretsKey: oldKey, otherSecretsKeys: [] },
  /** Every isolate learns to read both. */
  both: { secretsKey: oldKey, otherSecretsKeys: [newKey] },
  /** The new one seals. */
  swapped: { secretsKey: newKey, otherSecretsKeys: [oldKey] },
  after: { secretsKey: newKey, otherSecretsKeys: [] },
} as const satisfies Record<string, Partial<Settings>>

type Line = Readonly<Record<string, unknown>>

/** An isolate of a version, with caches of its own and its log. */
function anIsolateOf(keys: Partial<Settings>, d1: D1Database = env.DB) {
  const log: Line[] = []
  const db = openMerchantDatabase(d1)
  const real = aContext({ db, log: (entry) => log.push(entry) })
  const context: MerchantContext = { ...real, settings: { ...real.settings, ...keys } }
  return { context, log }
}

async function secretsOf(context: Context, uid: string) {
  const known = await readMerchant({ ...context, caches: newCaches() }, uid)
  if (known === null) throw new Error(`there is no ${uid}`)
  return known.secrets
}

async function resealAll(context: MerchantContext) {
  for (let run = 0; run < 20; run += 1) {
    await resealSecrets(context)
    const [{ under_other_keys: left } = { under_other_keys: 0 }] = (await showKeys(context))
      .databases
    if (left === 0) return
  }
  throw new Error('20 runs were not enough')
}

describe('two versions that serve at once', () => {
  test.each([
    ['before', 'both'],
    ['both', 'swapped'],
    ['swapped', 'after'],
  ] as const)('%s and %s read what either has sealed', async (one, other) => {
    // Where the old key goes, all is sealed anew before.
    if (other === 'after') await resealAll(anIsolateOf(steps.swapped).context)
    const versions = [anIsolateOf(steps[one]), anIsolateOf(steps[other])]
    for (const { context: sealing } of versions) {
      const uid = `K${crypto.randomUUID().slice(0, 12)}`
      const first = await createMerchant(sealing, operator, { uid, name: 'Shop' })
      const { api_secret: second } = await rotateShop(uid, 600, { context: sealing })
      for (const { context } of versions) {
        expect(await secretsOf(context, uid)).toMatchObject({
          newest: second,
          previous: { secret: first.api_secret },
        })
      }
    }
  })

  test('a version that only knows the old key cannot read what the new one has sealed: both come first', async () => {
    const uid = `K${crypto.randomUUID().slice(0, 12)}`
    await createMerchant(anIsolateOf(steps.swapped).context, operator, { uid, name: 'Shop' })
    const { context } = anIsolateOf(steps.before)
    await expect(secretsOf(context, uid)).rejects.toMatchObject({ code: 'unavailable' })
    expect(await secretsOf(anIsolateOf(steps.both).context, uid)).toBeDefined()
    await resealAll(anIsolateOf(steps.both).context)
  })
})

describe('secrets under the old key', () => {
  test('are sealed anew, newest and previous, without a new version; then the old key may go', async () => {
    const shop = await aMerchant()
    const { api_secret: newest } = await rotateShop(shop.uid, 600)
    const [before] = await merchantRow(shop.uid)
    const { context, log } = anIsolateOf(steps.swapped)
    const [{ under_other_keys: waiting } = { under_other_keys: 0 }] = (await showKeys(context))
      .databases
    expect(waiting).toBeGreaterThanOrEqual(2)
    await resealSecrets(context)
    expect(log).toEqual([{ event: 'secrets_resealed', database: 0, count: waiting, remaining: 0 }])
    const [after] = await merchantRow(shop.uid)
    const mark = await keyMark(newKey)
    expect(after?.secret).toMatch(new RegExp(`^${mark.replace(/[+]/g, '\\+')}\\.`))
    expect(after?.previous_secret?.slice(0, 8)).toBe(mark)
    const { secret: _, previous_secret: __, ...rest } = after ?? {}
    expect(before).toMatchObject(rest)
    expect((await showKeys(context)).databases).toEqual([
      { database: 0, under_other_keys: 0, unreadable: 0 },
    ])
    const { context: last } = anIsolateOf(steps.after)
    expect(await secretsOf(last, shop.uid)).toMatchObject({
      newest,
      previous: { secret: shop.secret },
    })
    await resealAll(anIsolateOf(steps.both).context)
  })

  test('are found by a run that has none left as fast as by the first: it reads a row for each key', async () => {
    const { context, log } = anIsolateOf(steps.before)
    await resealAll(context)
    log.length = 0
    await resealSecrets(context)
    expect(log).toEqual([])
  })

  test('are up to 400 a key and run, the next one does the rest', async () => {
    const uids = Array.from({ length: 450 }, () => `K${crypto.randomUUID().slice(0, 12)}`)
    const [{ uid: any } = { uid: '' }] = [await aMerchant()]
    await copies(any, uids)
    const { context, log } = anIsolateOf(steps.swapped)
    await resealSecrets(context)
    await resealSecrets(context)
    await resealAll(context)
    const [first, second] = log.filter(({ event }) => event === 'secrets_resealed')
    // The previous ones of other tests come on top.
    expect(Number(first?.count)).toBeGreaterThanOrEqual(400)
    expect(Number(first?.count)).toBeLessThan(450)
    expect(Number(first?.remaining)).toBeGreaterThanOrEqual(50)
    expect(Number(second?.count)).toBeGreaterThanOrEqual(50)
    for (const uid of uids.slice(0, 5)) {
      expect(await secretsOf(anIsolateOf(steps.after).context, uid)).toBeDefined()
    }
    await resealAll(anIsolateOf(steps.both).context)
    await rows(`delete from merchants where name = 'Copy'`)
  })

  test('from before check values are given one', async () => {
    const shop = await aMerchant()
    await unmarkSecret(shop.uid)
    const { context } = anIsolateOf(steps.before)
    expect((await showKeys(context)).databases).toMatchObject([{ under_other_keys: 1 }])
    await resealSecrets(context)
    expect((await encryptedSecretOf(shop.uid)).slice(0, 9)).toBe(`${await keyMark(oldKey)}.`)
    expect((await secretsOf(context, shop.uid)).newest).toBe(shop.secret)
  })

  test('of which one is damaged are sealed anew but that one, which is named', async () => {
    const [broken, whole] = [await aMerchant(), await aMerchant()]
    const repair = await damageSecret(broken.uid)
    const { context, log } = anIsolateOf(steps.swapped)
    await resealSecrets(context)
    expect(log.filter(({ event }) => event === 'secret_damaged')).toEqual([
      { event: 'secret_damaged', database: 0, merchant: broken.uid, count: 1 },
    ])
    expect((await showKeys(context)).databases).toMatchObject([{ under_other_keys: 1 }])
    expect((await secretsOf(anIsolateOf(steps.after).context, whole.uid)).newest).toBe(whole.secret)
    await repair()
    await resealAll(anIsolateOf(steps.both).context)
  })

  test('are sealed anew in each database, also when another one is down', async () => {
    const uid = `K${crypto.randomUUID().slice(0, 12)}`
    const real = aContext()
    const all = databases.map((one) => openMerchantDatabase(one))
    const three = { ...real, databases: all, caches: newCaches() }
    await createMerchant(three, operator, { uid, name: 'Shop', database: 2 })
    expect(Object.keys(bindings)).toContain('DB_2')
    const [first, , third] = all
    if (first === undefined || third === undefined) throw new Error('three databases')
    const down = [first, openMerchantDatabase(failingDatabase()), third]
    const settings = { ...real.settings, ...steps.swapped }
    const swapped: Context = { ...three, databases: down, settings }
    await inEveryDatabase(swapped, resealSecrets)
    expect((await showKeys(swapped)).databases).toEqual([
      { database: 0, under_other_keys: 0, unreadable: 0 },
      { database: 1, under_other_keys: null, unreadable: null },
      { database: 2, under_other_keys: 0, unreadable: 0 },
      { database: 15, under_other_keys: 0, unreadable: 0 },
    ])
    await inEveryDatabase(
      { ...three, settings: { ...real.settings, ...steps.both } },
      resealSecrets,
    )
  })
})

test('a key that goes too early is reported each minute, and all is well once it is back', async () => {
  const shop = await aMerchant()
  const { context, log } = anIsolateOf({ secretsKey: lastKey, otherSecretsKeys: [] })
  await resealSecrets(context)
  expect(log).toEqual([{ event: 'secrets_unreadable', database: 0, count: expect.any(Number) }])
  const [{ unreadable } = { unreadable: 0 }] = (await showKeys(context)).databases
  expect(unreadable).toBe(log[0]?.count)
  expect(unreadable).toBeGreaterThan(0)
  const early = { ...env, SECRETS_KEY: lastKey }
  expectRefused(await post(shop, paths.balance, {}, early), 503, 'unavailable')
  const back = { ...env, SECRETS_KEY: lastKey, SECRETS_KEY_OTHERS: oldKey }
  expect((await post(shop, paths.balance, {}, back)).status).toBe(200)
})

test('a text among the keys that is no key is left aside and reported, and refuses nothing', async () => {
  const shop = await aMerchant()
  const mistyped = { ...env, SECRETS_KEY_OTHERS: ` ${newKey},\n${oldKey} nonsense ${newKey}\n` }
  expect((await post(shop, paths.balance, {}, mistyped)).status).toBe(200)
  const { contextFrom } = await import('../../../src/context.ts')
  const { settings } = contextFrom(mistyped)
  expect(settings).toMatchObject({
    otherSecretsKeys: [newKey],
    otherLinkSigningKeys: [],
    unusableKeys: ['SECRETS_KEY_OTHERS'],
  })
  const { context, log } = anIsolateOf(settings)
  logUnusableKeys(context)
  await resealSecrets(context)
  expect(log).toMatchObject([{ event: 'key_unusable', setting: 'SECRETS_KEY_OTHERS' }])
})

test('a merchant’s first request with a new secret counts, also when that was sealed anew since it was read', async () => {
  const shop = await aMerchant()
  const { api_secret: secret } = await rotateShop(shop.uid, 600)
  const { context } = anIsolateOf(steps.both)
  await readMerchant(context, shop.uid)
  await resealAll(anIsolateOf(steps.swapped).context)
  expect((await ask(context, shop.uid, secret)).status).toBe(200)
  expect(await merchantRow(shop.uid)).toMatchObject([{ secret_in_use: 1 }])
  await resealAll(context)
})

test('a first request with a new secret is answered where a full database cannot note it', async () => {
  const { uid } = await aMerchant()
  const shop = { uid, secret: (await rotateShop(uid, 600)).api_secret }
  const full = { ...env, DB: fullD1(env.DB) }
  expect((await post(shop, paths.balance, {}, full)).status).toBe(200)
  expect(await merchantRow(uid)).toMatchObject([{ secret_in_use: 0 }])
  expect((await post(shop, paths.balance)).status).toBe(200)
  expect(await merchantRow(uid)).toMatchObject([{ secret_in_use: 1 }])
})

test('a new secret that a merchant gets while its old one is sealed anew is kept', async () => {
  const shop = await aMerchant()
  const { context: rotating } = anIsolateOf(steps.swapped)
  let newest = ''
  // Between what the job has read and what it stores.
  const slow = interruptedD1(env.DB, /^update merchants set secret/, async () => {
    newest = (await rotateShop(shop.uid, 600, { context: rotating })).api_secret
  })
  await rotateShop(shop.uid, 0, { context: anIsolateOf(steps.both).context })
  await resealSecrets(anIsolateOf(steps.swapped, slow).context)
  await resealAll(rotating)
  expect(newest).not.toBe('')
  expect((await secretsOf(anIsolateOf(steps.after).context, shop.uid)).newest).toBe(newest)
  await resealAll(anIsolateOf(steps.both).context)
})

// The walk's command takes more.
const runs = { numRuns: Math.ceil(Number(env.WALK_OPERATIONS) / 40) }
const patience = { timeout: 7_200_000 }

test(
  'however runs of the job, new secrets and first requests interleave, no secret is lost and none unreadable',
  patience,
  async () => {
    const action = fc.constantFrom('rotate', 'use', 'reseal', 'read')
    const plan = fc.array(
      fc.record({ action, merchant: fc.nat(2), version: fc.constantFrom('both', 'swapped') }),
      { minLength: 3, maxLength: 14 },
    )
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), plan, async (scheduler, actions) => {
        const shops = await Promise.all([aMerchant(), aMerchant(), aMerchant()])
        const gated = gate(env.DB, scheduler)
        const versions = {
          both: anIsolateOf(steps.both, gated).context,
          swapped: anIsolateOf(steps.swapped, gated).context,
        }
        const newest = shops.map(({ secret }) => secret)
        const turns = shops.map(() => Promise.resolve())
        const issued = new Set(newest)
        const principal = async ({ action, merchant, version }: (typeof actions)[number]) => {
          const { uid } = shops[merchant] ?? { uid: '' }
          const context = { ...versions[version], caches: newCaches() }
          if (action === 'read') expect(issued).toContain((await secretsOf(context, uid)).newest)
          if (action === 'use') {
            expect((await ask(context, uid, newest[merchant] ?? '')).status).toBe(200)
            expect(await merchantRow(uid)).toMatchObject([{ secret_in_use: 1 }])
          }
          if (action === 'rotate') {
            const { api_secret: secret } = await rotateSecretNoting(context, uid, issued)
            newest[merchant] = secret
          }
        }
        // What one merchant does comes one after the other, beside the others and the runs of the job.
        const done = actions.map((one) => {
          if (one.action === 'reseal') return resealSecrets(versions[one.version])
          const turn = (turns[one.merchant] ?? Promise.resolve()).then(() => principal(one))
          turns[one.merchant] = turn
          return turn
        })
        await scheduler.waitFor(Promise.all(done))
        await resealAll(anIsolateOf(steps.swapped).context)
        const { context: after } = anIsolateOf(steps.after)
        for (const [n, { uid }] of shops.entries()) {
          expect((await secretsOf(after, uid)).newest).toBe(newest[n])
        }
        await resealAll(anIsolateOf(steps.both).context)
      }),
      runs,
    )
  },
)

describe('what a link was signed with before', () => {
  const signs = {
    before: { linkSigningKey: oldKey, otherLinkSigningKeys: [] },
    both: { linkSigningKey: oldKey, otherLinkSigningKeys: [newKey] },
    swapped: { linkSigningKey: newKey, otherLinkSigningKeys: [oldKey] },
    after: { linkSigningKey: newKey, otherLinkSigningKeys: [] },
  } as const

  test.each([
    ['before', 'both'],
    ['both', 'swapped'],
    ['swapped', 'swapped'],
    ['swapped', 'after'],
  ] as const)('of %s is accepted by %s, and the answer repeats it', async (signing, checking) => {
    // Links of before the swap have ended before the old key goes.
    const shop = await aMerchant()
    const { context } = anIsolateOf(signs[signing])
    const { context: other } = anIsolateOf(signs[checking])
    for (const [one, two] of [
      [context, other],
      [other, context],
    ] as const) {
      const { session, sign } = await aSignedLink(one, shop.uid)
      const shown = await showBridgeLink(two, session, { link_sign: sign.toUpperCase() })
      expect(shown.link_sign).toBe(sign)
    }
  })

  test('is refused once its key is gone, as is any other sign', async () => {
    const shop = await aMerchant()
    const { session, sign } = await aSignedLink(anIsolateOf(signs.before).context, shop.uid)
    const { context } = anIsolateOf(signs.after)
    const { context: both } = anIsolateOf(signs.swapped)
    const wrong = showBridgeLink(context, session, { link_sign: sign })
    await expect(wrong).rejects.toMatchObject({ code: 'validation_error' })
    const forged = showBridgeLink(both, session, { link_sign: 'a'.repeat(64) })
    await expect(forged).rejects.toMatchObject({ code: 'validation_error' })
  })

  test('is signed anew where the request is repeated after the swap; both signs are accepted', async () => {
    const shop = await aMerchant()
    const { context } = anIsolateOf(signs.both)
    const { context: swapped } = anIsolateOf(signs.swapped)
    const link = aLink()
    const first = await aSignedLink(context, shop.uid, link)
    const again = await aSignedLink(swapped, shop.uid, link)
    expect(again.session).toBe(first.session)
    expect(again.sign).not.toBe(first.sign)
    for (const { sign } of [first, again]) {
      for (const one of [context, swapped]) {
        expect(await showBridgeLink(one, first.session, { link_sign: sign })).toMatchObject({
          link_sign: sign,
        })
      }
    }
  })

  async function aSignedLink(context: MerchantContext, uid: string, fields = aLink()) {
    const known = await readMerchant(context, uid)
    if (known === null) throw new Error(`there is no ${uid}`)
    const request = { ...absent, ...fields } as Parameters<typeof createPlainLink>[0]['request']
    const { data } = await createPlainLink({
      context,
      merchant: known.merchant,
      request,
      earlier: null,
    })
    return { session: data.third_party_session, sign: data.redirect.query_params.link_sign }
  }

  const absent = {
    channel: '',
    member_phone: '',
    member_account: '',
    payer_name: '',
    payer_bank_code: '',
    payer_account_last5: '',
    return_url: '',
    extra: '',
  }
})

type MerchantRow = {
  secret: string
  previous_secret: string | null
  secret_in_use: number
  version: number
}

function merchantRow(uid: string): Promise<MerchantRow[]> {
  return rows('select * from merchants where uid = ?', uid)
}

async function ask(context: MerchantContext, uid: string, secret: string) {
  const request = new Request(`https://pay.example${paths.balance}`, {
    method: 'POST',
    headers: json,
    body: signedJson(uid, secret),
  })
  return answerOf(await merchantApi(request, new URL(request.url), context))
}

// Its secret may be read before the answer has come.
async function rotateSecretNoting(context: MerchantContext, uid: string, issued: Set<string>) {
  let drawn = ''
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
  const random = () => {
    const chance = Math.random()
    drawn += letters.charAt(Math.floor(chance * letters.length))
    issued.add(drawn)
    return chance
  }
  return rotateShop(uid, 600, { context: { ...context, random } })
}

/** The same database, whose calls begin in an order that the scheduler draws. */
function gate(d1: D1Database, scheduler: fc.Scheduler): D1Database {
  return watchedD1(d1, (run) => scheduler.schedule(Promise.resolve()).then(run))
}

/** Copies of a merchant under other uids, each with a secret of its own. */
async function copies(of: string, uids: readonly string[]): Promise<void> {
  const columns = (await rows<{ name: string }>(`select name from pragma_table_info('merchants')`))
    .map(({ name }) => name)
    .filter((name) => !['id', 'uid', 'name', 'secret'].includes(name))
  const sealed = await Promise.all(
    uids.map((uid) => encryptSecret(oldKey, uid, `secret of ${uid}`)),
  )
  await rows(
    `insert into merchants (uid, name, secret, ${columns})
     select value ->> 0, 'Copy', value ->> 1, ${columns} from json_each(?), merchants where uid = ?`,
    JSON.stringify(uids.map((uid, n) => [uid, sealed[n]])),
    of,
  )
}
