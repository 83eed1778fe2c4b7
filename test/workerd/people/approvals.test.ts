import { describe, expect, test } from 'vitest'
import { mayMake } from '../../../src/contract/back-office/call-roles.ts'
import type { Identity } from '../../../src/contract/back-office/roles.ts'
import { calls } from '../../../src/contract/back-office/table.ts'
import { endOldApprovals } from '../../../src/operations/people/expire-approvals.ts'
import { listApprovals } from '../../../src/operations/people/list-approvals.ts'
import {
  ann,
  anOperator,
  approvalOf,
  approve,
  ask,
  ben,
  withApprovals,
} from '../support/back-office.ts'
import { backOfficeOver } from '../support/back-office-http.ts'
import { aBankAccount, aTransaction } from '../support/banking.ts'
import { expectSoundBooks } from '../support/books.ts'
import { inEveryDatabase } from '../support/minute.ts'
import { aCollection, aPayout, eventsOf, wrongMatch } from '../support/orders.ts'
import { aMerchant, anId, rows, type Shop, setClock } from '../support/service.ts'

// Calls that wait for a second person (back office §5).

const context = withApprovals()
const http = backOfficeOver(context)
const settled = { manual: false, override: false }

/** A collection of 100,000 dollars that was settled by an agent's work, and the question to reverse it. */
async function aReversal(shop?: Shop, by = ann) {
  const tradeNo = await aCollection(shop ?? (await aMerchant()), { amount: 100_000 })
  await ask(context, by, 'settleCollection', { trade_no: tradeNo }, settled)
  const asked = await ask(context, by, 'reverseCollection', { trade_no: tradeNo }, wrongMatch)
  expect(asked).toMatchObject({ as: null, value: { state: 'waiting' } })
  return { tradeNo, id: asked.value.approval_id as number }
}

const namesOf = async (tradeNo: string) => (await eventsOf(tradeNo)).map(({ name }) => name)

test('a call that waits has written nothing but its approval, and a second person carries it out', async () => {
  const { tradeNo, id } = await aReversal()
  expect(await namesOf(tradeNo)).toEqual(['created', 'settled'])
  expect(await approvalOf(context, id)).toMatchObject({
    id,
    state: 'waiting',
    call: 'reverseCollection',
    path: { trade_no: tradeNo },
    body: wrongMatch,
    subject: { kind: 'collection', name: tradeNo },
    asked_by: ann.name,
    decided_by: '',
    decided_at: null,
    reason: '',
    seq: 2,
    order_then: { seq: 2, status: 'succeeded' },
    order_now: { seq: 2, status: 'succeeded' },
  })

  const approved = await approve(context, ben, id, { seq: 2 })
  expect(approved).toMatchObject({
    as: 'reverseCollection',
    error: '',
    value: { status: 'pending' },
  })
  const [, , reversed] = await eventsOf(tradeNo)
  expect(reversed).toMatchObject({ name: 'reversed', actor: ann.name })
  expect(JSON.parse(reversed?.fact ?? '')).toMatchObject({ approvedBy: ben.name })
  expect(await approvalOf(context, id)).toMatchObject({
    state: 'done',
    decided_by: ben.name,
    seq: 3,
    order_then: { seq: 2, status: 'succeeded' },
    order_now: { seq: 3, status: 'pending' },
  })
  const shown = await ask(context, ann, 'showCollection', { trade_no: tradeNo })
  expect(shown.value.events.at(-1)).toMatchObject({ actor: ann.name, approved_by: ben.name })
})

