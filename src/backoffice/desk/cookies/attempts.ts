import type { Context } from 'hono'
import * as z from 'zod'
import type { App } from '../../replies.ts'
import type { Attempt } from '../desk.ts'
import { isOwn } from '../form-body.ts'
import { freshKey } from '../token.ts'
import { cookies, dropCookie, keepCookie } from './cookies.ts'

/**
 * Stores a refused form, or the outcomes of several orders, in the browser for ten minutes, so that its page can be
 * drawn again without the values in its address. Returns the page's address with the id; null if it is too large to be
 * stored: the typed values alone are, if they fit.
 *
 * `at` is the page's address, `now` in UTC milliseconds.
 */
export async function keepAttempt(
  c: Context<App>,
  { at, attempt, now }: { readonly at: string; readonly attempt: Attempt; readonly now: number },
): Promise<string | null> {
  for (const { name } of (await keptBy(c)).slice(attemptsMax - 1)) dropCookie(c, name)
  const sent = Object.fromEntries(Object.entries(attempt.sent).filter(([name]) => !isOwn(name)))
  const stored = { ...attempt, sent, by: c.get('identity').name, at }
  // The time first: names of later ones are greater.
  const id = now.toString(36).padStart(9, '0') + freshKey().slice(0, 8)
  const isTold = await keep(c, id, stored)
  if (isTold) return `${at}${at.includes('?') ? '&' : '?'}${mark}=${id}`
  await keep(c, id, { ...stored, refused: null })
  return null
}

/**
 * The stored form that the page of an address shows: the one whose id the address has, else the last one that was
 * refused there, without its refusal. Null if there is none, and for scripts, which refresh the page.
 */
export async function keptAttempt(
  c: Context<App>,
  { at, id }: { readonly at: string; readonly id: string | null },
): Promise<Attempt | null> {
  const here = (await keptBy(c)).filter(({ attempt }) => attempt.at === at)
  const own = here.find(({ name }) => name === `desk_typed_${id}`)
  if (own !== undefined) return own.attempt
  const isOpened = (c.req.header('sec-fetch-mode') ?? 'navigate') === 'navigate'
  const [last] = here.filter(({ attempt }) => attempt.outcomes === undefined)
  return last !== undefined && isOpened ? { ...last.attempt, refused: null } : null
}

/** Deletes the stored values of a form of that address, because it was carried out. */
export async function forgetAttempts(c: Context<App>, at: string, form: string): Promise<void> {
  for (const { name, attempt } of await keptBy(c)) {
    if (attempt.at === at && attempt.form === form) dropCookie(c, name)
  }
}

/** An address without the id of a stored form, and that id. */
export function withoutMark(address: string): { readonly at: string; readonly id: string | null } {
  const [found = '', id = null] = markAtEnd.exec(address) ?? []
  return { at: address.slice(0, address.length - found.length), id }
}

const mark = '_outcome'
const markAtEnd = /[?&]_outcome=([0-9a-z]{1,20})$/
const keptSeconds = 600
const attemptsMax = 3
// A browser keeps no cookie over 4,096 bytes, its name and attributes included.
const charsMax = 3_800
// Longer texts rarely fit even compressed, and compressing them takes time.
const jsonCharsMax = 32_768

/** The content of a cookie: the form, its sender, and the address of its page. */
type CookieContent = Attempt & { readonly by: string; readonly at: string }

async function keep(c: Context<App>, id: string, attempt: CookieContent): Promise<boolean> {
  const json = JSON.stringify(attempt)
  const value = json.length > jsonCharsMax ? null : await packed(json)
  if (value === null || value.length > charsMax) return false
  keepCookie(c, `desk_typed_${id}`, { value, seconds: keptSeconds })
  return true
}

// The newest first. Another person at this browser does not see them.
async function keptBy(c: Context<App>) {
  const found = cookies(c, 'desk_typed_').toSorted(([one], [other]) => (one < other ? 1 : -1))
  const all = found.map(async ([name, value]) => {
    const attempt = value.length > charsMax ? null : await unpacked(value).catch(() => null)
    return attempt?.by === c.get('identity').name ? [{ name, attempt }] : []
  })
  return (await Promise.all(all)).flat()
}

async function packed(json: string): Promise<string> {
  const body = new Response(json).body?.pipeThrough(new CompressionStream('deflate-raw'))
  const bytes = new Uint8Array(await new Response(body).arrayBuffer())
  const text = bytes.reduce((before, byte) => before + String.fromCharCode(byte), '')
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

async function unpacked(value: string): Promise<CookieContent> {
  const text = atob(value.replaceAll('-', '+').replaceAll('_', '/'))
  const bytes = Uint8Array.from(text, (character) => character.charCodeAt(0))
  const body = new Response(bytes).body?.pipeThrough(new DecompressionStream('deflate-raw'))
  return keptForm.parse(await new Response(body).json()) as CookieContent
}

const meaning = { zh: z.string(), en: z.string() }
// An earlier version of the program may have stored another shape.
const keptForm = z.strictObject({
  by: z.string(),
  at: z.string(),
  form: z.string(),
  call: z.string(),
  sent: z.record(z.string(), z.array(z.string())),
  refused: z
    .looseObject({ status: z.number(), error: z.string(), message: z.object(meaning) })
    .nullable(),
  outcomes: z
    .strictObject({
      done: z.number(),
      settled: z.strictObject({ orders: z.array(z.string()), sum: z.number() }),
      others: z.array(z.looseObject({ trade_no: z.string(), outcome: z.string() })),
      more: z.number(),
    })
    .optional(),
})
