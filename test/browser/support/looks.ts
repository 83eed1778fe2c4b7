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
  readonly spills: readonly string[]
  readonly smallTargets: readonly string[]
  readonly missingCharacters: readonly string[]
  readonly brokenAmounts: readonly string[]
  readonly emptyScroll: number
}

export const looksWell: Looks = {
  accessibility: [],
  overflow: 0,
  spills: [],
  smallTargets: [],
  missingCharacters: [],
  brokenAmounts: [],
  emptyScroll: 0,
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
    spills: await page.evaluate('looks.spills()'),
    smallTargets: await page.evaluate('looks.smallTargets()'),
    missingCharacters: await page.evaluate('looks.missingCharacters()'),
    brokenAmounts: await page.evaluate('looks.brokenAmounts()'),
    emptyScroll: await page.evaluate('looks.emptyScroll()'),
  }
}

/** The broken amounts and the parts that are too wide, at each width of the window. */
export async function misfits(page: Page, widths: readonly number[]): Promise<readonly string[]> {
  await page.evaluate(asked)
  const found: string[] = []
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    const broken: string[] = await page.evaluate('looks.brokenAmounts()')
    const overflow: number = await page.evaluate('looks.overflow()')
    const spills: string[] = await page.evaluate('looks.spills()')
    found.push(...broken.map((amount) => `${amount} is broken at ${width}`))
    found.push(...spills.map((part) => `${part} spills at ${width}`))
    if (overflow > 0) found.push(`${overflow} too wide at ${width}`)
  }
  return found
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
