import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { root } from '../../../scripts/local/environment.ts'

// What a page has to be for everyone.

const pictures = join(root, '.screenshots')
const asked = await readFile(join(import.meta.dirname, '..', 'in-page', 'looks.js'), 'utf8')

/** What is wrong with how a page looks: nothing of any kind, if all is well. */
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

/** Looks a page over: an accessibility checker, its width, what can be tapped, and its characters. */
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

/** Where everything on a page stands. */
export async function placesOn(page: Page): Promise<readonly string[]> {
  await page.evaluate(asked)
  return page.evaluate('looks.places()')
}

/** Keeps what a page looks like, whole. */
export async function keepPicture(page: Page, name: string): Promise<void> {
  await mkdir(pictures, { recursive: true })
  await page.screenshot({ path: join(pictures, `${name}.png`), fullPage: true })
}