test('an order shows whoever sees it which call waits about it: not its body, and no longer than it waits', async () => {
  const { tradeNo, id } = await aReversal()
  const mei = { name: 'mei@platform.example', role: 'agent' } as const
  const waitingAt = async (reader: Identity) =>
    (await ask(context, reader, 'showCollection', { trade_no: tradeNo })).value.waiting_approvals
  const { asked_at, expires_at } = await approvalOf(context, id)
  const told = { id, call: 'reverseCollection', amount: 100_000, asked_by: ann.name }
  expect(await waitingAt(mei)).toEqual([{ ...told, asked_at, expires_at }])
  expect(await waitingAt(ben)).toEqual(await waitingAt(mei))
  for (const call of ['showApproval', 'approve', 'reject'] as const) {
    expect(mayMake('agent', call)).toBe(false)
  }
  const { tradeNo: other } = await aReversal()
  const ofOther = await ask(context, mei, 'showCollection', { trade_no: other })
  expect(ofOther.value.waiting_approvals).toMatchObject([{ asked_by: ann.name }])
  expect(await waitingAt(mei)).toHaveLength(1)
  await ask(context, ben, 'reject', { id: String(id) }, { reason: 'x' })
  expect(await waitingAt(mei)).toEqual([])
  setClock(Date.now() + 86_402_000)
  const after = await ask(context, mei, 'showCollection', { trade_no: other })
  expect(after.value.waiting_approvals).toEqual([])
})

test('the journal has who asked, and who approved what was done', async () => {
  const { tradeNo, id } = await aReversal()
  await approve(context, ben, id)
  const written = await rows(
    `select actor, action, subject, approved_by from journal
     where subject in (?1, ?2) and action <> 'settle' order by id`,
    tradeNo,
    String(id),
  )
  expect(written).toEqual([
    { actor: ann.name, action: 'ask', subject: String(id), approved_by: '' },
    { actor: ann.name, action: 'reverse', subject: tradeNo, approved_by: ben.name },
    { actor: ben.name, action: 'approve', subject: String(id), approved_by: '' },
  ])
})

test('approving, and rejecting, is a row of the approver; who approved finds the asker’s', async () => {
  const [asker, second] = [anOperator(), anOperator()]
  const [done, over] = [await aReversal(undefined, asker), await aReversal(undefined, asker)]
  await approve(context, second, done.id)
  await ask(context, second, 'reject', { id: `${over.id}` }, { reason: '不同意' })
  const journalOf = async (query: object) => {
    const answered = await ask(context, ann, 'listJournal', {}, undefined, {
      query: { limit: 50, ...query },
    })
    return answered.value.items.map(({ actor, action, subject }: Row) => [actor, action, subject])
  }
  type Row = { actor: string; action: string; subject: object }
  const approvalNamed = (id: number) => ({ kind: 'approval', name: String(id) })
  expect(await journalOf({ actor: second.name })).toEqual([
    [second.name, 'reject', approvalNamed(over.id)],
    [second.name, 'approve', approvalNamed(done.id)],
  ])
  const found = [[asker.name, 'reverse', { kind: 'collection', name: done.tradeNo }]]
  expect(await journalOf({ approved_by: second.name })).toEqual(found)
  expect(await journalOf({ approved_by: second.name, actor: asker.name })).toEqual(found)
  expect(await journalOf({ approved_by: second.name, actor: second.name })).toEqual([])
  expect(await journalOf({ approved_by: asker.name })).toEqual([])
})

test('an approval shows every bank transaction that its call names', async () => {
  const account = await aBankAccount()
  const ids: number[] = []
  for (let n = 0; n < 50; n += 1) ids.push(await aTransaction(account, { amount: 200_000 }))
  const shop = await aMerchant()
  const path = { trade_no: await aCollection(shop, { amount: 100_000 }) }
  const call = {
    bank_transactions: ids,
    manual: false,
    override: ['evidence_differs'],
    reason: 'x',
  }
  const asked = await ask(context, ann, 'settleCollection', path, call)
  const shown = await approvalOf(context, asked.value.approval_id)
  expect(shown.bank_transactions.map(({ id }: { id: number }) => id)).toEqual(ids)
  const debit = await aTransaction(account, { amount: -20_000_000 })
  const ignoring = { kind: 'other', reason: 'x', counterpart: ids[0] }
  const aside = await ask(context, ann, 'ignoreTransaction', { id: `${debit}` }, ignoring)
  const named = await approvalOf(context, aside.value.approval_id)
  expect(named.bank_transactions.map(({ id }: { id: number }) => id)).toEqual([ids[0], debit])
  await rows(`delete from bank_transactions`)
  await rows(`delete from bank_accounts`)
})

