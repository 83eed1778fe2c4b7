import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { contextFrom } from '../../../src/context.ts'
import type { Identity } from '../../../src/contract/back-office/roles.ts'
import {
  type Answer,
  ann,
  anOperator,
  approvalOf,
  approve,
  ask,
  ben,
  withApprovals,
} from '../support/back-office.ts'
import { aCollection, aPayout, wrongMatch } from '../support/orders.ts'
import { aMerchant, anId, newCaches, rows, setClock } from '../support/service.ts'

// Which calls wait for a second person, and from which amount (back office §5).

const context = withApprovals()
const off = withApprovals({}, { on: false })
const never = withApprovals({}, { from: null })

const waits = ({ as, value }: Answer) => as === null && value.state === 'waiting'

/** A correction of the merchant's books. */
const adjust = (by: Identity, uid: string, amount: number, of = context) =>
  ask(
    of,
    by,
    'adjustBalance',
    { uid },
    { amount, bucket: 'available', reason: 'x', idempotency_key: anId() },
  )

describe('from an amount on', () => {
  test('a correction waits by its absolute amount; one below does not', async () => {
    const { uid } = await aMerchant()
    for (const sign of [1, -1]) {
      expect(waits(await adjust(anOperator(), uid, sign * 9_999_999))).toBe(false)
      expect(waits(await adjust(anOperator(), uid, sign * 10_000_000))).toBe(true)
    }
  })

  test('what one person carried out alone that day counts, on the next day no more', async () => {
    const { uid } = await aMerchant()
    const by = anOperator()
    expect(waits(await adjust(by, uid, 6_000_000))).toBe(false)
    expect(waits(await adjust(by, uid, -4_000_000))).toBe(true)
    expect(waits(await adjust(by, uid, 3_999_999))).toBe(false)
    expect(waits(await adjust(by, uid, 1))).toBe(true)
    expect(waits(await adjust(anOperator(), uid, 4_000_000))).toBe(false)
    setClock(Date.now() + 86_400_000)
    expect(waits(await adjust(by, uid, 6_000_000))).toBe(false)
  })

  test('what a second person approved does not count', async () => {
    const { uid } = await aMerchant()
    const by = anOperator()
    const { value } = await adjust(by, uid, 20_000_000)
    expect((await approve(context, ben, value.approval_id)).error).toBe('')
    expect(waits(await adjust(by, uid, 9_000_000))).toBe(false)
  })

  test('the sums of three databases count together', async () => {
    const bindings = { ...env, DB_1: env.SPARE_1, DB_2: env.SPARE_2 }
    const three = withApprovals({
      databases: contextFrom(bindings).databases,
      caches: newCaches(),
    })
    const by = anOperator()
    const uids: string[] = []
    for (const database of [0, 1, 2]) {
      const uid = `M${crypto.randomUUID().slice(0, 12)}`
      await ask(three, ann, 'createMerchant', {}, { uid, name: 'x', database })
      uids.push(uid)
    }
    const [first = '', second = '', third = ''] = uids
    expect(waits(await adjust(by, first, 4_000_000, three))).toBe(false)
    expect(waits(await adjust(by, second, 4_000_000, three))).toBe(false)
    const asked = await adjust(by, third, 2_000_000, three)
    expect(waits(asked)).toBe(true)
    expect(waits(await adjust(by, third, 1_999_999, three))).toBe(false)
    // An approval is found, and carried out, in the database of its merchant.
    const { approval_id: id } = asked.value
    expect((await approvalOf(three, id)).subject).toEqual({ kind: 'merchant', name: third })
    expect((await approve(three, ben, id)).as).toBe('adjustBalance')
    expect((await approve(three, ben, id)).error).toBe('approval_over')
  })

  test('overrides, short settlements and reversals wait by the larger of two amounts', async () => {
    const shop = await aMerchant()
    const of = async (amount: number) => ({ trade_no: await aCollection(shop, { amount }) })
    const settle = async (amount: number, body: object) =>
      ask(context, anOperator(), 'settleCollection', await of(amount), {
        manual: false,
        override: false,
        ...body,
      })
    expect(waits(await settle(100_000, { override: true }))).toBe(true)
    expect(waits(await settle(99_999, { override: true }))).toBe(false)
    expect(waits(await settle(99_999, { override: true, paid_amount: 10_000_000 }))).toBe(true)
    expect(waits(await settle(100_000, { manual: true, paid_amount: 100 }))).toBe(true)
    expect(waits(await settle(99_999, { manual: true, paid_amount: 100 }))).toBe(false)
    expect(waits(await settle(500_000, { manual: true }))).toBe(false)

    const payout = { trade_no: await aPayout(shop, { amount: 100_000 }) }
    expect(
      waits(await ask(context, anOperator(), 'processPayout', payout, { override: true })),
    ).toBe(true)
    const paid = { trade_no: await aPayout(shop, { amount: 100_000, status: 'processed' }) }
    expect(waits(await ask(context, anOperator(), 'reversePayout', paid, wrongMatch))).toBe(true)

    const declared = { trade_no: await aCollection(shop, { amount: 100_000, status: 'succeeded' }) }
    const accepted = { accept: true, reason: '', override: true }
    expect(waits(await ask(context, anOperator(), 'confirmCollection', declared, accepted))).toBe(
      true,
    )
  })

  test('with a bank account in the order’s database, what an operator pays without transactions', async () => {
    const shop = await aMerchant()
    const order = { trade_no: await aCollection(shop, { amount: 100_000 }) }
    await env.DB.prepare(
      `insert into bank_accounts (
         id, bank_code, account_no, holder_name, agents, merchants, feeds, use, backing, note, state,
         version, waiting_count, waiting_amount, created_at
       ) values (2, '004', '1', 'x', '[]', '[]', '[]', 'both', 'later', '', 'active', 1, 0, 0, 0)`,
    ).run()
    const asked = await ask(context, ann, 'settleCollection', order, {
      manual: false,
      override: false,
    })
    await env.DB.prepare('delete from bank_accounts').run()
    expect(waits(asked)).toBe(true)
  })

  test('none does where APPROVAL_FROM is never', async () => {
    const { uid } = await aMerchant()
    expect(waits(await adjust(ann, uid, 900_000_000, never))).toBe(false)
    expect(await rows('select 1 from carried_out_alone where amount >= 900000000')).toEqual([])
  })
})

