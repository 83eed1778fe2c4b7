import { type Role, roles } from '../../../contract/back-office/roles.ts'
import {
  secondPersonFor,
  WaitingNotices,
  WithSecondPerson,
} from '../approvals/waiting-approvals.tsx'
import type { Desk } from '../desk.ts'
import { roleLabels } from '../labels/people-labels.ts'
import type { PageContent } from '../page.ts'
import { todayOf } from '../parts/actor-link.tsx'
import { ChoiceField } from '../parts/fields.tsx'
import { ActForm } from '../parts/form.tsx'
import { Card, Fact, Facts } from '../parts/values.tsx'
import { RoleLabel, SettingRole } from './people-page.tsx'

/** A person: the role and its source, the acts of today, and the changes of the role. */
export async function drawPerson(desk: Desk): Promise<PageContent> {
  const { name = '' } = desk.path
  const [answer, people, second] = await Promise.all([
    desk.ask('showPerson', { path: { name } }),
    desk.need('listPeople', { query: { limit: '1' } }),
    secondPersonFor(desk, `person:${name}`),
  ])
  const person = answer.ok ? answer.value : null
  const bySetting = people.by_setting.find((one) => one.name === name)
  return {
    title: desk.say({ zh: `人員 ${name}`, en: `Person ${name}` }),
    main: (
      <WithSecondPerson second={second}>
        <WaitingNotices />
        <section class="card">
          <Facts>
            <Fact name={{ zh: '角色', en: 'Role' }}>
              {person !== null ? (
                <RoleLabel role={person.role} instead={person.role_by_setting} />
              ) : bySetting !== undefined ? (
                <SettingRole role={bySetting.role} />
              ) : (
                desk.say({ zh: '沒有角色，無法使用後台', en: 'None: no access to the back office' })
              )}
            </Fact>
            <Fact name={{ zh: '角色的來源', en: 'Source' }}>
              {desk.say(sourceOf(person !== null, bySetting !== undefined))}
            </Fact>
            {person === null ? null : (
              <Fact name={{ zh: '角色的更新', en: 'Changed' }} at={person.updated_at} />
            )}
          </Facts>
          <p class="links">
            <a href={todayOf(desk, name)}>
              {desk.say({ zh: '今天做了什麼', en: 'What they have done today' })}
            </a>
            <a href={`/journal?${new URLSearchParams({ subject: `person:${name}` })}`}>
              {desk.say({ zh: '角色的異動', en: 'Changes of the role' })}
            </a>
          </p>
        </section>
        {bySetting === undefined || !desk.may('giveRole') ? null : (
          <p class="notice">
            {desk.say({
              zh: '此人由設定 ACCESS_ROLES 給予角色，在此給予的角色要等設定移除後才有作用。',
              en: 'ACCESS_ROLES names this person: a role that is given here counts only once it does not.',
            })}
          </p>
        )}
        {desk.may('giveRole') ? <Forms name={name} role={person?.role ?? null} /> : null}
      </WithSecondPerson>
    ),
  }
}

function sourceOf(isGiven: boolean, isNamed: boolean) {
  if (isNamed) return { zh: '部署設定', en: "The deployment's setting" }
  return isGiven ? { zh: '在此給予', en: 'Given here' } : { zh: '—', en: '—' }
}

type FormsProps = { readonly name: string; readonly role: Role | null }

function Forms({ name, role }: FormsProps) {
  return (
    <Card title={{ zh: '異動', en: 'Change' }} look="decision">
      <ActForm
        id="give-role"
        call="giveRole"
        path={{ name }}
        button={
          role === null
            ? { zh: '給予角色', en: 'Give the role' }
            : { zh: '更改角色', en: 'Change the role' }
        }
        warning={{
          zh: `${name} 的下一個操作起即以此角色進行。`,
          en: `From the next call on ${name} works in this role.`,
        }}
        second={{ kind: 'always' }}
      >
        <ChoiceField
          name="role"
          label={{ zh: '角色', en: 'Role' }}
          hint={{
            zh: '營運可做所有操作，專員只處理訂單，稽核只能查看。',
            en: 'Operators may do everything, agents handle orders, auditors only read.',
          }}
          value={role ?? 'agent'}
          options={choices}
        />
      </ActForm>
      {role === null ? null : (
        <ActForm
          id="take-role"
          folded={{ title: { zh: '取消角色', en: 'Take the role away' } }}
          call="takeRole"
          path={{ name }}
          button={{ zh: '取消角色', en: 'Take it away' }}
          warning={{
            zh: `${name} 的下一個操作起即被拒絕，手上的訂單可由他人放回。`,
            en: `From the next call on ${name} is refused; others can release the orders that they have taken.`,
          }}
          second={{ kind: 'always' }}
          tone="danger"
        />
      )}
    </Card>
  )
}

// Agents change most often, so the form begins with that role.
const choices = [...roles]
  .sort((one, other) => Number(other === 'agent') - Number(one === 'agent'))
  .map((role) => [role, roleLabels[role]] as const)
