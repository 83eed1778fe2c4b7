import { expect, test } from 'vitest'
import { autoChoices } from '../../../src/contract/back-office/states.ts'
import { ann, approve, ask, ben, withApprovals } from '../support/back-office.ts'
import { aMerchant, anId, rows } from '../support/service.ts'

// What the service does by itself with a merchant's collections, and who may change it (matching §1).

const context = withApprovals()

const shown = async (uid: string) =>
  (await ask(context, ann, 'showMerchant', { uid })).value.settings.auto

const versionOf = async (uid: string) => {
  const [row] = await rows<{ version: number }>('select version from merchants where uid = ?', uid)
  return row?.version
}

test('is off at first, and assign where its creation says so, by one person', async () => {
  const { uid } = await aMerchant()
  expect(await shown(uid)).toBe('off')
  const other = `T${anId().slice(0, 12)}`
  const call = { uid: other, name: 'x', settings: { auto: 'assign' } }
  expect(await ask(context, ann, 'createMerchant', {}, call)).toMatchObject({ error: '' })
  expect(await shown(other)).toBe('assign')
})

const ways = autoChoices.flatMap((was) => autoChoices.map((is) => [was, is] as const))

test.each(ways)('from %s to %s: to settle takes two people, the rest one', async (was, is) => {
  const { uid } = await aMerchant({ settings: { auto: was } })
  const before = await versionOf(uid)
  const changed = await ask(context, ann, 'patchMerchant', { uid }, { settings: { auto: is } })
  if (is !== 'settle' || was === 'settle') {
    expect(changed).toMatchObject({ as: 'patchMerchant', value: { settings: { auto: is } } })
    return
  }
  expect(changed).toMatchObject({ as: null, value: { state: 'waiting' } })
  expect([await shown(uid), await versionOf(uid)]).toEqual([was, before])
  const { approval_id: id } = changed.value
  expect(await approve(context, ann, id)).toMatchObject({ error: 'own_approval' })
  expect(await approve(context, ben, id)).toMatchObject({ error: '' })
  expect(await shown(uid)).toBe('settle')
  const journal = await rows(
    `select actor, approved_by, before, after from journal
    where subject_kind = 'merchant' and subject = ? and action = 'patch' order by id desc limit 1`,
    uid,
  )
  expect(journal).toEqual([
    {
      actor: ann.name,
      approved_by: ben.name,
      before: JSON.stringify({ auto: was }),
      after: JSON.stringify({ auto: 'settle' }),
    },
  ])
})

test('a change grows the version, by which batches are guarded', async () => {
  const { uid } = await aMerchant({ settings: { auto: 'settle' } })
  const before = Number(await versionOf(uid))
  await ask(context, ann, 'patchMerchant', { uid }, { settings: { auto: 'off' } })
  expect(await versionOf(uid)).toBe(before + 1)
})

test('a test merchant has it too, by one person: there no money moves', async () => {
  const uid = `T${anId().slice(0, 12)}`
  const call = { uid, name: 'x', test: true, settings: { auto: 'settle' } }
  expect(await ask(context, ann, 'createMerchant', {}, call)).toMatchObject({ error: '' })
  expect(await shown(uid)).toBe('settle')
})
