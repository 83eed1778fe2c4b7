import { createHash } from 'node:crypto'
import script from './browser/wait.js' with { type: 'text' }
import icon from './icon.svg' with { type: 'text' }
import layout from './style/layout.css' with { type: 'text' }
import payment from './style/payment.css' with { type: 'text' }

/** A file that pages load. Its name has a hash of its content, so that it can be cached forever. */
export type Asset = { readonly name: string; readonly contentType: string; readonly text: string }

/** All files that the pages load. */
export const assets = {
  style: asset('member', 'css', 'text/css; charset=utf-8', layout + payment),
  script: asset('wait', 'js', 'text/javascript; charset=utf-8', script),
  icon: asset('icon', 'svg', 'image/svg+xml', icon),
}

/** Finds an asset by its name; undefined when there is none. */
export function findAsset(name: string): Asset | undefined {
  return Object.values(assets).find((one) => one.name === name)
}

function asset(stem: string, ending: string, contentType: string, text: string): Asset {
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 12)
  return { name: `${stem}.${hash}.${ending}`, contentType, text }
}