describe('who may approve', () => {
  test.each([
    ['its asker', ann, 'own_approval'],
    ['a service token', { name: 'service:night-batch', role: 'operator' } as const, 'forbidden'],
  ])('%s may not', async (_who, by, code) => {
    const { tradeNo, id } = await aReversal()
    expect(await approve(context, by, id)).toMatchObject({ error: code })
    expect(await namesOf(tradeNo)).toEqual(['created', 'settled'])
    expect((await approvalOf(context, id)).state).toBe('waiting')
  })

  test('nobody, where there is no such approval', async () => {
    const { id } = await aReversal()
    for (const wrong of [`${id + 2}`, '0', '-1', 'x', '9'.repeat(17), `${id}.5`]) {
      expect(await ask(context, ben, 'approve', { id: wrong }, {})).toMatchObject({
        error: 'not_found',
      })
    }
  })
})

describe('is carried out once', () => {
  test('when it is approved twice', async () => {
    const { tradeNo, id } = await aReversal()
    expect((await approve(context, ben, id)).error).toBe('')
    expect((await approve(context, ben, id)).error).toBe('approval_over')
    expect((await approve(context, ann, id)).error).toBe('own_approval')
    expect(await namesOf(tradeNo)).toEqual(['created', 'settled', 'reversed'])
  })

  test('when fifty approve it at once, and when some reject it meanwhile', async () => {
    for (const rejecting of [0, 10]) {
      const { tradeNo, id } = await aReversal(undefined, anOperator())
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, n) =>
          n < rejecting
            ? ask(context, ann, 'reject', { id: String(id) }, { reason: '不同意' })
            : approve(context, anOperator(), id),
        ),
      )
      const won = answers.filter(({ error }) => error === '')
      expect(won).toHaveLength(1)
      expect(answers.filter(({ error }) => error === 'approval_over')).toHaveLength(49)
      const { state } = await approvalOf(context, id)
      const isDone = won[0]?.as === 'reverseCollection'
      expect(state).toBe(isDone ? 'done' : 'rejected')
      expect(await namesOf(tradeNo)).toEqual([
        'created',
        'settled',
        ...(isDone ? ['reversed'] : []),
      ])
    }
    await expectSoundBooks()
  })

  test('when fifty approve a new secret at once: one of them sees it', async () => {
    const { uid } = await aMerchant()
    const asked = await ask(context, ann, 'rotateSecret', { uid }, { grace_seconds: 60 })
    const { approval_id: id } = asked.value
    const versions = () =>
      rows<{ version: number }>('select version from merchants where uid = ?', uid)
    const [before] = await versions()
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => approve(context, anOperator(), id)),
    )
    expect(answers.filter(({ value }) => value.api_secret !== undefined)).toHaveLength(1)
    expect(answers.filter(({ error }) => error === 'approval_over')).toHaveLength(49)
    expect(await versions()).toEqual([{ version: (before?.version ?? 0) + 1 }])
    const journaled = `select 1 from journal where action = 'secret' and subject = ?`
    expect(await rows(journaled, uid)).toHaveLength(1)
  })

  test('when ten approve a switch at once, which leaves the others nothing to write', async () => {
    await ask(context, ann, 'stopAuto', {}, { reason: '調查' })
    const asked = await ask(context, ann, 'startAuto', {}, { reason: '查畢' })
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => approve(context, anOperator(), asked.value.approval_id)),
    )
    expect(answers.map(({ error }) => error).sort()).toEqual([
      '',
      ...Array(9).fill('approval_over'),
    ])
  })

  test('when a hold is lifted at once for three reasons: the refusals of the others say that it was', async () => {
    const account = { account_no: anId(), reason: '調查', case_no: '' }
    const { value: hold } = await ask(context, ann, 'placeHold', {}, account)
    const path = { id: String(hold.id) }
    const approvals: number[] = []
    for (const reason of ['一', '二', '三']) {
      const { value } = await ask(context, ann, 'liftHold', path, { reason })
      approvals.push(value.approval_id)
    }
    const answers = await Promise.all(approvals.map((id) => approve(context, ben, id)))
    const errors = answers.map(({ error }) => error)
    expect([...errors].sort()).toEqual(['', 'already_final', 'already_final'])
    const states = await Promise.all(approvals.map((id) => approvalOf(context, id)))
    expect(states.map(({ state }) => state)).toEqual(
      errors.map((error) => (error === '' ? 'done' : 'failed')),
    )
    const journaled = `select 1 from journal where action = 'lift' and subject = ?`
    expect(await rows(journaled, path.id)).toHaveLength(1)
  })

  test('when the same adjustment waits twice under one key', async () => {
    const { uid } = await aMerchant()
    const call = { amount: 20_000_000, bucket: 'available', reason: 'x', idempotency_key: 'k' }
    const one = await ask(context, ann, 'adjustBalance', { uid }, call)
    const other = await ask(context, ann, 'adjustBalance', { uid }, { ...call, trade_no: '' })
    const [first, second] = [one.value.approval_id, other.value.approval_id]
    const done = await approve(context, ben, first)
    expect(done).toMatchObject({ as: 'adjustBalance', error: '' })
    expect((await approve(context, ben, second)).value).toEqual(done.value)
    expect((await approvalOf(context, second)).state).toBe('done')
    const booked = await rows(`select 1 from adjustments where idempotency_key = 'k'`)
    expect(booked).toHaveLength(1)
  })
})

