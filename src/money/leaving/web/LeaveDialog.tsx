import { useState } from 'react'
import type { User } from '#people/users/users.contract.ts'
import type { Left } from '../leaving.contract.ts'
import { LeaveDone } from './LeaveDone.tsx'
import { LeaveForm } from './LeaveForm.tsx'

export type LeaveProps = { user: User; onClose: () => void }

/** Lets a student leave: refunds and dues, one net amount, and the final statement. */
export const LeaveDialog = ({ user, onClose }: LeaveProps) => {
  const [left, setLeft] = useState<Left>()
  if (left) return <LeaveDone user={user} left={left} onClose={onClose} />
  return <LeaveForm user={user} onDone={setLeft} onClose={onClose} />
}
