import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { root } from '../../../scripts/local/environment.ts'

const pictures = join(root, '.screenshots')
const asked = await readFile(join(import.meta.dirname, '..', 'in-page', 'looks.js'), 'utf8')

/** The problems of a page's look. */
export type Looks = {
  readonly accessibility: readonly string[]
  readonly overflow: number
  readonly smallTargets: readonly string[]
  readonly missingCharacters: readonly string[]
}

export const looksWell: Looks = {
  accessibility: [],
  overflow: 0,
  smallTargets: [],
  missingCharacters: [],
}

/** Checks a page's accessibility, width, touch targets and characters. */
export async function looksOf(page: Page): Promise<Looks> {
  await page.evaluate(axe.source)
  const found: axe.AxeResults = await page.evaluate("axe.run({ resultTypes: ['violations'] })")
  await page.evaluate(asked)
  return {
    accessibility: found.violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`,
    ),
    overflow: await page.evaluate('looks.overflow()'),
    smallTargets: await page.evaluate('looks.smallTargets()'),
    missingCharacters: await page.evaluate('looks.missingCharacters()'),
  }
}

/** The position of every element with an id. */
export async function placesOn(page: Page): Promise<readonly string[]> {
  await page.evaluate(asked)
  return page.evaluate('looks.places()')
}

/** Keeps a screenshot of the whole page. */
export async function keepPicture(page: Page, name: string): Promise<void> {
  await mkdir(pictures, { recursive: true })
  await page.screenshot({ path: join(pictures, `${name}.png`), fullPage: true })
}