describe('after a day', () => {
  const later = (seconds: number) => setClock(Date.now() + seconds * 1000)

  test('an approval is expired, for whoever reads and approves it, and its call may be made again', async () => {
    const { tradeNo, id } = await aReversal()
    const states = async () => {
      const lists = ['waiting', 'expired'].map((state) =>
        listApprovals(context, { state: state as 'waiting', limit: 200 }),
      )
      return (await Promise.all(lists)).map(({ items }) => items.some((one) => one.id === id))
    }
    expect(await states()).toEqual([true, false])
    later(86_400 + 2)
    expect(await states()).toEqual([false, true])
    expect((await approvalOf(context, id)).state).toBe('expired')
    expect((await approve(context, ben, id)).error).toBe('approval_over')
    expect((await ask(context, ben, 'reject', { id: `${id}` }, { reason: 'x' })).error).toBe(
      'approval_over',
    )
    expect(await namesOf(tradeNo)).toEqual(['created', 'settled'])
    const again = await ask(context, ann, 'reverseCollection', { trade_no: tradeNo }, wrongMatch)
    expect(again.value.state).toBe('waiting')
    expect((await approve(context, ben, again.value.approval_id)).error).toBe('')
  })

  test('the minute’s job marks it', async () => {
    const { id } = await aReversal()
    const stored = () => rows('select state from approvals where id = ?', id)
    await inEveryDatabase(context, endOldApprovals)
    expect(await stored()).toEqual([{ state: 'waiting' }])
    later(86_400 + 2)
    await inEveryDatabase(context, endOldApprovals)
    expect(await stored()).toEqual([{ state: 'expired' }])
  })
})

