// Shows the callbacks that the inspector has received, newest first, and asks for newer ones each second.
import { checkCallback } from '../check-callback.ts'

const pollMs = 1000
const keptMax = 200

const isEnglish = document.documentElement.lang === 'en'
/** @type {(zh: string, en: string) => string} */
const say = (zh, en) => (isEnglish ? en : zh)

/** @typedef {import('../seen-callbacks.ts').SeenCallback} Seen */
/** @typedef {import('../check-callback.ts').CallbackCheck} Check */

/** @type {Seen[]} */
let seen = []
let last = 0
let round = 0

const list = elementById('callbacks', HTMLOListElement)
const state = elementById('state', HTMLElement)
const secret = elementById('secret', HTMLInputElement)
const answer = elementById('answer', HTMLSelectElement)

answer.addEventListener('change', () => tell('/~answer', answer.value))
secret.addEventListener('input', () => void drawAll())
elementById('clear', HTMLButtonElement).addEventListener('click', async () => {
  await tell('/~clear', '')
  seen = []
  await drawAll()
})
elementById('settings', HTMLFormElement).addEventListener('submit', (event) =>
  event.preventDefault(),
)
void keepAsking()

async function keepAsking() {
  for (;;) {
    try {
      const response = await fetch(`/~callbacks.json?after=${last}`, { cache: 'no-store' })
      const { callbacks, answers } = await response.json()
      if (document.activeElement !== answer) answer.value = answers
      for (const callback of callbacks) await show(callback)
      count()
    } catch {
      state.textContent = say(
        '檢視器沒有回應，npm start 可能已結束。',
        'The inspector does not answer: npm start may have ended.',
      )
    }
    await new Promise((resolve) => setTimeout(resolve, pollMs))
  }
}

/** @param {Seen} callback */
async function show(callback) {
  last = Math.max(last, callback.number)
  seen = [...seen, callback].slice(-keptMax)
  list.prepend(drawn(callback, await checkOf(callback)))
  while (list.children.length > keptMax) list.lastElementChild?.remove()
}

// With another secret everything is verified anew; what somebody has opened stays open.
async function drawAll() {
  round += 1
  const own = round
  const checks = await Promise.all(seen.map(checkOf))
  if (own !== round) return
  const open = new Set([...list.querySelectorAll('details[open]')].map((details) => details.id))
  list.replaceChildren(
    ...seen.map((callback, n) => drawn(callback, checks[n] ?? callback.check)).reverse(),
  )
  for (const details of list.querySelectorAll('details')) details.open = open.has(details.id)
  count()
}

function count() {
  if (seen.length === 0) state.textContent = say('還沒有收到通知。', 'No callback has come yet.')
  else
    state.textContent = say(
      `共 ${seen.length} 則，由新到舊。`,
      `${seen.length} callbacks, newest first.`,
    )
}

/** @param {Seen} callback */
async function checkOf(callback) {
  return secret.value === '' ? callback.check : checkCallback(callback, secret.value)
}

/**
 * @param {Seen} callback
 * @param {Check} check
 */
function drawn(callback, check) {
  const fields = fieldsOf(callback.body)
  const event = fields.event ?? fields.status ?? ''
  const order = fields.orderid ?? fields.serial_no ?? fields.trade_no ?? ''
  const details = make('details')
  details.id = `callback-${callback.number}`
  details.append(
    make(
      'summary',
      make('strong', `#${callback.number}`),
      make('span', timeOf(callback.atMs)),
      ...(order === '' ? [] : [make('code', order)]),
      ...(event === '' ? [] : [make('span', event)]),
      signWord('sign', check.sign),
      signWord('webhook', check.webhook),
      ...(check.timestamp === 'near' ? [] : [timestampWord(check)]),
      ...(callback.repeats === null
        ? []
        : [classed('care', say(`重複（#${callback.repeats}）`, `repeat of #${callback.repeats}`))]),
      make(
        'span',
        say(`回應 ${answerWord(callback.answered)}`, `answered ${answerWord(callback.answered)}`),
      ),
    ),
    inside(callback, check),
  )
  return make('li', details)
}

