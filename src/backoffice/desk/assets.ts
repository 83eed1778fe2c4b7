import { type Asset, asset, importing } from '../../pages/asset.ts'
import { assets as members } from '../../pages/assets.ts'
import icon from '../../pages/icon.svg' with { type: 'text' }
import base from '../../pages/style/base.css' with { type: 'text' }
import script from './browser/desk.js' with { type: 'text' }
import staying from './browser/fresh.js' with { type: 'text' }
import statement from './browser/statement.js' with { type: 'text' }
import acts from './style/acts.css' with { type: 'text' }
import banking from './style/banking.css' with { type: 'text' }
import callbacks from './style/callbacks.css' with { type: 'text' }
import frame from './style/frame.css' with { type: 'text' }
import merchants from './style/merchants.css' with { type: 'text' }
import orders from './style/orders.css' with { type: 'text' }
import overview from './style/overview.css' with { type: 'text' }
import parts from './style/parts.css' with { type: 'text' }
import people from './style/people.css' with { type: 'text' }
import queue from './style/queue.css' with { type: 'text' }

const refreshModule = '../../../pages/browser/refresh.js'

const assets = {
  style: asset(
    'desk',
    'css',
    [base, frame, parts, acts, banking, callbacks, merchants, orders, overview, queue, people].join(
      '',
    ),
  ),
  script: asset('desk', 'js', script),
  // Of a page that stays open, with the module that it imports.
  fresh: asset('fresh', 'js', importing(staying, refreshModule, members.refresh)),
  refresh: members.refresh,
  statement: asset('statement', 'js', statement),
  icon: asset('icon', 'svg', icon),
  // That of the members' pages, which are shown as they are.
  memberStyle: members.style,
}

/** The path of an asset of the back office's pages. */
export function assetPath(name: keyof typeof assets): string {
  return `/assets/${assets[name].name}`
}

/** Finds an asset by its name; undefined when there is none. */
export function findAsset(name: string): Asset | undefined {
  return Object.values(assets).find((one) => one.name === name)
}
