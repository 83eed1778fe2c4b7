import type { Child } from 'hono/jsx'
import { assetPath } from '../../../pages/assets.ts'
import { languageTags } from '../../../units/language.ts'
import type { MenuCounts } from '../cookies/counts.ts'
import { type Desk, DeskContext, useDesk } from '../desk.ts'
import { type BoundedCount, countText, type PageContent } from '../page.ts'
import { PickLists } from '../parts/choices/picks.tsx'
import { Key } from '../parts/key.tsx'
import { TestMerchant } from '../parts/test-badge.tsx'
import { Icon } from './icon.tsx'
import { MenuLink } from './menu-link.tsx'
import { menuGroups, phoneMenu } from './navigation.ts'
import { Notices } from './notices.tsx'
import { Person } from './person.tsx'

/** Draws a page in the frame of all pages: navigation, search, the reader, and notices of the last act or refusal. */
export function drawFrame(desk: Desk, drawn: PageContent, counts: MenuCounts): string {
  const page = (
    <DeskContext.Provider value={desk}>
      <Document drawn={drawn} counts={counts} />
    </DeskContext.Provider>
  )
  return `<!doctype html>\n${page.toString()}`
}

function Document({ drawn, counts }: { drawn: PageContent; counts: MenuCounts }) {
  const { language, say, now, address, lastAct, attempt } = useDesk()
  const { refreshSeconds, testMerchant, ready = nothing, doubtful = nothing } = drawn
  const [sure, unsure] = [counted(ready), counted(doubtful)]
  const texts = [
    ...(unsure === '' ? [] : [say({ zh: `${unsure} 筆待判斷`, en: `${unsure} to judge` })]),
    ...(sure === '' ? [] : [say({ zh: `${sure} 筆可入帳`, en: `${sure} ready` })]),
  ]
  const title = [...texts, drawn.title, say({ zh: '收付後台', en: 'Payments desk' })].join(' · ')
  return (
    <html lang={languageTags[language]}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="format-detection" content="telephone=no" />
        <title>{title}</title>
        <link rel="stylesheet" href={assetPath('desk.css')} />
        <link rel="icon" type="image/svg+xml" href={assetPath('icon.svg')} />
        <script type="module" src={assetPath('desk.js')} />
        {refreshSeconds === undefined ? null : <script type="module" src={assetPath('fresh.js')} />}
        {drawn.reloadSeconds === undefined ? null : (
          <noscript>
            <meta http-equiv="refresh" content={String(drawn.reloadSeconds)} />
          </noscript>
        )}
      </head>
      <body>
        <a class="skip" href="#main">
          {say({ zh: '跳到內容', en: 'Skip to the content' })}
        </a>
        <Bar />
        <div class="frame">
          <Navigation counts={counts} />
          <main
            id="main"
            tabindex={-1}
            class={lastAct === null && attempt === null ? undefined : 'acted'}
            data-refresh-seconds={refreshSeconds}
            data-refresh={refreshSeconds === undefined ? undefined : address}
            data-now={now}
          >
            <div id="head" data-parts>
              <Notices failed={drawn.failed ?? null} />
              <h1 id="title">{drawn.heading ? isolated(drawn.heading) : drawn.title}</h1>
              {drawn.aside}
            </div>
            {testMerchant === undefined ? null : <TestMerchant uid={testMerchant} />}
            {drawn.main}
          </main>
        </div>
        <PhoneMenu counts={counts} />
        <PickLists picks={drawn.picks ?? []} />
        <p id="announcer" class="unseen" role="status" />
        <p id="connection" class="notice care" role="status" />
        <KeyHelp />
      </body>
    </html>
  )
}

function WaitingCount({ at, counts }: { at: string; counts: MenuCounts }) {
  const { say } = useDesk()
  const { approvals } = counts
  const [ready, doubtful] = [counts.ready ?? nothing, counts.doubtful ?? nothing]
  const both = { count: ready.count + doubtful.count, isCut: ready.isCut || doubtful.isCut }
  const texts: Readonly<Record<string, string>> = {
    '/desk': counted(both),
    '/desk/ready': counted(ready),
    '/desk/payouts': counted(counts.payouts ?? nothing),
    '/approvals': counted({ count: approvals ?? 0, isCut: false }),
  }
  const [sure, unsure] = [counted(ready) || 0, counted(doubtful) || 0]
  const text = texts[at]
  const about = { zh: `待判斷 ${unsure}，可入帳 ${sure}`, en: `${unsure} to judge, ${sure} ready` }
  return text === undefined ? null : (
    <b class="count" data-count={at} title={at === '/desk' ? say(about) : undefined}>
      {text}
    </b>
  )
}