/** @param {Seen} callback */
function firstWord({ headers }) {
  return headers['webhook-id'] === undefined
    ? classed('care', say('沒有 webhook-id：無從分辨是否重複', 'missing: a repeat cannot be told'))
    : classed('right', say('第一次收到', 'seen for the first time'))
}

/**
 * @param {Seen} callback
 * @param {Check} check
 */
function inside(callback, check) {
  const div = make(
    'div',
    make('h2', say('檢查', 'Checks')),
    facts([
      ['sign', signWord('sign', check.sign)],
      ['webhook-signature', signWord('webhook-signature', check.webhook)],
      ['webhook-timestamp', timestampWord(check)],
      [
        'webhook-id',
        callback.repeats === null
          ? firstWord(callback)
          : classed(
              'care',
              say(
                `與 #${callback.repeats} 相同：回應 success，不可再處理一次`,
                `as #${callback.repeats}: answer success, and do not act again`,
              ),
            ),
      ],
      [say('回應', 'Answered'), make('span', answerWord(callback.answered))],
    ]),
    make('h2', `POST ${callback.path}`),
    facts(Object.entries(callback.headers).map(([name, value]) => [name, make('span', value)])),
    make('h2', say('內容', 'Body')),
    make('pre', pretty(callback.body)),
    make('h2', say('內容，逐字', 'Body, to the byte')),
    make('pre', callback.body),
    ...(callback.cut
      ? [classed('care', say('過長，只保留開頭。', 'Too long: the beginning only.'))]
      : []),
  )
  div.className = 'inside'
  return div
}

/**
 * @param {string} name
 * @param {Check['sign']} found
 */
function signWord(name, found) {
  if (found === 'right') return classed('right', say(`${name} 正確`, `${name} right`))
  const word = {
    wrong: say('錯誤', 'wrong'),
    missing: say('沒有', 'missing'),
    unknown: say('未知：請輸入金鑰', 'unknown: type the secret'),
  }[found]
  return classed(found === 'unknown' ? 'care' : 'wrong', `${name} ${word}`)
}

/** @param {Check} check */
function timestampWord({ timestamp }) {
  const word = {
    near: say('時間相近', 'is near'),
    far: say('時間相差超過 5 分鐘', 'is more than 5 minutes off'),
    differs: say('與內容的 timestamp 不同', 'differs from the body’s timestamp'),
    missing: say('沒有 webhook-timestamp', 'has no webhook-timestamp'),
  }[timestamp]
  return classed(timestamp === 'near' ? 'right' : 'wrong', word)
}

/** @param {string} kind */
function answerWord(kind) {
  const chosen = [...answer.options].find(({ value }) => value === kind)
  return chosen?.textContent ?? say('HTTP 401（簽章不符）', 'HTTP 401 (wrong signature)')
}

/** @param {number} ms */
function timeOf(ms) {
  const taipei = { hour12: false, timeZone: 'Asia/Taipei' }
  return new Date(ms).toLocaleTimeString(document.documentElement.lang, taipei)
}

/**
 * @param {string} body
 * @returns {Record<string, string>}
 */
function fieldsOf(body) {
  try {
    const read = Object.entries(Object(JSON.parse(body)))
    return Object.fromEntries(read.map(([name, value]) => [name, String(value)]))
  } catch {
    return {}
  }
}

/** @param {string} body */
function pretty(body) {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}

/** @param {readonly (readonly [string, HTMLElement])[]} rows */
function facts(rows) {
  return make('dl', ...rows.flatMap(([name, value]) => [make('dt', name), make('dd', value)]))
}

/**
 * @param {string} name
 * @param {...(string | Node)} inside
 */
function classed(name, ...inside) {
  const element = make('span', ...inside)
  element.className = name
  return element
}

/**
 * What was received is only ever text.
 *
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {...(string | Node)} inside
 */
function make(name, ...inside) {
  const element = document.createElement(name)
  element.append(...inside)
  return element
}

/**
 * @param {string} path
 * @param {string} body
 */
async function tell(path, body) {
  await fetch(path, { method: 'POST', headers: { 'x-inspector': 'page' }, body })
}

/**
 * @template {HTMLElement} Kind
 * @param {string} id
 * @param {new () => Kind} kind
 */
function elementById(id, kind) {
  const element = document.getElementById(id)
  if (!(element instanceof kind)) throw new Error(`no ${id}`)
  return element
}
