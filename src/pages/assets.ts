import { type Asset, asset } from './asset.ts'
import script from './browser/wait.js' with { type: 'text' }
import icon from './icon.svg' with { type: 'text' }
import layout from './style/layout.css' with { type: 'text' }
import payment from './style/payment.css' with { type: 'text' }
import tokens from './style/tokens.css' with { type: 'text' }

/** All files that the members' pages load. */
export const assets = {
  style: asset('member', 'css', tokens + layout + payment),
  script: asset('wait', 'js', script),
  icon: asset('icon', 'svg', icon),
}

/** Finds an asset by its name; undefined when there is none. */
export function findAsset(name: string): Asset | undefined {
  return Object.values(assets).find((one) => one.name === name)
}
