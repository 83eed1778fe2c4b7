import type { DescribedEndpoint } from '../../described-endpoints.ts'
import { shortPathOf } from '../../endpoint-groups.ts'
import { requestExample } from '../../openapi-examples.ts'
import { type CodeBlock, inEach, line } from '../blocks.ts'

/** The command that calls an endpoint in the terminal of the first request, with the example's values. */
export function endpointCommand(endpoint: DescribedEndpoint): CodeBlock {
  const caption = line('指令', 'Command')
  return { kind: 'code', caption, language: 'bash', text: commandOf(endpoint) }
}

function commandOf(endpoint: DescribedEndpoint) {
  const path = shortPathOf(endpoint)
  if (endpoint.method === 'GET') {
    const language = inEach((say) => say(line('zh-TW', 'en')))
    return inEach(
      (say) => `curl -sS -H 'Accept-Language: ${say(language)}' "$PAY_API${endpoint.path}"`,
    )
  }
  const values = Object.entries(requestExample(endpoint)).filter(([name]) => !leftOut.has(name))
  const fields = values.map(([name, value]) => argument(name, String(value), path))
  return [...(before[path] ?? []), wrapped(['pay', path, ...fields])].join('\n')
}

// The fields that `pay` adds itself, and those of the examples that no request needs.
const leftOut = new Set(['uid', 'timestamp', 'sign', 'user_name', 'extra', 'from', 'to'])

const fresh = '$(date +%s)-$RANDOM'

// The lines that a command needs besides the first request.
const before: Readonly<Record<string, readonly string[]>> = {
  collections: [`ORDER="A-${fresh}"`],
  payouts: [`PAYOUT="P-${fresh}"`],
  'callbacks/retry': [
    `ORDER="A-${fresh}"`,
    'pay collections "orderid=$ORDER" amount=100 \\\n  notify_url=https://shop.example/notify',
    'pay sandbox/outcome "orderid=$ORDER" outcome=paid',
  ],
}

// Wraps the command at the width of the column beside an endpoint's fields.
function wrapped(words: readonly string[]): string {
  const lines: string[] = []
  for (const word of words) {
    const last = lines.at(-1)
    if (last === undefined || last.length + word.length > lineLength) lines.push(word)
    else lines[lines.length - 1] = `${last} ${word}`
  }
  return lines.join(' \\\n  ')
}

const lineLength = 46

function argument(name: string, value: string, path: string): string {
  if (name === 'orderid') return '"orderid=$ORDER"'
  if (name === 'serial_no' && path.startsWith('payouts')) return '"serial_no=$PAYOUT"'
  if (/^(?:serial|merchant_order)_no$/.test(name)) return `"${name}=${value}-${fresh}"`
  return /^[\w./:\u4e00-\u9fff-]+$/.test(value) ? `${name}=${value}` : `'${name}=${value}'`
}