describe('always', () => {
  const uidOf = async () => ({ uid: (await aMerchant({ ip_whitelist: ['198.51.100.7'] })).uid })

  const always: Record<string, () => Promise<Answer>> = {
    'a secret’s rotation': async () =>
      ask(never, ann, 'rotateSecret', await uidOf(), { grace_seconds: 60 }),
    'trusted, turned on': async () =>
      ask(never, ann, 'patchMerchant', await uidOf(), { settings: { trusted: true } }),
    'an allow-list, cleared': async () =>
      ask(never, ann, 'patchMerchant', await uidOf(), { ip_whitelist: [] }),
    'an allow-list of all addresses': async () =>
      ask(never, ann, 'patchMerchant', await uidOf(), { ip_whitelist: ['0.0.0.0/0'] }),
    'an allow-list of two halves of all addresses': async () =>
      ask(never, ann, 'patchMerchant', await uidOf(), {
        ip_whitelist: ['0.0.0.0/1', '128.0.0.0/1'],
      }),
    'a display with another support address': async () =>
      ask(never, ann, 'patchMerchant', await uidOf(), {
        settings: { display: { name: '商店', support_url: 'https://elsewhere.example/' } },
      }),
    'a merchant created as trusted': async () =>
      ask(
        never,
        ann,
        'createMerchant',
        {},
        { uid: anId().slice(0, 15), name: 'x', settings: { trusted: true } },
      ),
    'auto of a merchant, to settle': async () =>
      ask(never, ann, 'patchMerchant', await uidOf(), { settings: { auto: 'settle' } }),
    'a merchant created with auto as settle': async () =>
      ask(
        never,
        ann,
        'createMerchant',
        {},
        { uid: anId().slice(0, 15), name: 'x', settings: { auto: 'settle' } },
      ),
    'a role, given': async () =>
      ask(never, ann, 'giveRole', { name: `${anId()}@x.example` }, { role: 'agent' }),
    'a hold, lifted': async () => {
      const account = { account_no: anId(), reason: 'x', case_no: '' }
      const held = await ask(off, ann, 'placeHold', {}, account)
      return ask(never, ann, 'liftHold', { id: String(held.value.id) }, { reason: 'x' })
    },
    'a role, taken away': async () => {
      const name = `${anId()}@x.example`
      await ask(off, ann, 'giveRole', { name }, { role: 'agent' })
      return ask(never, ann, 'takeRole', { name })
    },
  }

  test.each(Object.entries(always))(
    '%s waits, and is carried out as it was sent',
    async (_what, make) => {
      const asked = await make()
      expect(waits(asked)).toBe(true)
      const { approval_id: id } = asked.value
      const shown = await approvalOf(context, id)
      expect(shown.state).toBe('waiting')
      const approved = await approve(never, ben, id)
      expect(approved).toMatchObject({ as: shown.call, error: '' })
      expect((await approvalOf(context, id)).state).toBe('done')
    },
  )

  test('a change of a merchant’s other settings waits for nobody', async () => {
    const path = await uidOf()
    const changes = [
      { enabled: false },
      { ip_whitelist: ['203.0.113.0/24'] },
      { name: 'y' },
      { settings: { trusted: false } },
      { settings: { rate_limit: 'high' } },
      { settings: { auto: 'assign' } },
      { settings: { auto: 'off' } },
    ]
    for (const change of changes) {
      expect(waits(await ask(context, ann, 'patchMerchant', path, change))).toBe(false)
    }
  })

  test('a merchant that waits to be created is nowhere', async () => {
    const uid = `T${anId().slice(0, 12)}`
    const asked = await ask(
      context,
      ann,
      'createMerchant',
      {},
      { uid, name: 'x', settings: { trusted: true } },
    )
    expect((await ask(context, ann, 'showMerchant', { uid })).error).toBe('not_found')
    expect(await rows('select 1 from directory where uid = ?', uid)).toEqual([])
    await approve(context, ben, asked.value.approval_id)
    const created = await ask(context, ann, 'showMerchant', { uid })
    expect(created.value.settings.trusted).toBe(true)
  })

  test('a secret is in the approver’s answer, and nowhere in the database', async () => {
    const { uid } = await aMerchant()
    const asked = await ask(context, ann, 'rotateSecret', { uid }, { grace_seconds: 60 })
    expect(Object.keys(asked.value).sort()).toEqual(['approval_id', 'state'])
    const { value } = await approve(context, ben, asked.value.approval_id)
    expect(value.api_secret).toMatch(/^\w{40}$/)
    const found = await rows(
      `select 1 from approvals where instr(body || path || coalesce(before, ''), ?1)
       union all select 1 from journal where instr(coalesce(before, '') || coalesce(after, ''), ?1)
       union all select 1 from merchants where instr(secret, ?1)`,
      value.api_secret,
    )
    expect(found).toEqual([])
  })

  test('nothing does while approvals are off', async () => {
    const path = await uidOf()
    expect(
      (await ask(off, ann, 'rotateSecret', path, { grace_seconds: 0 })).value.api_secret,
    ).toMatch(/\w/)
    expect((await ask(off, ann, 'patchMerchant', path, { ip_whitelist: [] })).error).toBe('')
    expect(waits(await adjust(ann, path.uid, 900_000_000, off))).toBe(false)
  })
})