describe('an order that moves on', () => {
  test('is not moved by an approver who has seen it before: the approval waits', async () => {
    const { tradeNo, id } = await aReversal()
    for (const seq of [1, 3]) {
      expect((await approve(context, ben, id, { seq })).error).toBe('order_moved')
    }
    expect((await approvalOf(context, id)).state).toBe('waiting')
    expect((await approve(context, ben, id, { seq: 2 })).error).toBe('')
    expect(await namesOf(tradeNo)).toEqual(['created', 'settled', 'reversed'])
  })

  test('refuses the call as it would now, and the approval has failed with that', async () => {
    const { tradeNo, id } = await aReversal()
    const off = withApprovals({}, { on: false })
    await ask(off, ben, 'reverseCollection', { trade_no: tradeNo }, wrongMatch)
    expect((await approve(context, ben, id, { seq: 2 })).error).toBe('order_moved')
    expect((await approve(context, ben, id)).error).toBe('move_not_allowed')
    expect(await approvalOf(context, id)).toMatchObject({
      state: 'failed',
      reason: 'move_not_allowed',
      decided_by: ben.name,
    })
    expect((await approve(context, ben, id)).error).toBe('approval_over')
    expect(await namesOf(tradeNo)).toEqual(['created', 'settled', 'reversed'])
  })

  test('at the moment of the approval has exactly one of the two moves', async () => {
    const off = withApprovals({}, { on: false })
    for (let round = 0; round < 10; round += 1) {
      const { tradeNo, id } = await aReversal(undefined, anOperator())
      const [approved, other] = await Promise.all([
        approve(context, ben, id, { seq: 2 }),
        ask(off, ann, 'reverseCollection', { trade_no: tradeNo }, wrongMatch),
      ])
      expect(await namesOf(tradeNo)).toEqual(['created', 'settled', 'reversed'])
      expect([approved, other].filter(({ error }) => error === '')).toHaveLength(1)
      if (approved.error === '') expect(other.error).toBe('move_not_allowed')
      else expect(approved.error).toBe('order_moved')
    }
  })

  test('a call that moves none is approved without a number', async () => {
    const { uid } = await aMerchant()
    const asked = await ask(context, ann, 'rotateSecret', { uid }, { grace_seconds: 0 })
    const { approval_id: id } = asked.value
    expect((await approve(context, ben, id, { seq: 1 })).error).toBe('validation_error')
    expect(await approvalOf(context, id)).toMatchObject({
      seq: null,
      order_then: null,
      order_now: null,
      state: 'waiting',
    })
    expect((await approve(context, ben, id, { seq: null })).error).toBe('')
  })
})

describe('a release between', () => {
  // Over HTTP, for it is the back office that reads what was sent.
  const over = (name: 'adjustBalance' | 'approve', by: Identity, path: Path, body: object) =>
    http({ name, call: calls[name] }, `${by.name}:${by.role}`, { path, body })
  type Path = Readonly<Record<string, string>>
  const adjusting = { amount: 200_000, bucket: 'available', reason: '更正' }
  async function anAdjustment(shop?: Shop) {
    const { uid } = shop ?? (await aMerchant())
    const call = { ...adjusting, idempotency_key: uid }
    const { body } = await over('adjustBalance', ann, { uid }, call)
    return { uid, id: body.approval_id as number }
  }
  const approveOver = (id: number) => over('approve', ben, { id: `${id}` }, {})
  const store = (id: number, change: string) =>
    rows(`update approvals set body = ${change} where id = ?`, id)
  const booked = (uid: string) =>
    rows(`select amount, reason from adjustments where idempotency_key = ?`, uid)

  test('that reads a body otherwise carries out what was sent, as it reads it now', async () => {
    const { uid, id } = await anAdjustment()
    await store(id, `json_set(body, '$.read.amount', 1, '$.read.reason', 'x')`)
    expect((await approveOver(id)).status).toBe(201)
    expect(await booked(uid)).toEqual([{ amount: 20_000_000, reason: '更正' }])
  })

  test.each([
    ['a member that is wanted now', `json_remove(body, '$.sent.reason')`, ['body', 'reason']],
    ['a member that there is no more', `json_set(body, '$.sent.bonus', 1)`, ['body', 'bonus']],
    ['another form of a member', `json_set(body, '$.sent.amount', 'x')`, ['body', 'amount']],
  ])('with %s refuses, writes nothing, and keeps what was asked', async (_what, change, blamed) => {
    const shop = await aMerchant()
    const { uid, id } = await anAdjustment(shop)
    await store(id, change)
    const { body } = await approvalOf(context, id)
    const refused = await approveOver(id)
    expect([refused.status, refused.body.error]).toEqual([422, 'validation_error'])
    expect(Object.keys(refused.body.errors)).toEqual(blamed)
    expect(await booked(uid)).toEqual([])
    expect(await approvalOf(context, id)).toMatchObject({
      state: 'failed',
      reason: 'validation_error',
      decided_by: ben.name,
      body,
    })
    const again = await anAdjustment(shop)
    expect((await approveOver(again.id)).status).toBe(201)
  })

  test('without the call refuses it', async () => {
    const { uid, id } = await anAdjustment()
    await rows(`update approvals set call = 'adjustAnything' where id = ?`, id)
    expect((await approve(context, ben, id)).error).toBe('not_found')
    expect(await booked(uid)).toEqual([])
    await rows(`update approvals set call = 'adjustBalance' where id = ?`, id)
    expect((await approvalOf(context, id)).state).toBe('failed')
  })
})

