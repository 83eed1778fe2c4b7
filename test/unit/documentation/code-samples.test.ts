import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { nodeSigner, pythonSigner } from '../../../src/documentation/page/samples/provisional.ts'
import { callbackExample, signingExample } from '../../../src/documentation/worked-examples.ts'
import { signOf } from '../../support/merchant-client.ts'

const { unsigned, secret, sign, body } = signingExample()

describe('the worked example', () => {
  test('has the sign that a merchant computes, and the body carries it', () => {
    expect(sign).toBe(signOf(JSON.parse(unsigned), secret))
    expect(JSON.parse(body)).toEqual({ ...JSON.parse(unsigned), sign })
  })

  test('of a callback verifies as a request does', async () => {
    const example = callbackExample()
    expect(signOf(JSON.parse(example.body), secret)).toBe(example.sign)
    expect(JSON.parse(example.body).sign).toBe(example.sign)
  })
})

test('the code for Node.js signs the example', async () => {
  const module = await import(`data:text/javascript,${encodeURIComponent(nodeSigner)}`)
  expect(module.sign(JSON.parse(unsigned), secret)).toBe(sign)
})

test('the code for Python signs the example', async ({ skip }) => {
  const call = `print(sign(json.loads(${JSON.stringify(unsigned)}), ${JSON.stringify(secret)}))`
  const ran = promisify(execFile)('python3', ['-c', `${pythonSigner}\n${call}`])
  const { stdout } = await ran.catch((error) =>
    error.code === 'ENOENT' ? skip() : Promise.reject(error),
  )
  expect(stdout.trim()).toBe(sign)
})
