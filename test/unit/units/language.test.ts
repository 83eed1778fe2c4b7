import { expect, test } from 'vitest'
import { isChinese } from '../../support/is-chinese.ts'
import { filesIn, readProject } from '../../support/project-files.ts'

// What is said where it is thrown: two texts, the second of which is English.
const literal = /(?:'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`|"(?:[^"\\]|\\.)*")/.source
const text = `(${literal}(?:\\s*\\+\\s*${literal})*)`
const names = "(?:say|problem|unfit|refuse)\\(\\s*(?:name,|'\\w+',)?"
const said = new RegExp(`\\b${names}\\s*${text},\\s*${text}`, 'g')

test('each message is Chinese and English, in this order, with as many values in it', () => {
  const files = filesIn('src').filter((file) => /\.tsx?$/.test(file))
  const all = files.flatMap((file) => [...readProject(file).matchAll(said)])
  const texts = all.filter(([, zh = '']) => isChinese(zh))
  expect(texts.length).toBeGreaterThan(150)
  for (const [, zh = '', en = ''] of texts) {
    expect(isChinese(en), en).toBe(false)
    expect(en.split('${').length, en).toBe(zh.split('${').length)
  }
})
