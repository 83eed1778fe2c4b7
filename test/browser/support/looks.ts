import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { root } from '../../../scripts/local/environment.ts'
import { isFullForm } from '../../support/full-form.ts'

const pictures = join(root, '.screenshots')
const asked = await readFile(join(import.meta.dirname, '..', 'in-page', 'looks.js'), 'utf8')

/** The problems of a member's page. */
type Looks = {
  readonly accessibility: readonly string[]
  readonly overflow: number
  readonly spills: readonly string[]
  readonly smallTargets: readonly string[]
  readonly missingCharacters: readonly string[]
  readonly brokenAmounts: readonly string[]
  readonly brokenNumbers: readonly string[]
  readonly emptyScroll: number
}

export const looksWell: Looks = {
  accessibility: [],
  overflow: 0,
  spills: [],
  smallTargets: [],
  missingCharacters: [],
  brokenAmounts: [],
  brokenNumbers: [],
  emptyScroll: 0,
}

/** Checks a member's page: its accessibility, width, touch targets and characters. */
export async function looksOf(page: Page): Promise<Looks> {
  const accessibility = await accessibilityOf(page)
  const looks: Omit<Looks, 'accessibility'> = await page.evaluate('looks.all()')
  return { accessibility, ...looks }
}

/** The problems of a page of the back office; targets are those of a phone. */
export type DeskLooks = Omit<Looks, 'smallTargets' | 'emptyScroll'> & {
  readonly narrowTargets: readonly string[]
  readonly narrowMarks: readonly string[]
  readonly tallRows: readonly string[]
  readonly brokenCells: readonly string[]
  readonly crowdedBars: readonly string[]
  readonly cutEnds: readonly string[]
  readonly contractWords: readonly string[]
}

/** Checks a page of the back office. */
export async function deskLooksOf(page: Page): Promise<DeskLooks> {
  const accessibility = await accessibilityOf(page)
  const looks: Omit<DeskLooks, 'accessibility'> = await page.evaluate('looks.desk()')
  return { accessibility, ...looks }
}

/** What a tool of the documentation has to look like. */
export const toolLooksWell = { accessibility: [], overflow: 0, narrowMarks: [] }

/** The problems of the documentation, whose amounts and links stand in running text. */
type DocsLooks = Pick<
  DeskLooks,
  'accessibility' | 'overflow' | 'spills' | 'missingCharacters' | 'narrowMarks' | 'brokenNumbers'
>

/** Checks the documentation. */
export async function docsLooksOf(page: Page): Promise<DocsLooks> {
  const accessibility = await accessibilityOf(page)
  const looks: Omit<DocsLooks, 'accessibility'> = await page.evaluate('looks.docs()')
  return { accessibility, ...looks }
}

async function accessibilityOf(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe.source)
  const found: axe.AxeResults = await page.evaluate("axe.run({ resultTypes: ['violations'] })")
  await page.evaluate(asked)
  return found.violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`,
  )
}

/** The broken amounts and the parts that are too wide, at each width of the window. */
export async function misfits(page: Page, widths: readonly number[]): Promise<readonly string[]> {
  await page.evaluate(asked)
  const found: string[] = []
  // The protocol itself, because `setViewportSize` waits longer for each width.
  const protocol = await page.context().newCDPSession(page)
  const metrics = { height: 800, deviceScaleFactor: 1, mobile: false }
  for (const width of widths) {
    await protocol.send('Emulation.setDeviceMetricsOverride', { width, ...metrics })
    const fit: Pick<Looks, 'brokenAmounts' | 'overflow' | 'spills'> & { readonly width: number } =
      await page.evaluate('({ ...looks.atWidth(), width: window.innerWidth })')
    if (fit.width !== width) throw new Error(`the window is ${fit.width} wide, not ${width}`)
    found.push(...fit.brokenAmounts.map((amount) => `${amount} is broken at ${width}`))
    found.push(...fit.spills.map((part) => `${part} spills at ${width}`))
    if (fit.overflow > 0) found.push(`${fit.overflow} too wide at ${width}`)
  }
  await protocol.detach()
  return found
}

/** The position of every element with an id. */
export async function placesOn(page: Page): Promise<readonly string[]> {
  await page.evaluate(asked)
  return page.evaluate('looks.places()')
}

/** Keeps a screenshot of a tool of the documentation alone: one of the whole page takes half a minute. */
export async function keepToolPicture(page: Page, name: string): Promise<void> {
  if (!isFullForm) return
  await page.evaluate(
    "for (const part of document.querySelectorAll('main > :not(:has(.tool))')) part.remove()",
  )
  await keepPicture(page, `documentation/${name}`)
}

/** Keeps a screenshot of the whole page, in the full form: nobody opens those of an ordinary run. */
export async function keepPicture(page: Page, name: string): Promise<void> {
  if (isFullForm) await page.screenshot({ path: join(pictures, `${name}.png`), fullPage: true })
}

/** Keeps a screenshot of what the window shows, in the full form. */
export async function keepView(page: Page, name: string): Promise<void> {
  if (isFullForm) await page.screenshot({ path: join(pictures, `${name}.png`) })
}
