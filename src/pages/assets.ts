import { type Asset, asset, importing } from './asset.ts'
import refreshing from './browser/refresh.js' with { type: 'text' }
import script from './browser/wait.js' with { type: 'text' }
import icon from './icon.svg' with { type: 'text' }
import base from './style/base.css' with { type: 'text' }
import layout from './style/layout.css' with { type: 'text' }
import payment from './style/payment.css' with { type: 'text' }

const refresh = asset('refresh', 'js', refreshing)

/** All files that the members' pages load. */
export const assets = {
  style: asset('member', 'css', base + layout + payment),
  script: asset('wait', 'js', importing(script, './refresh.js', refresh)),
  refresh,
  icon: asset('icon', 'svg', icon),
}

/** Finds an asset by its name; undefined when there is none. */
export function findAsset(name: string): Asset | undefined {
  return Object.values(assets).find((one) => one.name === name)
}
