import type { Page } from 'playwright-core'

/** A file as a browser sends it. */
type UploadFile = {
  readonly name: string
  readonly mimeType: string
  readonly buffer: Buffer<ArrayBuffer>
}

/** What a person does at a page, by whatever they work with. Elements are named by a selector that fits one. */
export type Hands = {
  /** Follows a link, sends a form, opens what is closed. */
  press(page: Page, selector: string): Promise<void>
  fill(page: Page, selector: string, text: string): Promise<void>
  /** Chooses a value of a list. */
  pick(page: Page, selector: string, value: string): Promise<void>
  /** Chooses one of several, or checks a box; nothing where it is chosen. */
  check(page: Page, selector: string): Promise<void>
  give(page: Page, selector: string, file: UploadFile): Promise<void>
}

/** A hand on a mouse, and one on the keys to type. */
export const mouse: Hands = {
  press: (page, selector) => page.locator(selector).click(),
  fill: (page, selector, text) => page.locator(selector).fill(text),
  pick: async (page, selector, value) => {
    await page.locator(selector).selectOption(value)
  },
  check: (page, selector) => page.locator(selector).check(),
  give: (page, selector, file) => page.locator(selector).setInputFiles(file),
}

/** Both hands on the keys: everything is reached by Tab, and done by Enter, blank, arrows and typing. */
export const keys: Hands = {
  press: async (page, selector) => {
    await reach(page, selector)
    await page.keyboard.press('Enter')
  },
  fill: async (page, selector, text) => {
    await reach(page, selector)
    await page.keyboard.press('Control+A')
    await page.keyboard.insertText(text)
  },
  pick: async (page, selector, value) => {
    await reach(page, selector)
    await page.keyboard.press('Home')
    await pressUntil(page, 'ArrowDown', `one => one.value === ${JSON.stringify(value)}`)
  },
  check: async (page, selector) => {
    const field = page.locator(selector)
    if (await field.isChecked()) return
    const name = JSON.stringify(await field.getAttribute('name'))
    if ((await field.getAttribute('type')) === 'checkbox') {
      await reach(page, selector)
      await page.keyboard.press('Space')
      return
    }
    // Of several one is reached by Tab, the others by arrows.
    await reach(page, `input[name=${name}]`)
    await page.keyboard.press('Space')
    await pressUntil(page, 'ArrowDown', `one => one.matches(${JSON.stringify(selector)})`)
  },
  give: async (page, selector, file) => {
    // Before the field is reached: the browser has to hear of it before the key.
    const chooser = page.waitForEvent('filechooser')
    await reach(page, selector)
    await page.keyboard.press('Enter')
    await (await chooser).setFiles(file)
  },
}

// Past the menu at first, as the skip link has it.
async function reach(page: Page, selector: string): Promise<void> {
  await page.locator(selector).first().waitFor({ state: 'attached' })
  const isThere = `one => one.matches(${JSON.stringify(selector)})`
  const inMain = await page.locator(`main ${selector}`).count()
  if (inMain > 0 && (await isActive(page, 'one => one === document.body'))) {
    await page.keyboard.press('Tab')
    if (!(await isActive(page, isThere))) await page.keyboard.press('Enter')
  }
  await pressUntil(page, 'Tab', isThere)
}

async function pressUntil(page: Page, key: string, condition: string): Promise<void> {
  for (let presses = 0; presses < pressesMax; presses += 1) {
    if (await isActive(page, condition)) return
    await page.keyboard.press(key)
  }
  throw new Error(`not reached by ${pressesMax} times ${key}: ${condition}`)
}

const pressesMax = 200

function isActive(page: Page, condition: string): Promise<boolean> {
  return page.evaluate(`(${condition})(document.activeElement ?? document.body)`)
}
