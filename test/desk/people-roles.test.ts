import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { open, openAs, withoutScripts } from './support/pages.ts'
import { ask, askTwo, operator } from './support/shop.ts'

const aName = () => `p${randomUUID().slice(0, 8)}@platform.example`

test('two operators give somebody new a role, which counts at once', async () => {
  const name = aName()
  const olga = await open('/people')
  await olga.getByLabel('給予角色，或查看一人').fill(name.toUpperCase())
  await olga.getByRole('button', { name: '下一步' }).click()
  expect(await olga.locator('h1').textContent()).toBe(`人員 ${name}`)
  expect(await olga.locator('.facts').textContent()).toContain('沒有角色')
  expect(await olga.locator('.second').textContent()).toContain('另一位營運人員')
  await olga.getByRole('button', { name: '給予角色' }).click()
  const link = olga.locator('#notices a')
  const page = await openAs('otto:operator', (await link.getAttribute('href')) ?? '')
  expect(await page.locator('h1').textContent()).toBe(`給予 ${name} 角色：專員`)
  await page.getByRole('button', { name: '核准並執行' }).click()
  await page.waitForURL(/people/)
  expect(await page.locator('.facts').textContent()).toContain('專員')
  expect(await ask(operator, 'GET', `/people/${name}`)).toMatchObject({ role: 'agent' })
  await page.getByRole('link', { name: '人員', exact: true }).click()
  expect(await page.locator('#people').textContent()).toContain(name)
})

test('a role is taken away by two, without scripts, and the person has none afterwards', async () => {
  const name = aName()
  await askTwo('PUT', `/people/${name}`, { role: 'auditor' })
  const page = await open(`/people/${name}`, withoutScripts)
  await page.locator('#take-role-open > summary').click()
  expect(await page.locator('#take-role .warning').textContent()).toContain('即被拒絕')
  await page.getByRole('button', { name: '取消角色' }).click()
  const at = (await page.locator('#notices a').getAttribute('href')) ?? ''
  const otto = await openAs('otto:operator', at, withoutScripts)
  expect(await otto.locator('.sides .changed').textContent()).toContain('稽核')
  await otto.getByRole('button', { name: '核准並執行' }).click()
  expect(await otto.locator('.facts').textContent()).toContain('沒有角色')
})

test('a name that is none is refused in words, and what was chosen stays', async () => {
  const page = await open(`/people/${encodeURIComponent('a b@c.example')}`)
  await page.getByLabel('角色').selectOption('operator')
  await page.getByRole('button', { name: '給予角色' }).click()
  expect(await page.locator('#refused').textContent()).toContain('電子郵件或服務權杖')
  expect(await page.getByLabel('角色').inputValue()).toBe('operator')
})

test('an auditor sees people and changes none', async () => {
  const name = aName()
  await askTwo('PUT', `/people/${name}`, { role: 'agent' })
  const page = await openAs('audrey:auditor', '/people')
  expect(await page.locator('main form').count()).toBe(0)
  await page.goto(page.url().replace('/people', `/people/${name}`))
  expect(await page.locator('main form').count()).toBe(0)
  expect(await page.locator('.facts').textContent()).toContain('專員')
})