describe('the asker’s role', () => {
  const cases = {
    'gone from the setting': { roles: { [ben.name]: 'operator' } },
    'another one in the setting': { roles: { [ann.name]: 'auditor' } },
    'refused by the setting': { roles: { [ann.name]: null } },
  } as const

  test.each(Object.entries(cases))(
    '%s: the call is refused and has failed',
    async (_case, { roles }) => {
      const { tradeNo, id } = await aReversal()
      expect((await approve(context, ben, id, {}, roles)).error).toBe('forbidden')
      expect(await approvalOf(context, id)).toMatchObject({ state: 'failed', reason: 'forbidden' })
      expect(await namesOf(tradeNo)).toEqual(['created', 'settled'])
    },
  )

  test('held by the setting, or by the database, is enough', async () => {
    const dora = anOperator()
    const [bySetting, byDatabase] = [await aReversal(), await aReversal(undefined, dora)]
    const roles = { [ann.name]: 'operator' } as const
    expect((await approve(context, ben, bySetting.id, {}, roles)).error).toBe('')
    const off = withApprovals({}, { on: false })
    await ask(off, ben, 'giveRole', { name: dora.name }, { role: 'operator' })
    expect((await approve(context, ben, byDatabase.id, {}, roles)).error).toBe('')
  })

  test('taken away, or changed, in the database ends what waits, locally too', async () => {
    const off = withApprovals({}, { on: false })
    for (const roles of [null, {}]) {
      const [gone, lowered] = [anOperator(), anOperator()]
      for (const { name } of [gone, lowered]) {
        await ask(off, ben, 'giveRole', { name }, { role: 'operator' })
      }
      const waiting = [await aReversal(undefined, gone), await aReversal(undefined, lowered)]
      await ask(off, ben, 'takeRole', { name: gone.name })
      await ask(off, ben, 'giveRole', { name: lowered.name }, { role: 'auditor' })
      for (const { id } of waiting) {
        expect((await approve(context, ben, id, {}, roles)).error).toBe('forbidden')
        expect((await approvalOf(context, id)).state).toBe('failed')
      }
    }
  })
})

