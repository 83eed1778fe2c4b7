import type { Meaning } from '../../../units/language.ts'
import { labelFor } from '../labels/label-for.ts'
import { roleLabels } from '../labels/people-labels.ts'
import { type Members, membersOf } from '../parts/members.tsx'
import { pageOf } from '../parts/subject-link.tsx'
import { type Presentation, type Presentations, text } from './presentation.ts'

export const peoplePresentations = {
  approve: {
    done: { zh: '已核准並執行。', en: 'Approved and carried out.' },
    address: (answer, { path }, approved) =>
      subjectPage(approved, answer) ?? `/approvals/${path.id ?? ''}`,
  },
  reject: { done: { zh: '已駁回。', en: 'Rejected.' } },
  giveRole: {
    done: { zh: '已更新角色。', en: 'The role is given.' },
    name: { zh: '給予角色', en: 'give a role' },
    request: ({ subject, body }) => ({
      zh: `給予 ${subject} 角色：${role(body).zh}`,
      en: `Give ${subject} a role: ${role(body).en}`,
    }),
    effect: ({ subject, body }) => ({
      zh: `${subject} 立即可以${role(body).zh}的身分工作。`,
      en: `${subject} can work as ${role(body).en} at once.`,
    }),
    form: () => ['give-role'],
    subject: ['person', 'name'],
  },
  takeRole: {
    done: { zh: '已移除角色。', en: 'The role is taken away.' },
    address: () => '/people',
    name: { zh: '取消角色', en: 'take a role away' },
    request: ({ subject }) => ({
      zh: `取消 ${subject} 的角色`,
      en: `Take away the role of ${subject}`,
    }),
    effect: ({ subject }) => ({
      zh: `${subject} 的下一個操作起即被拒絕。`,
      en: `${subject} is refused from the next call on.`,
    }),
    form: () => ['take-role'],
    subject: ['person', 'name'],
  },
} satisfies Partial<Presentations>

// The subject of an approved call, as it is now; null where the call has none.
function subjectPage({ subject }: Presentation<object>, answer: object): string | null {
  if (subject === undefined) return null
  const [kind, member] = subject
  const name = membersOf(answer)[member]
  if (typeof name !== 'string' && typeof name !== 'number') return null
  return pageOf({ kind, name: String(name) })
}

function role(body: Members): Meaning {
  return labelFor(roleLabels, text(body.role))
}