// The menu at a phone's lower edge, within reach of a thumb.
function PhoneMenu({ counts }: { counts: MenuCounts }) {
  const { say, may, address } = useDesk()
  const path = address.split('?')[0]
  const visible = phoneMenu.filter(({ reads }) => may(reads))
  return (
    <nav class="thumbs" aria-label={say({ zh: '常用', en: 'At hand' })}>
      {visible.map(({ to, called, icon }) => (
        <a href={to} aria-current={path === to ? 'page' : undefined}>
          <Icon name={icon} />
          {say(called)}
          <WaitingCount at={to} counts={counts} />
        </a>
      ))}
      <MenuLink />
    </nav>
  )
}

const nothing: BoundedCount = { count: 0, isCut: false }

// Empty for zero, unless there may be more: an agent's orders can follow a page of others'.
function counted(bounded: BoundedCount): string {
  return bounded.count === 0 && !bounded.isCut ? '' : countText(bounded)
}

function isolated(texts: readonly string[]): Child {
  return texts.map((text, n) => (
    <>
      {n === 0 ? null : ' · '}
      <bdi>{text}</bdi>
    </>
  ))
}

function Bar() {
  const { say, query, may } = useDesk()
  const label = say({
    zh: '搜尋編號、金額、末五碼（可加姓名）、帳號、商戶',
    en: 'Search: number, amount, last five (and a name), account, merchant',
  })
  return (
    <header class="bar">
      <a class="brand" href="/">
        {say({ zh: '收付後台', en: 'Payments desk' })}
      </a>
      <MenuLink />
      {may('search') ? (
        <search>
          <form action="/search" method="get">
            <input
              id="search"
              type="search"
              name="q"
              maxlength={120}
              autocomplete="off"
              enterkeyhint="search"
              aria-label={label}
              placeholder={label}
              value={query.q ?? ''}
            />
            <Key name="/" />
          </form>
        </search>
      ) : null}
      <Person />
    </header>
  )
}

function Navigation({ counts }: { counts: MenuCounts }) {
  const { say, may, address } = useDesk()
  const path = address.split('?')[0] ?? ''
  const visible = menuGroups
    .map(({ group, menu: all }) => ({ group, some: all.filter(({ reads }) => may(reads)) }))
    .filter(({ some }) => some.length > 0)
  const longest = visible
    .flatMap(({ some }) => some)
    .filter(({ to }) => path === to || path.startsWith(`${to}/`))
    .reduce((best, { to }) => (to.length > best.length ? to : best), '')
  const groups = visible.map(({ group, some }) => (
    <section>
      <h2>{say(group)}</h2>
      <ul>
        {some.map(({ to, called }) => (
          <li>
            <a href={to} aria-current={to === longest ? 'page' : undefined}>
              {say(called)}
              <WaitingCount at={to} counts={counts} />
            </a>
          </li>
        ))}
      </ul>
    </section>
  ))
  return (
    <nav id="menu" aria-label={say({ zh: '主選單', en: 'Main menu' })}>
      <a class="to-menu" href="#main">
        {say({ zh: '關閉選單', en: 'Close the menu' })}
      </a>
      {groups}
    </nav>
  )
}

// Filled by the script with the keys of the page that is open.
function KeyHelp(): Child {
  const { say } = useDesk()
  const labels = {
    search: say({ zh: '搜尋', en: 'Search' }),
    next: say({ zh: '下一列', en: 'Next row' }),
    previous: say({ zh: '上一列', en: 'Previous row' }),
    open: say({ zh: '開啟這一列', en: 'Open the row' }),
    help: say({ zh: '顯示按鍵', en: 'Show the keys' }),
    goTo: say({ zh: '到「{name}」，按 Enter 送出', en: 'Go to "{name}"; Enter sends it' }),
    stale: say({
      zh: '這一部分已有更新；送出或清空後會顯示。',
      en: 'This part has changed; it is shown once you send or clear what you typed.',
    }),
    offline: say({ zh: '連線中斷，稍後重試。', en: 'No connection. Trying again.' }),
    news: say({ zh: '新進 {n} 筆', en: '{n} new' }),
    copied: say({ zh: '已複製', en: 'Copied' }),
    notCopied: say({ zh: '未複製', en: 'Not copied' }),
    more: say({ zh: '{sum}，多 {n}', en: '{sum}, {n} more' }),
    less: say({ zh: '{sum}，少 {n}', en: '{sum}, {n} less' }),
    ended: say({ zh: '時間到', en: 'Over' }),
  }
  return (
    <dialog id="keys" aria-labelledby="keys-title" data-labels={JSON.stringify(labels)}>
      <h2 id="keys-title">{say({ zh: '按鍵', en: 'Keys' })}</h2>
      <dl />
      <form method="dialog">
        <button type="submit">{say({ zh: '關閉', en: 'Close' })}</button>
      </form>
    </dialog>
  )
}