describe('the same call again', () => {
  test('by anyone is refused with the id of what waits, until that is over', async () => {
    const { tradeNo, id } = await aReversal()
    const again = (by = ann) =>
      ask(context, by, 'reverseCollection', { trade_no: tradeNo }, wrongMatch)
    for (const by of [ann, ben, anOperator()]) {
      expect(await again(by)).toMatchObject({
        error: 'approval_waiting',
        value: { approval_id: id },
      })
    }
    const other = { ...wrongMatch, because: 'money_returned' }
    const asked = await ask(context, ann, 'reverseCollection', { trade_no: tradeNo }, other)
    expect(asked.value.state).toBe('waiting')
    await ask(context, ann, 'reject', { id: `${id}` }, { reason: '弄錯了' })
    expect((await again()).value.state).toBe('waiting')
  })

  test('by somebody who could carry it out alone is refused too', async () => {
    const { uid } = await aMerchant()
    const call = (idempotency_key: string, amount: number) => {
      return { amount, bucket: 'available', reason: 'x', idempotency_key }
    }
    const spent = anOperator()
    await ask(context, spent, 'adjustBalance', { uid }, call('a', 9_000_000))
    const asked = await ask(context, spent, 'adjustBalance', { uid }, call('b', 2_000_000))
    expect(asked.value.state).toBe('waiting')
    const fresh = anOperator()
    expect(await ask(context, fresh, 'adjustBalance', { uid }, call('b', 2_000_000))).toMatchObject(
      { error: 'approval_waiting', value: { approval_id: asked.value.approval_id } },
    )
    expect((await ask(context, fresh, 'adjustBalance', { uid }, call('c', 2_000_000))).error).toBe(
      '',
    )
  })

  test('twenty times at once waits once', async () => {
    const { uid } = await aMerchant()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        ask(context, anOperator(), 'rotateSecret', { uid }, { grace_seconds: 60 }),
      ),
    )
    const waiting = answers.filter(({ error }) => error === '')
    expect(waiting).toHaveLength(1)
    const id = waiting[0]?.value.approval_id
    const refused = answers.filter(({ error }) => error === 'approval_waiting')
    expect(refused.map(({ value }) => value.approval_id)).toEqual(Array(19).fill(id))
  })
})

test('its asker withdraws it, another rejects it, with a reason', async () => {
  for (const by of [ann, ben]) {
    const { tradeNo, id } = await aReversal()
    const rejected = await ask(context, by, 'reject', { id: `${id}` }, { reason: '弄錯了' })
    expect(rejected.value).toMatchObject({
      id,
      state: 'rejected',
      decided_by: by.name,
      reason: '弄錯了',
    })
    expect((await approve(context, ben, id)).error).toBe('approval_over')
    expect(await namesOf(tradeNo)).toEqual(['created', 'settled'])
    expect(
      await rows(
        `select actor, reason from journal where action = 'reject' and subject = ?`,
        `${id}`,
      ),
    ).toEqual([{ actor: by.name, reason: '弄錯了' }])
  }
})

test('a call that would be refused is refused, and does not wait', async () => {
  const shop = await aMerchant()
  const pending = await aCollection(shop, { amount: 100_000 })
  const payout = await aPayout(shop, { amount: 100_000 })
  const refused = [
    await ask(context, ann, 'reverseCollection', { trade_no: pending }, wrongMatch),
    // The database decides that the merchant does not have the money.
    await ask(context, ann, 'processPayout', { trade_no: payout }, { override: ['amount'] }),
    await ask(
      context,
      ann,
      'createMerchant',
      {},
      { uid: shop.uid, name: 'x', settings: { trusted: true } },
    ),
    await ask(context, ann, 'rotateSecret', { uid: anId() }, { grace_seconds: 0 }),
  ]
  expect(refused.map(({ error }) => error)).toEqual([
    'move_not_allowed',
    'override_required',
    'duplicate_merchant',
    'not_found',
  ])
  const { items } = await listApprovals(context, { limit: 200 })
  expect(items.some(({ subject }) => [pending, payout, shop.uid].includes(subject.name))).toBe(
    false,
  )
})

