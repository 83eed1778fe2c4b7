import { expect, test } from 'vitest'
import { backOffice } from '../../../../src/backoffice/api.ts'

const value = { items: [], next_cursor: null, count: 0, unsure: [], by_setting: [] }
const call = async (name: string) => ({ ok: true, value: { kind: 'answered', call: name, value } })

async function pageAt(path: string, counts: string): Promise<Response> {
  return backOffice.request(
    `http://localhost${path}`,
    { headers: { accept: 'text/html', cookie: `desk_counts=${counts}` } },
    { ACCESS_TEAM_DOMAIN: '', ACCESS_AUD: '', ACCESS_ROLES: '{}', BACK_OFFICE: { call } },
  )
}

const kept = (answer: Response) =>
  answer.headers
    .getSetCookie()
    .flatMap((cookie) => /^desk_counts=([^;]*)/.exec(cookie)?.[1] ?? [])[0] ?? ''

test('what earlier pages have counted stays in the menu, whatever else a page tells of its counts', async () => {
  const before = { ready: null, doubtful: null, payouts: null, approvals: 7 }
  const keptBy = (by: string) => encodeURIComponent(JSON.stringify({ by, value: before }))
  const ready = await pageAt('/desk/ready', keptBy('local-operator'))
  expect(JSON.parse(decodeURIComponent(kept(ready))).value).toEqual({
    ready: { count: 0, isCut: false },
    doubtful: null,
    payouts: null,
    approvals: 7,
  })
  const approvalsIn = async (counts: string) =>
    /data-count="\/approvals"[^>]*>(\w*)</.exec(
      await (await pageAt('/journal', counts)).text(),
    )?.[1]
  expect(await approvalsIn(kept(ready))).toBe('7')
  // Another person has used the browser before.
  expect(await approvalsIn(keptBy('otto'))).toBe('')
})
