import { expect, test } from 'vitest'
import { filesIn, readProject } from '../../../support/project-files.ts'

// Fonts for Chinese draw ‘’ and “” as wide as a Chinese character, so that an English page shows “Merchant’ s”.

test('the words of all pages are written with quotes that are narrow in every font', () => {
  const files = [...filesIn('src/backoffice/desk'), ...filesIn('src/pages')]
  const labels = files
    .filter((file) => /\.(tsx?|js)$/.test(file))
    .flatMap((file) => withoutComments(readProject(file)).split('\n'))
  expect(labels.length).toBeGreaterThan(5000)
  expect(labels.filter((line) => /[‘’“”]/.test(line))).toEqual([])
})

function withoutComments(text: string): string {
  return text.replace(/\/\*.*?\*\//gs, '').replace(/(^|\s)\/\/ .*$/gm, '')
}
