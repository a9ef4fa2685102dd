import type { Role } from '#contract/actor.ts'
import { shellEn } from '#web/shell/shell.en.ts'
import { useWords } from '#web/words.ts'

/** Not the colors of a `Badge`, which express a status. */
const looks: Record<Role, string> = {
  student: 'bg-tint text-ink',
  manager: 'bg-teal-soft text-teal-text',
  admin: 'bg-violet-soft text-violet-text',
  superadmin: 'bg-plum-soft text-plum-text',
}

export const RoleBadge = ({ role }: { role: Role }) => (
  <span className={`inline-flex items-center whitespace-nowrap rounded-full px-2 py-0.5 font-medium text-xs ${looks[role]}`}>
    {useWords(shellEn).roles[role]}
  </span>
)
