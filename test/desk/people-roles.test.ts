import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { aPerson, type Person } from './support/people.ts'
import { ask, askTwo, operator } from './support/shop.ts'

const people: Person[] = []
async function open(actor: string, path: string, options = {}): Promise<Person> {
  const person = await aPerson(actor, options)
  people.push(person)
  await person.goTo(path)
  return person
}
afterEach(async () => {
  for (const person of people.splice(0)) await person.close()
})

const aName = () => `p${randomUUID().slice(0, 8)}@platform.example`

test('two operators give somebody new a role, which counts at once', async () => {
  const name = aName()
  const olga = await open('olga:operator', '/people')
  await olga.page.getByLabel('給予角色，或查看一人').fill(name.toUpperCase())
  await olga.page.getByRole('button', { name: '下一步' }).click()
  expect(await olga.page.locator('h1').textContent()).toBe(`人員 ${name}`)
  expect(await olga.page.locator('.facts').textContent()).toContain('沒有角色')
  expect(await olga.page.locator('.second').textContent()).toContain('另一位營運人員')
  await olga.page.getByRole('button', { name: '給予角色' }).click()
  const link = olga.page.locator('#notices a')
  const { page, problems } = await open('otto:operator', (await link.getAttribute('href')) ?? '')
  expect(await page.locator('h1').textContent()).toBe(`給予 ${name} 角色：專員`)
  await page.getByRole('button', { name: '核准並執行' }).click()
  await page.waitForURL(/people/)
  expect(await page.locator('.facts').textContent()).toContain('專員')
  expect(await ask(operator, 'GET', `/people/${name}`)).toMatchObject({ role: 'agent' })
  await page.getByRole('link', { name: '人員', exact: true }).click()
  expect(await page.locator('#people').textContent()).toContain(name)
  expect(problems).toEqual([])
})

test('a role is taken away by two, without scripts, and the person has none afterwards', async () => {
  const name = aName()
  await askTwo('PUT', `/people/${name}`, { role: 'auditor' })
  const { page } = await open('olga:operator', `/people/${name}`, { javaScriptEnabled: false })
  await page.locator('#take-role-open > summary').click()
  expect(await page.locator('#take-role .warning').textContent()).toContain('即被拒絕')
  await page.getByRole('button', { name: '取消角色' }).click()
  const at = (await page.locator('#notices a').getAttribute('href')) ?? ''
  const otto = await open('otto:operator', at, { javaScriptEnabled: false })
  expect(await otto.page.locator('.sides .changed').textContent()).toContain('稽核')
  await otto.page.getByRole('button', { name: '核准並執行' }).click()
  expect(await otto.page.locator('.facts').textContent()).toContain('沒有角色')
})

test('a name that is none is refused in words, and what was chosen stays', async () => {
  const { page } = await open('olga:operator', `/people/${encodeURIComponent('a b@c.example')}`)
  await page.getByLabel('角色').selectOption('operator')
  await page.getByRole('button', { name: '給予角色' }).click()
  expect(await page.locator('#refused').textContent()).toContain('電子郵件或服務權杖')
  expect(await page.getByLabel('角色').inputValue()).toBe('operator')
})

test('an auditor sees people and changes none', async () => {
  const name = aName()
  await askTwo('PUT', `/people/${name}`, { role: 'agent' })
  const { page } = await open('audrey:auditor', '/people')
  expect(await page.locator('main form').count()).toBe(0)
  await page.goto(page.url().replace('/people', `/people/${name}`))
  expect(await page.locator('main form').count()).toBe(0)
  expect(await page.locator('.facts').textContent()).toContain('專員')
})
