import { afterAll, beforeAll, expect, test } from 'vitest'
import type { LocalServer } from '../../scripts/local/server.ts'
import { aLocalServer } from '../support/server/local-server.ts'
import { blocksOf, openShell } from './run-books/run-book.ts'

// Two people at the back office of a local server, over HTTP (back office §5, §6).

let server: LocalServer
beforeAll(async () => {
  server = await aLocalServer({ vars: { APPROVALS: 'on' } })
})
afterAll(() => server.stop())

const ann = 'ann@x.example:operator'
const ben = 'ben@x.example:operator'

async function ask(actor: string, method: string, path: string, body?: object) {
  const headers = { 'x-local-actor': actor, 'content-type': 'application/json' }
  const init = { method, headers, ...(body && { body: JSON.stringify(body) }) }
  const answer = await fetch(`${server.backofficeUrl}/api${path}`, init)
  const location = answer.headers.get('location')
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the answer holds and asserts on it
  return { status: answer.status, location, body: (await answer.json()) as any }
}

test('a merchant’s new secret waits for a second person, and only that person sees it', async () => {
  const asked = await ask(ann, 'POST', '/merchants/DEMO0001/secret', { grace_seconds: 60 })
  expect(asked).toMatchObject({ status: 202, body: { state: 'waiting' } })
  const { approval_id: id } = asked.body
  expect(Object.keys(asked.body).sort()).toEqual(['approval_id', 'state'])
  expect(asked.location).toBe(`/api/approvals/${id}`)
  expect(await ask(ann, 'GET', '/overview')).toMatchObject({ body: { approvals_waiting: 1 } })
  const shown = await ask('eve@x.example:auditor', 'GET', `/approvals/${id}`)
  expect(shown).toMatchObject({
    status: 200,
    body: { id, asked_by: 'ann@x.example', body: { grace_seconds: 60 } },
  })
  const approve = (actor: string) => ask(actor, 'POST', `/approvals/${id}/approve`, {})
  expect(await approve(ann)).toMatchObject({ status: 403, body: { error: 'own_approval' } })
  expect(await approve('service:batch:operator')).toMatchObject({ status: 403 })
  expect(await approve('eve@x.example:auditor')).toMatchObject({ status: 403 })
  const again = await ask(ben, 'POST', '/merchants/DEMO0001/secret', { grace_seconds: 60 })
  expect(again).toMatchObject({ status: 409, body: { error: 'approval_waiting', approval_id: id } })
  const approved = await approve(ben)
  expect(approved.status).toBe(200)
  expect(approved.body.api_secret).toMatch(/^\w{40}$/)
  expect(await approve(ben)).toMatchObject({ status: 409, body: { error: 'approval_over' } })
  const { body } = await ask(ann, 'GET', `/approvals?state=done&limit=5`)
  expect(body.items).toMatchObject([{ id, decided_by: 'ben@x.example' }])
  expect(JSON.stringify(body)).not.toContain(approved.body.api_secret)
})

test('an approval answers with the status of its call, and shows the body as it was sent', async () => {
  const call = { amount: '100000.50', bucket: 'available', reason: '更正', idempotency_key: 'k1' }
  const asked = await ask(ann, 'POST', '/merchants/DEMO0001/adjustments', call)
  expect(asked.status).toBe(202)
  const { approval_id: id } = asked.body
  expect((await ask(ben, 'GET', `/approvals/${id}`)).body.body).toEqual(call)
  const approved = await ask(ben, 'POST', `/approvals/${id}/approve`, {})
  expect(approved).toMatchObject({
    status: 201,
    body: { amount: 100000.5, actor: 'ann@x.example' },
  })
})

test('a role waits for a second person, and its asker withdraws it', async () => {
  const path = `/people/${encodeURIComponent('New.Agent@x.example')}`
  const asked = await ask(ann, 'PUT', path, { role: 'agent' })
  expect(asked.status).toBe(202)
  const { approval_id: id } = asked.body
  expect((await ask(ann, 'GET', path)).status).toBe(404)
  const rejected = await ask(ann, 'POST', `/approvals/${id}/reject`, { reason: '名字寫錯' })
  expect(rejected).toMatchObject({ status: 200, body: { state: 'rejected' } })
  expect((await ask(ann, 'GET', path)).status).toBe(404)
})

test.each(['ann', 'ann:boss', ':operator', 'service::operator'])(
  'X-Local-Actor %j is refused',
  async (actor) => {
    expect(await ask(actor, 'GET', '/overview')).toMatchObject({
      status: 401,
      body: { error: 'unauthenticated' },
    })
  },
)

test('the run book on a call that waits for a second person works, command by command', async () => {
  const { body } = await ask(ann, 'PUT', '/people/waits@x.example', { role: 'agent' })
  const id = String(body.approval_id)
  const shell = await openShell({ DESK: server.backofficeUrl, APPROVAL: id })
  try {
    const blocks = blocksOf('approval-waiting').map(({ commands }) => commands)
    const printed = await shell.run(blocks)
    expect(printed.join('\n')).not.toContain('undefined')
    expect(printed[0]).toContain(id)
    expect(printed[1]).toContain('rejected')
  } finally {
    await shell.close()
  }
})
