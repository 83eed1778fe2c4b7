import type { Locator } from 'playwright-core'
import { aPerson } from './people.ts'

const screen = { width: 390, height: 844 }

/** A phone whose taps and swipes are counted. */
export async function aPhone(actor: string) {
  const { page } = await aPerson(actor, { viewport: screen, hasTouch: true })
  const counted = { taps: 0, swipes: 0 }
  const inSight = async (place: Locator) => {
    const box = await place.boundingBox()
    return box !== null && box.y >= 0 && box.y + box.height <= screen.height
  }
  return {
    page,
    counted,
    async tap(place: Locator) {
      await place.waitFor()
      for (let n = 0; n < 60 && !(await inSight(place)); n += 1) {
        counted.swipes += 1
        await page.evaluate(`scrollBy(0, ${screen.height / 2})`)
      }
      counted.taps += 1
      await place.tap()
    },
    /** Presses keys of the phone's keyboard, which has come up: a tap each. */
    async press(...keys: readonly string[]) {
      for (const key of keys) {
        counted.taps += 1
        await page.keyboard.press(key)
      }
    },
  }
}
