import type { Role } from '#contract/actor.ts'
import { shellEn } from '#web/shell/shell.en.ts'
import { Badge, type Tone } from '#web/ui/Badge.tsx'
import { useWords } from '#web/words.ts'

const tones: Record<Role, Tone> = { student: 'neutral', manager: 'info', admin: 'primary', superadmin: 'success' }

export const RoleBadge = ({ role }: { role: Role }) => (
  <span className="whitespace-nowrap">
    <Badge tone={tones[role]}>{useWords(shellEn).roles[role]}</Badge>
  </span>
)
