import base from '../../pages/style/base.css' with { type: 'text' }
import bundle from '../browser/page.bundle.js' with { type: 'text' }
import code from './style/code.css' with { type: 'text' }
import consoleStyle from './style/console.css' with { type: 'text' }
import layout from './style/layout.css' with { type: 'text' }
import text from './style/text.css' with { type: 'text' }

/** The stylesheet of the documentation: no fonts or images from anywhere. */
export const style = compact(base + layout + text + code + consoleStyle)

/** The page's script, as `npm run types` writes it. */
export const script = bundle

// Without comments and blanks, a fifth of what is sent. No text in it has a mark with a blank beside it.
function compact(css: string): string {
  return css
    .replaceAll(/^\s*\/\*[\s\S]*?\*\/\s*$/gm, '')
    .replaceAll(/\s*([{};,])\s*/g, '$1')
    .replaceAll(/: (?=[^{}]*[;}])/g, ':')
}
