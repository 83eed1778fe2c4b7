import { expect } from 'vitest'
import { aMerchant, anId } from '../../support/service.ts'
import { anOrder, approved, ask, ben, done, why } from './desk.ts'
import { aHold } from './merchants.ts'

async function waitingRotation() {
  const { uid } = await aMerchant()
  const { approval_id } = await done('rotateSecret', { uid }, { body: {} })
  return { id: String(approval_id) }
}

async function aPerson() {
  const name = `${anId().toLowerCase()}@platform.example`
  await approved('giveRole', { name }, { body: { role: 'agent' } })
  return { name }
}

export const peopleAnswers = {
  listJournal: async () => {
    await aHold()
    await done('listJournal', {}, { query: { limit: '200' } })
  },
  exportJournal: async () => {
    await aHold()
    expect(await done('exportJournal')).toContain('hold')
  },
  listApprovals: () => waitingRotation().then(() => done('listApprovals')),
  showApproval: async () => {
    await done('showApproval', await waitingRotation())
    const { path } = await anOrder({ amount: 200_000 })
    const body = { paid_amount: 200_001, override: true }
    const { approval_id } = await done('settleCollection', path, { body })
    const shown = await done('showApproval', { id: String(approval_id) })
    expect(shown.order_then).toMatchObject(path)
    expect((await ask('settleCollection', path, { body })).status).toBe(409)
  },
  approve: async () => done('approve', await waitingRotation(), { body: {}, by: ben }),
  reject: async () => done('reject', await waitingRotation(), { body: why }),
  listPeople: () => aPerson().then(() => done('listPeople')),
  showPerson: async () => done('showPerson', await aPerson()),
  giveRole: aPerson,
  takeRole: async () => approved('takeRole', await aPerson()),
}
