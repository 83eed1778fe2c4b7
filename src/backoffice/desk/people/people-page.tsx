import type { AnswerOf } from '../../../contract/back-office/table.ts'
import { holderOf } from '../../../contract/back-office-names.ts'
import { type Desk, useDesk } from '../desk.ts'
import { roleLabels } from '../labels/people-labels.ts'
import type { PageContent } from '../page.ts'
import { type Column, List, Pager } from '../parts/list.tsx'
import { Badge, OutsideText, Time } from '../parts/values.tsx'

type Person = AnswerOf<'listPeople'>['items'][number]
type PersonBySetting = AnswerOf<'listPeople'>['by_setting'][number]

/** The people with a role, of the database or of the setting, and a search for one person, known or new. */
export async function drawPeople(desk: Desk): Promise<PageContent> {
  const { name = '', cursor = '' } = desk.query
  const list = await desk.need('listPeople', { query: { cursor } })
  const title = desk.say({ zh: '人員', en: 'People' })
  if (name.trim() !== '') return { title, main: null, goTo: personPage(holderOf(name.trim())) }
  return {
    title,
    main: (
      <>
        {desk.may('giveRole') ? <Search /> : null}
        <section>
          <h2>{desk.say({ zh: '在此給予的角色', en: 'Roles given here' })}</h2>
          <List
            id="people"
            caption={{ zh: '在此給予角色的人員', en: 'People whose role was given here' }}
            items={list.items}
            keyOf={(one) => one.name}
            columns={givenColumns}
            empty={{ zh: '尚未給予任何人角色。', en: 'Nobody has been given a role yet.' }}
          />
          <Pager next={list.next_cursor} newestFirst={false} />
        </section>
        {list.by_setting.length === 0 ? null : <BySetting people={list.by_setting} />}
      </>
    ),
  }
}

function BySetting({ people }: { people: readonly PersonBySetting[] }) {
  const { say } = useDesk()
  return (
    <section>
      <h2>{say({ zh: '部署設定的角色', en: 'Roles of the deployment' })}</h2>
      <p class="quiet-text">
        {say({
          zh: '設定 ACCESS_ROLES 所列，優先於在此給予的角色，更改須重新部署。',
          en: 'Named by ACCESS_ROLES, which comes before what is given here. A change takes a deployment.',
        })}
      </p>
      <List
        id="named"
        caption={{ zh: '設定所列的人員', en: 'People whom the setting names' }}
        items={people}
        keyOf={(one) => one.name}
        columns={namedColumns}
        empty={{ zh: '設定沒有列出任何人。', en: 'The setting names nobody.' }}
      />
    </section>
  )
}

function personPage(name: string): string {
  return `/people/${encodeURIComponent(name)}`
}

// The name is part of a call's address: a page of its own asks for the role.
function Search() {
  const { say } = useDesk()
  return (
    <form method="get" action="/people" class="act card" id="find-person">
      <div class="field">
        <label for="find-person-name">
          {say({ zh: '給予角色，或查看一人', en: 'Give a role, or look somebody up' })}
        </label>
        <input
          id="find-person-name"
          name="name"
          type="text"
          autocomplete="off"
          maxlength={120}
          required
          aria-describedby="find-person-hint"
        />
        <p class="hint" id="find-person-hint">
          {say({
            zh: '登入 Cloudflare Access 的電子郵件，或服務權杖的名稱。新的人員不需部署。',
            en: "Their e-mail address at Cloudflare Access, or a service token's name. No deployment is needed.",
          })}
        </p>
      </div>
      <p class="buttons">
        <button type="submit" class="button">
          {say({ zh: '下一步', en: 'Next' })}
        </button>
      </p>
    </form>
  )
}

const givenColumns: readonly Column<Person>[] = [
  { name: { zh: '名稱', en: 'Name' }, cell: ({ name }) => <PersonLink name={name} /> },
  {
    name: { zh: '角色', en: 'Role' },
    cell: ({ role, role_by_setting: instead }) => <RoleLabel role={role} instead={instead} />,
  },
  { name: { zh: '更新', en: 'Changed' }, cell: ({ updated_at: at }) => <Time at={at} brief /> },
]

const namedColumns: readonly Column<PersonBySetting>[] = [
  { name: { zh: '名稱', en: 'Name' }, cell: ({ name }) => <PersonLink name={name} /> },
  { name: { zh: '角色', en: 'Role' }, cell: ({ role }) => <SettingRole role={role} /> },
]

function PersonLink({ name }: { name: string }) {
  return (
    <a href={personPage(name)}>
      <OutsideText text={name} />
    </a>
  )
}

type RoleProps = { role: Person['role']; instead: Person['role'] | null }

/** The role of the database, and the one of the setting, which counts instead. */
export function RoleLabel({ role, instead }: RoleProps) {
  const { say } = useDesk()
  if (instead === null) return <>{say(roleLabels[role])}</>
  return (
    <>
      {say(roleLabels[instead])}{' '}
      <small>
        {say({
          zh: `設定優先，在此給予的是${roleLabels[role].zh}`,
          en: `by the setting; given here: ${roleLabels[role].en}`,
        })}
      </small>
    </>
  )
}

/** The role of the setting; null if it is none. */
export function SettingRole({ role }: { role: PersonBySetting['role'] }) {
  const { say } = useDesk()
  if (role !== null) return <>{say(roleLabels[role])}</>
  return (
    <Badge tone="wrong">
      {say({ zh: '設定有誤，無法登入', en: 'The setting is wrong: no access' })}
    </Badge>
  )
}
