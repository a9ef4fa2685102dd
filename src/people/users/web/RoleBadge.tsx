import type { Role } from '#contract/actor.ts'
import { shellEn } from '#web/shell/shell.en.ts'
import { useWords } from '#web/words.ts'

const chip = 'rounded-full px-2 py-0.5 font-medium'
const plain = 'text-muted'

/** Not the colors of a `Badge`, which express a status. Most people are students, so that role is plain text. */
const looks: Record<Role, string> = {
  student: plain,
  manager: `${chip} bg-teal-soft text-teal-text`,
  admin: `${chip} bg-violet-soft text-violet-text`,
  superadmin: `${chip} bg-plum-soft text-plum-text`,
}

/** `isPlain` where another chip of the row matters more. */
export const RoleBadge = ({ role, isPlain = false }: { role: Role; isPlain?: boolean }) => (
  <span className={`inline-flex items-center whitespace-nowrap text-xs ${isPlain ? plain : looks[role]}`}>
    {useWords(shellEn).roles[role]}
  </span>
)