test('newest first, by page and state', async () => {
  const shop = await aMerchant()
  const ids: number[] = []
  for (let n = 0; n < 3; n += 1) ids.unshift((await aReversal(shop, anOperator())).id)
  const all = await listApprovals(context, { limit: 2, cursor: (ids[0] ?? 0) + 1 })
  expect(all.items.map(({ id }) => id)).toEqual(ids.slice(0, 2))
  const next = await listApprovals(context, { limit: 1, cursor: Number(all.next_cursor) })
  expect(next.items.map(({ id }) => id)).toEqual(ids.slice(2))
  await approve(context, ben, ids[1] ?? 0)
  const cursor = (ids[0] ?? 0) + 1
  const done = await listApprovals(context, { state: 'done', limit: 1, cursor })
  expect(done.items.map(({ id }) => id)).toEqual([ids[1]])
})

test('by subject, by kind of subject, and by the asker of what was not carried out', async () => {
  const [asker, shop] = [anOperator(), await aMerchant()]
  const [waiting, rejected, done] = [
    await aReversal(shop, asker),
    await aReversal(shop, asker),
    await aReversal(shop, asker),
  ]
  await aReversal(shop, anOperator())
  await ask(context, ben, 'reject', { id: `${rejected.id}` }, { reason: '不同意' })
  await approve(context, ben, done.id)
  const listed = async (query: object) => {
    const answer = await ask(context, ben, 'listApprovals', {}, undefined, {
      query: { limit: 50, ...query },
    })
    return answer.value.items.map(({ id }: { id: number }) => id)
  }
  const subject = `collection:${waiting.tradeNo}`
  expect(await listed({ subject, state: 'waiting' })).toEqual([waiting.id])
  expect(await listed({ subject, state: 'done' })).toEqual([])
  expect(await listed({ subject: `collection:${done.tradeNo}` })).toEqual([done.id])
  const own = { asked_by: asker.name }
  expect(await listed(own)).toEqual([done.id, rejected.id, waiting.id])
  expect(await listed({ ...own, subject: 'collection' })).toEqual(await listed(own))
  expect(await listed({ ...own, subject: 'payout' })).toEqual([])
  expect(await listed({ ...own, state: 'not_done' })).toEqual([rejected.id, waiting.id])
})

test('an approval shows how much it moves, and whose money that is, by name', async () => {
  const shop = await aMerchant({ name: '具名商行' })
  const reversed = await approvalOf(context, (await aReversal(shop)).id)
  const account = await aBankAccount()
  const { body } = await shop.create({ amount: 120_000, user_name: '王小明' })
  const tradeNo = body.data.trade_no
  const of = async (name: string, path: Readonly<Record<string, string>>, sent: object) => {
    const { value } = await ask(context, ann, name, path, sent)
    return approvalOf(context, value.approval_id)
  }
  const merchant = { uid: shop.uid, name: '具名商行' }
  const manual = { manual: true, override: ['amount'], reason: 'x', paid_amount: 11_999_950 }
  expect(await of('settleCollection', { trade_no: tradeNo }, manual)).toMatchObject({
    amount: 11_999_950,
    merchant,
    person: '王小明',
    bank_account: null,
    merchant_order_no: expect.any(String),
  })
  const correction = {
    amount: -15_000_000,
    bucket: 'available',
    reason: 'x',
    idempotency_key: anId(),
  }
  expect(await of('adjustBalance', { uid: shop.uid }, correction)).toMatchObject({
    amount: -15_000_000,
    merchant,
    person: '',
    bank_account: null,
  })
  const patched = await of('patchBankAccount', { id: String(account) }, { holder_name: '另名' })
  expect(patched).toMatchObject({
    amount: null,
    merchant: null,
    person: '',
    bank_account: { id: account, last5: expect.stringMatching(/^\d{5}$/) },
  })
  expect(reversed).toMatchObject({ amount: 100_000, merchant })
  const { items } = await listApprovals(context, { limit: 200, state: 'waiting' })
  const listed = items.find(({ id }) => id === patched.id)
  expect(listed).toMatchObject({ bank_account: patched.bank_account })
})
