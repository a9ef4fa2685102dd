import { DoorOpen } from 'lucide-react'
import { useState } from 'react'
import type { User } from '#people/users/users.contract.ts'
import { PanelAction } from '#people/users/web/panel/PanelAction.tsx'
import { useHallRules } from '#system/customization/web/customization.queries.ts'
import { useSession } from '#web/api/session.ts'
import { Embed } from '#web/shell/Embed.tsx'
import { lazyScreen } from '#web/shell/screen.ts'
import { useWords } from '#web/words.ts'
import { leavingEn } from '../leaving.en.ts'
import { leavingPolicy } from '../leaving.policy.ts'
import type { LeaveProps } from './LeaveDialog.tsx'

export const LeaveScreen = lazyScreen<LeaveProps>(async () => (await import('./LeaveDialog.tsx')).LeaveDialog)

/** Opens the leaving dialog, for staff who may settle it. */
export const LeaveAction = ({ user }: { user: User }) => {
  const words = useWords(leavingEn)
  const me = useSession()?.user
  const rules = useHallRules()
  const [isOpen, setOpen] = useState(false)
  if (!me || leavingPolicy.whyNotLeave(me, user, rules)) return null
  return (
    <>
      <PanelAction icon={<DoorOpen aria-hidden="true" />} label={words.action} onPress={() => setOpen(true)} />
      {isOpen && <Embed screen={LeaveScreen} user={user} onClose={() => setOpen(false)} />}
    </>
  )
}
